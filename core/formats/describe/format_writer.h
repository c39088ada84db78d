// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/format_file.h"

#include <string>

namespace ratewarden {

/// The text of a format file, as resources/formats.schema.json describes it: parseFormatFile() reads the same
/// format back. What is at its default is left out. Times are written exactly, texts of keys and values with
/// one character for each byte.
std::string formatFileText(const FormatFile& file);

} // namespace ratewarden
