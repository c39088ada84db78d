// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace ratewarden {

// Characters of ASCII, whatever the locale is.

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool isLetterOrDigit(char c)
{
    return isLetter(c) || isDigit(c);
}
constexpr bool isLowerHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}
constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}
/// The text with all its letters in lower case.
std::string lowered(std::string_view text);

/// The text without these characters at its ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t")
{
    const auto isBlank = [blanks](char c) {
        return std::ranges::find(blanks, c) != blanks.end();
    };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The decimal number that the text is as a whole; empty: it is none, or out of range.
template <class Number>
std::optional<Number> parsedNumber(std::string_view text)
{
    Number number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(number)
                                                                           : std::nullopt;
}
/// The number that the text begins with, whatever is behind it; 0 for none.
std::int64_t leadingNumber(std::string_view text);

/// What the environment says; empty: nothing.
std::string_view environment(const char* variable);

/// The line, from 1, in which the byte with that index stands; of one behind the end, the last.
std::size_t lineAt(std::string_view text, std::size_t byte);

/// Untrusted bytes made safe to show on a screen or terminal: well-formed UTF-8 stays, and control
/// characters, malformed bytes, and characters that reorder or hide text (bidi controls, zero-width, line
/// separators) become \xNN or \u{N}; a backslash is doubled, so that two different byte strings never look
/// the same.
std::string printable(std::string_view bytes);

/// Whether the bytes are well-formed UTF-8.
bool isUtf8(std::string_view bytes);
/// Appends a code point, up to 0x10FFFF, as UTF-8; also a surrogate, which is not well-formed there.
void appendUtf8(std::string& text, std::uint32_t code);
/// The number that hexadecimal digits of either case are as a whole; empty: they are none.
std::optional<std::uint32_t> hexadecimal(std::string_view digits);

/// Each byte that is not kept as %XX, in upper case. percentDecoded() gives the bytes back if % is not kept.
std::string percentEncoded(std::string_view bytes, bool (*isKept)(char));
/// A letter, a digit or one of -._~, which every part of a URI may have (RFC 3986), or a slash between parts.
constexpr bool isKeptInPaths(char c)
{
    return isLetterOrDigit(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
}
/// Each %XX, of either case, as the byte that it stands for. A % without two digits stays what it is.
std::string percentDecoded(std::string_view text);

/// How many bytes have to be changed, inserted, left out, or exchanged with their neighbours. Takes the
/// product of the lengths.
std::size_t editDistance(std::string_view from, std::string_view to);

/// Two sentences as one text: "first. second". A stop, line end or space that the first has is not repeated.
std::string joinSentences(std::string_view first, std::string_view second);

/// What the library that reads JSON says is wrong, in plain words, without its own error code in front, and
/// without the place unless that is wanted: "parse error at line 1, column 2: '}' is unexpected; a name in
/// double quotes is expected".
std::string wordsOfJson(std::string_view what, bool withPlace);

} // namespace ratewarden
