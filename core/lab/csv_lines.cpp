// SPDX-License-Identifier: MIT
#include "core/lab/csv_columns.h"
#include "core/lab/line_readers.h"
#include "core/lab/log_time.h"
#include "core/lab/placed_columns.h"

#include <algorithm>
#include <cstring>

namespace ratewarden {
namespace {

constexpr std::string_view csvSeparators = ",;\t|";
constexpr std::size_t mostCsvColumns = 1000;

/// Takes the fields of a line one after the other.
class CsvColumns {
public:
    CsvColumns(std::string_view line, char separator) : m_rest(line), m_separator(separator) {}

    /// False: there is none left, or it is not written as a field is.
    bool next(std::string_view& text)
    {
        if (m_isAtEnd || m_isBroken)
            return false;
        m_hasQuotes = m_rest.starts_with('"');
        if (m_hasQuotes)
            return nextQuoted(text);
        const auto* const end =
            m_rest.empty() ? nullptr
                           : static_cast<const char*>(std::memchr(m_rest.data(), m_separator, m_rest.size()));
        text = trimmed(m_rest.substr(0, end == nullptr ? m_rest.size() : std::size_t(end - m_rest.data())));
        step(end == nullptr ? m_rest.size() : std::size_t(end - m_rest.data()));
        return true;
    }

    /// A quote is open at the end, or something stands behind the closed one.
    bool isBroken() const { return m_isBroken; }
    /// Whether the last one may hold doubled quotes.
    bool hasQuotes() const { return m_hasQuotes; }

private:
    bool nextQuoted(std::string_view& text)
    {
        std::size_t quote = m_rest.find('"', 1);
        while (quote != std::string_view::npos && quote + 1 < m_rest.size() && m_rest[quote + 1] == '"')
            quote = m_rest.find('"', quote + 2);
        m_isBroken = quote == std::string_view::npos ||
                     (quote + 1 < m_rest.size() && m_rest[quote + 1] != m_separator);
        if (m_isBroken)
            return false;
        text = m_rest.substr(1, quote - 1);
        step(quote + 1);
        return true;
    }

    void step(std::size_t length)
    {
        m_isAtEnd = length == m_rest.size();
        m_rest.remove_prefix(m_isAtEnd ? length : length + 1);
    }

    std::string_view m_rest;
    char m_separator;
    bool m_isAtEnd = false;
    bool m_isBroken = false;
    bool m_hasQuotes = false;
};

/// With doubled quotes as one.
std::string_view withoutDoubled(std::string_view text, std::string& room)
{
    if (text.find('"') == std::string_view::npos)
        return text;
    room.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        room += text[i];
        i += text[i] == '"' ? 1 : 0;
    }
    return room;
}

/// The fields as they are written; of the token's, doubled quotes are one.
class CsvSplit {
public:
    explicit CsvSplit(const LogFormat& format)
        : m_separator(format.separator)
        , m_expected(format.names.size())
        , m_token(columnOf(format, format.fields.token))
    {
    }

    bool operator()(std::string_view line, std::vector<std::string_view>& fields)
    {
        fields.clear();
        CsvColumns columns(line, m_separator);
        // One more than expected shows that it does not fit; a line of any number costs no more memory.
        for (std::string_view text; fields.size() <= m_expected && columns.next(text);)
            fields.push_back(columns.hasQuotes() && fields.size() == m_token ? withoutDoubled(text, m_room)
                                                                             : text);
        return !columns.isBroken();
    }

private:
    char m_separator;
    std::size_t m_expected;
    std::optional<std::size_t> m_token;
    std::string m_room;
};

bool fitsCsv(std::string_view line)
{
    return std::ranges::any_of(csvSeparators,
                               [line](char separator) { return csvColumns(line, separator).size() > 1; });
}

/// How many lines the separator cuts into as many columns as the first one, which are two or more.
std::size_t agreement(const std::vector<std::string_view>& lines, char separator)
{
    const std::size_t columns = csvColumns(lines.front(), separator).size();
    if (columns < 2)
        return 0;
    return std::size_t(std::ranges::count_if(
        lines, [&](std::string_view line) { return csvColumns(line, separator).size() == columns; }));
}

/// Names begin with a letter, differ, and are no times.
bool areNames(const std::vector<std::string>& columns)
{
    std::vector<std::string> sorted = columns;
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end() &&
           std::ranges::all_of(columns, [](const std::string& name) {
               const char first = name.empty() ? '0' : name.front();
               return ((first | 0x20) >= 'a' && (first | 0x20) <= 'z') || first == '_' || first == '@' ||
                      first == '#';
           });
}

void describeCsv(const std::vector<std::string_view>& lines, LogFormat& format)
{
    format.separator = *std::ranges::max_element(
        csvSeparators, {}, [&lines](char separator) { return agreement(lines, separator); });
    std::vector<std::string> first = csvColumns(lines.front(), format.separator);
    const auto isTime = [](const std::string& text) {
        return parseLogTime(text).has_value();
    };
    // Names alone are no proof: a token may look so. But then the second line has times where the first has
    // none.
    format.header = areNames(first) && std::ranges::none_of(first, isTime);
    if (!format.header)
        for (std::size_t column = 0; column < first.size(); ++column)
            first[column] = std::to_string(column + 1);
    format.names = std::move(first);
}

std::vector<LineField> csvFields(std::string_view line, const LogFormat& format)
{
    std::vector<std::string> columns = csvColumns(line, format.separator);
    std::vector<LineField> found;
    if (columns.size() != format.names.size() || (format.header && columns == format.names))
        return found;
    for (std::size_t column = 0; column < columns.size(); ++column)
        found.emplace_back(format.names[column], std::move(columns[column]));
    return found;
}

std::unique_ptr<LineReader> csvReader(const LogFormat& format)
{
    return std::make_unique<PlacedReader<CsvSplit>>(format);
}

} // namespace

std::vector<std::string> csvColumns(std::string_view line, char separator)
{
    std::vector<std::string> all;
    CsvColumns columns(line, separator);
    std::string room;
    for (std::string_view text; all.size() < mostCsvColumns && columns.next(text);)
        all.emplace_back(columns.hasQuotes() ? withoutDoubled(text, room) : text);
    return columns.isBroken() ? std::vector<std::string>() : all;
}

const SyntaxRow csvLines{LogSyntax::Csv, "CSV", fitsCsv, describeCsv, csvFields, csvReader};

} // namespace ratewarden
