// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ratewarden::ui {

/// Puts bytes from Redis on the clipboard: exactly, as bytes, and as text if they are UTF-8; else the text is
/// what shown() makes of them.
void copyBytes(std::string_view bytes);

} // namespace ratewarden::ui
