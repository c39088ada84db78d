// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden::ctl {

/// What a colour says. It never is the only sign of it.
enum class Tone { Plain, Title, Quiet, Good, Warning, Bad };

/// What is printed on.
struct Screen {
    bool colors = false;
    std::size_t width = 0; ///< in columns; 0: it is no terminal, and nothing is cut
};

/// The text in the tone's colour, where there are colours.
std::string inTone(std::string_view text, Tone tone, const Screen& screen);

struct Cell {
    Cell(std::string words, Tone how = Tone::Plain) : text(std::move(words)), tone(how) {}
    Cell(std::string_view words, Tone how = Tone::Plain) : text(words), tone(how) {}
    Cell(const char* words, Tone how = Tone::Plain) : text(words), tone(how) {}

    std::string text; ///< printable, and of one line
    Tone tone = Tone::Plain;
};

/// Aligned columns under titles. On a terminal that is too narrow, cells of the columns that may be cut are;
/// elsewhere all is printed whole, and very long cells stick out of their columns.
class Table {
public:
    struct Column {
        const char* title;
        enum class Kind {
            Text,
            Number, ///< aligned to the right
            Long    ///< text that may be cut
        } kind = Kind::Text;
    };
    using enum Column::Kind;

    explicit Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    /// As many cells as there are columns.
    void add(std::vector<Cell> cells) { m_rows.push_back({std::move(cells), {}}); }
    /// A line of its own below the row that was added last, indented; never cut.
    void addDetail(std::string line) { m_rows.back().details.push_back(std::move(line)); }

    bool isEmpty() const { return m_rows.empty(); }

    /// The titles, then the rows; each line without its end.
    std::vector<std::string> lines(const Screen& screen) const;
    /// All of them on standard output.
    void print(const Screen& screen) const;

private:
    struct Row {
        std::vector<Cell> cells;
        std::vector<std::string> details;
    };

    std::vector<std::size_t> widths(const Screen& screen) const;
    std::string line(const std::vector<Cell>& cells, const std::vector<std::size_t>& widths,
                     const Screen& screen) const;

    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
};

} // namespace ratewarden::ctl
