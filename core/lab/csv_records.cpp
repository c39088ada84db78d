// SPDX-License-Identifier: MIT
#include "core/lab/csv_records.h"

#include <algorithm>

namespace ratewarden {
namespace {

/// How a text of CSV ends.
enum class CsvEnd {
    Whole, ///< behind a field
    Open,  ///< within a quoted one
    Broken ///< it cannot be CSV, whatever follows: something stands behind a closing quote
};

/// `isOpen`: it begins within a quoted field.
CsvEnd csvEnd(std::string_view text, char separator, bool isOpen = false)
{
    std::size_t at = 0;
    for (;;) {
        if (isOpen) {
            const std::size_t quote = text.find('"', at);
            if (quote == std::string_view::npos)
                return CsvEnd::Open;
            if (quote + 1 == text.size())
                return CsvEnd::Whole;
            at = quote + 2;
            if (text[quote + 1] == '"') // stands for one
                continue;
            if (text[quote + 1] != separator)
                return CsvEnd::Broken;
            isOpen = false;
        }
        if (at < text.size() && text[at] == '"') {
            isOpen = true;
            ++at;
            continue;
        }
        const std::size_t next = text.find(separator, at);
        if (next == std::string_view::npos)
            return CsvEnd::Whole;
        at = next + 1;
    }
}

} // namespace

bool CsvRecord::begin(std::string_view line, std::uint64_t number)
{
    if (csvEnd(line, m_separator) != CsvEnd::Open)
        return false;
    m_text = line;
    m_firstLine = number;
    m_isOpen = true;
    return true;
}

CsvRecord::State CsvRecord::add(std::string_view line)
{
    m_text += '\n';
    m_text += line;
    switch (csvEnd(line, m_separator, true)) {
    case CsvEnd::Open:
        return State::Open;
    case CsvEnd::Whole:
        m_isOpen = false;
        return State::Whole;
    case CsvEnd::Broken:
        break;
    }
    m_isOpen = false;
    return State::Broken;
}

void CsvRecord::clear()
{
    m_isOpen = false;
    m_firstLine = 0;
    m_text.clear();
}

std::vector<std::string> joinedRecords(const std::vector<std::string_view>& lines)
{
    const auto hasOddQuotes = [](std::string_view line) {
        return std::ranges::count(line, '"') % 2 != 0;
    };
    std::vector<std::string> records;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string& record = records.emplace_back(lines[i]);
        if (!hasOddQuotes(lines[i]))
            continue;
        const auto closing =
            std::ranges::find_if(lines.begin() + std::ptrdiff_t(i) + 1, lines.end(), hasOddQuotes);
        if (closing == lines.end())
            continue;
        for (++i; i <= std::size_t(closing - lines.begin()); ++i)
            record.append("\n").append(lines[i]);
        --i;
    }
    return records;
}

} // namespace ratewarden
