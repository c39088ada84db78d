// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <clocale>
#include <cstddef>
#include <cwchar>
#include <numeric>
#include <string>
#include <string_view>

namespace ratewarden::ctl {
namespace {

constexpr std::size_t gap = 2;        // between columns
constexpr std::size_t narrowest = 10; // to which a column is cut
constexpr std::size_t widest =
    200; // where nothing is cut: one long cell must not widen every line to its own
constexpr std::string_view indent = "    ";

std::string_view escapeOf(Tone tone)
{
    switch (tone) {
    case Tone::Plain:
        break;
    case Tone::Title:
        return "\x1b[1m";
    case Tone::Quiet:
        return "\x1b[2m";
    case Tone::Good:
        return "\x1b[32m";
    case Tone::Warning:
        return "\x1b[33m";
    case Tone::Bad:
        return "\x1b[1;31m";
    }
    return {};
}

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

/// How much room the text takes on a terminal, in columns: a wide character takes two, a combining one none.
/// Of well-formed UTF-8 without control characters, as printable() returns it.
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

/// The text if it fits into `width` columns, else as much of its beginning as does, and "…".
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

} // namespace

std::string inTone(std::string_view text, Tone tone, const Screen& screen)
{
    if (!screen.colors || tone == Tone::Plain || text.empty())
        return std::string(text);
    return fmt::format("{}{}\x1b[0m", escapeOf(tone), text);
}

std::vector<std::size_t> Table::widths(const Screen& screen) const
{
    std::vector<std::size_t> widths;
    for (const Column& column : m_columns)
        widths.push_back(displayWidth(column.title));
    for (const Row& row : m_rows)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], displayWidth(row.cells[i].text));
    if (screen.width == 0) {
        for (std::size_t& width : widths)
            width = std::min(width, widest);
        return widths;
    }
    std::size_t all = std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
    while (all > screen.width) {
        std::size_t largest = widths.size();
        for (std::size_t i = 0; i < widths.size(); ++i)
            if (m_columns[i].kind == Column::Kind::Long && widths[i] > narrowest &&
                (largest == widths.size() || widths[i] > widths[largest]))
                largest = i;
        if (largest == widths.size())
            break; // then lines are longer than the terminal is wide
        --widths[largest];
        --all;
    }
    return widths;
}

std::string Table::line(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths,
                        const Screen& screen) const
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string text = screen.width == 0 ? cells[i].text : cutToWidth(cells[i].text, widths[i]);
        const std::string room(widths[i] - std::min(widths[i], displayWidth(text)), ' ');
        const std::string colored = inTone(text, cells[i].tone, screen);
        if (i > 0)
            line.append(gap, ' ');
        line += m_columns[i].kind == Column::Kind::Number ? room + colored : colored + room;
    }
    const std::size_t end = line.find_last_not_of(' ');
    line.resize(end == std::string::npos ? 0 : end + 1);
    return line;
}

std::vector<std::string> Table::lines(const Screen& screen) const
{
    const std::vector<std::size_t> columns = widths(screen);
    std::vector<Cell> titles;
    for (const Column& column : m_columns)
        titles.emplace_back(column.title, Tone::Title);
    std::vector<std::string> lines{line(titles, columns, screen)};
    for (const Row& row : m_rows) {
        lines.push_back(line(row.cells, columns, screen));
        for (const std::string& detail : row.details)
            lines.push_back(fmt::format("{}{}", indent, detail));
    }
    return lines;
}

void Table::print(const Screen& screen) const
{
    for (const std::string& text : lines(screen))
        fmt::print("{}\n", text);
}

} // namespace ratewarden::ctl
