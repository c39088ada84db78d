// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/format_file.h"

#include <filesystem>

namespace ratewarden {

/// Writes the file, whole or not at all: an earlier one stays as it is when that fails. Throws
/// InvalidArgument, with the reason.
void writeFormatFile(const std::filesystem::path& path, const FormatFile& file);
/// The same of a text.
void writeUserFile(const std::filesystem::path& path, const std::string& text);

/// Where a format of that name would be among the user's own. Throws InvalidArgument when there is no place
/// for them.
std::filesystem::path userFormatPath(const std::string& name);

} // namespace ratewarden
