// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ratewarden {

/// Untrusted bytes made safe to show on a screen or terminal: well-formed UTF-8 stays, and control
/// characters, malformed bytes, and characters that reorder or hide text (bidi controls, zero-width, line
/// separators) become \xNN or \u{N}; a backslash is doubled, so that two different byte strings never look
/// the same.
std::string printable(std::string_view bytes);

/// Two sentences as one text: "first. second". A stop, line end or space that the first has is not repeated.
std::string joinSentences(std::string_view first, std::string_view second);

/// What the library that reads JSON says is wrong, without its own error code in front, and without the place
/// unless that is wanted: "syntax error while parsing value - …". A part of `what`.
std::string_view wordsOfJson(std::string_view what, bool withPlace);

} // namespace ratewarden
