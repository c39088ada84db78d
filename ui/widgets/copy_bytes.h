// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ratewarden::ui {

/// Puts bytes from Redis on the clipboard: exactly, as bytes, and as text if they are UTF-8; else the text is
/// what shown() makes of them.
void copyBytes(std::string_view bytes);

/// What is on the clipboard, exactly where it was put there by copyBytes(), line by line without the empty
/// ones.
std::vector<std::string> pastedLines();

} // namespace ratewarden::ui
