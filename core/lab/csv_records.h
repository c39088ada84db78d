// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Records of CSV whose quoted fields hold line breaks (RFC 4180). Private to core/lab.
namespace ratewarden {

/// A record that takes several lines.
class CsvRecord {
public:
    enum class State { Open, Whole, Broken };

    explicit CsvRecord(char separator) : m_separator(separator) {}

    /// Begins with a line if it ends within a quoted field; false: it does not.
    bool begin(std::string_view line, std::uint64_t number);
    /// The next line of the one that is open.
    State add(std::string_view line);

    /// Whether the next line belongs to it.
    bool isOpen() const { return m_isOpen; }
    /// Whether there are lines.
    bool isHeld() const { return m_firstLine != 0; }
    std::uint64_t firstLine() const { return m_firstLine; }
    /// Its lines, with "\n" between them.
    std::string_view text() const { return m_text; }
    void clear();

private:
    char m_separator;
    bool m_isOpen = false;
    std::uint64_t m_firstLine = 0;
    std::string m_text;
};

/// Lines as records: those that begin with an open quote take the lines behind them until it is closed. What
/// cannot be joined stays as it is. For the first lines of a log, whose separator is not known yet: quotes
/// are counted.
std::vector<std::string> joinedRecords(const std::vector<std::string_view>& lines);

} // namespace ratewarden
