// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/table.h"

#include "app/ctl/text_width.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

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
