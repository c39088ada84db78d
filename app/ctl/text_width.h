// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// How much room printable text takes on a terminal: a wide character takes two columns, a combining one
/// none.
namespace ratewarden::ctl {

/// In columns; of well-formed UTF-8 without control characters, as printable() returns it.
std::size_t displayWidth(std::string_view text);

/// The text if it fits into `width` columns, else as much of its beginning as does, and "…".
std::string cutToWidth(std::string_view text, std::size_t width);

} // namespace ratewarden::ctl
