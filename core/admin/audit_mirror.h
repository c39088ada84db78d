// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ratewarden {

/// The audit trail's copy on this machine: a file of JSON lines that only its owner can read. Each line is
/// appended by one write, so several programs may append at once. A file that has grown large is renamed to
/// "<name>.1", in the place of an earlier one: so there are at most twice `mostBytes` and a line.
class AuditMirror {
public:
    static constexpr std::size_t usualMost = std::size_t(8) << 20;

    /// An empty path: nothing is written.
    explicit AuditMirror(std::filesystem::path path, std::size_t mostBytes = usualMost);

    const std::filesystem::path& path() const { return m_path; }
    /// `line` without its end. What kept it from being written, safe to print; empty: nothing. Thread-safe.
    std::string append(const std::string& line) const;
    /// All lines, the oldest first. Throws InvalidArgument if the file cannot be read; one that does not
    /// exist is empty.
    std::vector<std::string> lines() const;

private:
    std::filesystem::path m_path;
    std::size_t m_most;
};

/// Where window and terminal keep it: $XDG_STATE_HOME/ratewarden/audit.jsonl, usually in ~/.local/state.
/// Empty: there is no place, as neither that nor HOME is set.
std::filesystem::path auditMirrorPath();

} // namespace ratewarden
