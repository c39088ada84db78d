// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace ratewarden {

/// A file that is written whole or not at all: until commit() an earlier one of that path stays as it is, and
/// without commit() for good. All functions throw std::system_error, with what the system said.
class WholeFile {
public:
    /// What is written waits in a file of its own in the same folder, whose name begins with a dot. `mode`:
    /// who may read and write it, from its first byte on; else the process's umask says so.
    explicit WholeFile(std::filesystem::path path, std::optional<std::filesystem::perms> mode = {});
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;
    ~WholeFile();

    void write(std::string_view bytes);
    /// Puts the file in its place, once all of it is on the disk. Nothing can be written afterwards.
    void commit();

private:
    std::filesystem::path m_path;
    std::filesystem::path m_part;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> m_file;
    bool m_isCommitted = false;
};

} // namespace ratewarden
