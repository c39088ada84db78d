// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace ratewarden {

/// A file of core/formats/catalogue, compiled into the library.
struct EmbeddedFile {
    std::string_view name; ///< "redis-cell.json"
    std::string_view text;
};

/// The format files that come with the library, by name. Read one with parseFormatFile().
std::span<const EmbeddedFile> catalogueFiles();

} // namespace ratewarden
