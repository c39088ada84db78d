// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"
#include "core/watch/finding_book.h"

#include <filesystem>
#include <optional>
#include <utility>

namespace ratewarden {

/// What somebody has dismissed on each server, for the window and the terminal: a line for each, of words
/// that are percent-encoded. Others may write the file, too: it is read whenever it is asked for. A line that
/// cannot be read is passed over, and stays.
class DismissalFile {
public:
    /// What $RATEWARDEN_DISMISSED names; else "dismissed" in the user's configuration.
    static std::filesystem::path usualPath();

    explicit DismissalFile(std::filesystem::path path = usualPath()) : m_path(std::move(path)) {}

    /// Of that server, by its address, whoever talks to it. A file that is not there, or cannot be read, has
    /// none. Some may have ended.
    Dismissals read(const Endpoint& server) const;
    /// From now on it is dismissed so, or no longer. A new file is for its user alone to read. Throws
    /// InvalidArgument if the file cannot be written, or is there and cannot be read, and leaves it as it is.
    void keep(const Endpoint& server, const FindingName& name,
              const std::optional<Dismissal>& dismissal) const;

private:
    std::filesystem::path m_path;
};

} // namespace ratewarden
