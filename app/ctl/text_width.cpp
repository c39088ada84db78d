// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/text_width.h"

#include <algorithm>
#include <clocale>
#include <cwchar>

namespace ratewarden::ctl {
namespace {

/// The C library knows the widths, but only in a locale with UTF-8, which the user's need not be. For as long
/// as it lives.
class Utf8 {
public:
    Utf8() : m_former(uselocale(ours())) {}
    ~Utf8() { uselocale(m_former); }
    Utf8(const Utf8&) = delete;
    Utf8& operator=(const Utf8&) = delete;

private:
    static locale_t ours()
    {
        static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t());
        return made; // null, if there is none, leaves the locale as it is
    }

    const locale_t m_former;
};

struct Character {
    std::size_t bytes = 1;
    std::size_t width = 1;
};

/// The one that the text, which must not be empty, begins with.
Character first(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (bytes == 1 || bytes > text.size())
        return {1, 1};
    auto code = static_cast<unsigned int>(lead) & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i)
        code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3fU);
    const int width = wcwidth(static_cast<wchar_t>(code));
    return {bytes, width < 0 ? 1U : static_cast<std::size_t>(width)};
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    if (std::ranges::all_of(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; }))
        return text.size();
    const Utf8 locale;
    std::size_t width = 0;
    while (!text.empty()) {
        const Character next = first(text);
        width += next.width;
        text.remove_prefix(next.bytes);
    }
    return width;
}

std::string cutToWidth(std::string_view text, std::size_t width)
{
    if (displayWidth(text) <= width)
        return std::string(text);
    if (width == 0)
        return {};
    const Utf8 locale;
    std::size_t taken = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        const Character next = first(text.substr(at));
        if (taken + next.width > width - 1)
            break;
        taken += next.width;
        at += next.bytes;
    }
    return std::string(text.substr(0, at)) + "…";
}

} // namespace ratewarden::ctl
