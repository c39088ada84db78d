// SPDX-License-Identifier: MIT
#include "core/model/text.h"

#include <fmt/format.h>

#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

struct CodePoint {
    char32_t value;
    std::size_t length; // 0: not well-formed UTF-8 here
};

// Well-formed sequences as in table 3-7 of the Unicode standard (no overlong forms, no surrogates).
CodePoint decodeUtf8(std::string_view bytes)
{
    const auto byte = [&](std::size_t i) {
        return i < bytes.size() ? std::uint8_t(bytes[i]) : std::uint8_t(0);
    };
    const auto isContinuation = [&](std::size_t i) {
        return (byte(i) & 0xC0) == 0x80;
    };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    if (lead >= 0xC2 && lead <= 0xDF && isContinuation(1))
        return {char32_t((lead & 0x1F) << 6 | (byte(1) & 0x3F)), 2};
    if (lead >= 0xE0 && lead <= 0xEF && isContinuation(1) && isContinuation(2)) {
        const char32_t value = char32_t((lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F));
        if (value >= 0x800 && (value < 0xD800 || value > 0xDFFF))
            return {value, 3};
    }
    if (lead >= 0xF0 && lead <= 0xF4 && isContinuation(1) && isContinuation(2) && isContinuation(3)) {
        const char32_t value =
            char32_t((lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F));
        if (value >= 0x10000 && value <= 0x10FFFF)
            return {value, 4};
    }
    return {0, 0};
}

bool misleads(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c <= 0x9F)      // C0, DEL, C1
           || c == 0xAD || c == 0x61C || c == 0x180E // soft hyphen, Arabic letter mark, Mongolian separator
           || (c >= 0x200B && c <= 0x200F)           // zero-width, left-to-right and right-to-left marks
           || (c >= 0x2028 && c <= 0x202E)           // line and paragraph separators, bidi embeddings
           || (c >= 0x2060 && c <= 0x206F)           // word joiner, bidi isolates, deprecated controls
           || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF); // BOM, tags
}

} // namespace

std::string lowered(std::string_view text)
{
    std::string all(text);
    std::ranges::transform(all, all.begin(), lower);
    return all;
}

std::string_view environment(const char* variable)
{
    const char* const value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value ? std::string_view(value) : std::string_view();
}

std::int64_t leadingNumber(std::string_view text)
{
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::size_t lineAt(std::string_view text, std::size_t byte)
{
    return 1 + std::size_t(std::ranges::count(text.substr(0, byte), '\n'));
}

std::string printable(std::string_view bytes)
{
    std::string shown;
    shown.reserve(bytes.size());
    while (!bytes.empty()) {
        const CodePoint c = decodeUtf8(bytes);
        if (c.length == 0 || (c.length == 1 && misleads(c.value)))
            shown += fmt::format("\\x{:02x}", std::uint8_t(bytes.front()));
        else if (misleads(c.value))
            shown += fmt::format("\\u{{{:x}}}", std::uint32_t(c.value));
        else if (c.value == '\\')
            shown += "\\\\";
        else
            shown += bytes.substr(0, c.length);
        bytes.remove_prefix(c.length == 0 ? 1 : c.length);
    }
    return shown;
}

bool isUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t length = decodeUtf8(bytes).length;
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

void appendUtf8(std::string& text, std::uint32_t code)
{
    constexpr std::uint32_t continued = 0x80; // with six bits
    const std::uint32_t last = continued | (code & 0x3F);
    if (code < 0x80) {
        text += char(code);
    } else if (code < 0x800) {
        text += {char(0xC0 | code >> 6), char(last)};
    } else if (code < 0x10000) {
        text += {char(0xE0 | code >> 12), char(continued | (code >> 6 & 0x3F)), char(last)};
    } else {
        text += {char(0xF0 | code >> 18), char(continued | (code >> 12 & 0x3F)),
                 char(continued | (code >> 6 & 0x3F)), char(last)};
    }
}

std::optional<std::uint32_t> hexadecimal(std::string_view digits)
{
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number, 16);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::string percentEncoded(std::string_view bytes, bool (*isKept)(char))
{
    std::string text;
    text.reserve(bytes.size() + 2);
    for (const char c : bytes)
        if (isKept(c))
            text += c;
        else
            text += fmt::format("%{:02X}", std::uint8_t(c));
    return text;
}

std::string percentDecoded(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    while (!text.empty()) {
        const auto byte =
            text.size() > 2 && text.front() == '%' ? hexadecimal(text.substr(1, 2)) : std::nullopt;
        bytes += byte ? char(*byte) : text.front();
        text.remove_prefix(byte ? 3 : 1);
    }
    return bytes;
}

std::string joinSentences(std::string_view first, std::string_view second)
{
    const std::size_t last = first.find_last_not_of(". \r\n");
    return fmt::format("{}. {}", first.substr(0, last == std::string_view::npos ? 0 : last + 1), second);
}

std::string wordsOfJson(std::string_view what, bool withPlace)
{
    const auto cutAt = [](std::string_view& text, std::string_view mark) {
        const std::size_t found = text.find(mark);
        const std::string_view before = text.substr(0, found);
        text.remove_prefix(found == std::string_view::npos ? text.size() : found + mark.size());
        return before;
    };
    if (what.starts_with('['))
        cutAt(what, "] ");
    std::string place;
    if (what.starts_with("parse error at")) {
        place = cutAt(what, ": ");
        place = withPlace ? place + ": " : std::string();
    }
    if (!what.starts_with("syntax error"))
        return place + std::string(what);
    cutAt(what, " - ");
    std::string_view found = cutAt(what, "; expected ");
    if (!found.starts_with("unexpected "))
        return place + std::string(found); // as "invalid literal; last read: 'x'"
    cutAt(found, "unexpected ");
    std::string words =
        place + (found == "end of input" ? "it ends too early" : std::string(found) + " is unexpected");
    if (!what.empty())
        words += fmt::format("; {} is expected", what == "string literal"       ? "a name in double quotes"
                                                 : what.starts_with("'[', '{'") ? "a value"
                                                                                : what);
    return words;
}

std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> older;
    std::vector<std::size_t> old(to.size() + 1);
    std::vector<std::size_t> now(to.size() + 1);
    std::iota(now.begin(), now.end(), std::size_t(0));
    for (std::size_t i = 1; i <= from.size(); ++i) {
        older = std::exchange(old, now);
        now[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = from[i - 1] == to[j - 1];
            now[j] = std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                now[j] = std::min(now[j], older[j - 2] + 1);
        }
    }
    return now.back();
}

} // namespace ratewarden
