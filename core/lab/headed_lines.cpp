// SPDX-License-Identifier: MIT
// Logs whose remarks name the fields: W3C Extended Log File Format (IIS, CloudFront), "#Fields: date time
// c-ip", and Zeek's, "#fields", with tabs.
#include "core/lab/line_readers.h"
#include "core/lab/placed_columns.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

// Two columns of W3C are one moment.
constexpr std::string_view momentName = "date time";
constexpr std::size_t mostColumns = 200;

using Columns = std::vector<std::string_view>;

/// What stands behind "#Fields:", with the separator before it; empty: the line is no such remark.
std::string_view headingOf(std::string_view line)
{
    constexpr std::string_view separators = " \t,;|"; // not of "#fieldsets"
    for (const std::string_view word : {"#Fields:", "#fields"})
        if (line.size() > word.size() && line.starts_with(word) &&
            separators.find(line[word.size()]) != std::string_view::npos)
            return line.substr(word.size());
    return {};
}

Columns words(std::string_view line, char separator)
{
    Columns all;
    for (std::size_t from = 0; all.size() < mostColumns;) {
        const std::size_t end = std::min(line.find(separator, from), line.size());
        if (end > from || separator != ' ')
            all.push_back(line.substr(from, end - from));
        if (end == line.size())
            break;
        from = end + 1;
    }
    return all;
}

class HeadedSplit {
public:
    explicit HeadedSplit(const LogFormat& format)
        : m_separator(format.separator), m_moment(columnOf(format, momentName))
    {
    }

    bool operator()(std::string_view line, Columns& columns) const
    {
        if (line.starts_with('#'))
            return false;
        columns = words(line, m_separator);
        if (!m_moment)
            return true;
        if (columns.size() < *m_moment + 2)
            return false;
        // "2026-11-20<tab>10:11:12": a tab between date and time is read as the space is.
        const auto date = columns.begin() + std::ptrdiff_t(*m_moment);
        const char* const begin = date->data();
        date[1] = {begin, std::size_t(date[1].data() + date[1].size() - begin)};
        columns.erase(date);
        return true;
    }

private:
    char m_separator;
    std::optional<std::size_t> m_moment; // the column of the date, if the time is the next
};

bool fitsHeaded(std::string_view line)
{
    return line.starts_with('#');
}

/// Gives the format the names of a heading, date and time as one.
void takeNames(std::string_view heading, LogFormat& format)
{
    Columns names = words(trimmed(heading.substr(1)), heading.front());
    constexpr std::array<std::string_view, 2> moment{"date", "time"};
    if (const auto found = std::search(names.begin(), names.end(), moment.begin(), moment.end());
        found != names.end())
        *names.erase(found) = momentName;
    format.names.assign(names.begin(), names.end());
}

void describeHeaded(const std::vector<std::string_view>& lines, LogFormat& format)
{
    const auto heading =
        std::ranges::find_if(lines, [](std::string_view line) { return !headingOf(line).empty(); });
    takeNames(headingOf(*heading), format);
    // CloudFront's heading has spaces, and its lines have tabs.
    const bool hasTabs = std::ranges::any_of(lines, [](std::string_view line) {
        return !line.starts_with('#') && line.find('\t') != std::string_view::npos;
    });
    format.separator = hasTabs ? '\t' : headingOf(*heading).front();
}

std::vector<LineField> headedFields(std::string_view line, const LogFormat& format)
{
    return placedFields(line, format, HeadedSplit(format));
}

std::unique_ptr<LineReader> headedReader(const LogFormat& format)
{
    return std::make_unique<PlacedReader<HeadedSplit>>(format);
}

} // namespace

bool hasHeading(const std::vector<std::string_view>& lines)
{
    return std::ranges::any_of(lines, [](std::string_view line) { return !headingOf(line).empty(); });
}

std::optional<LogFormat> behindHeading(std::string_view line, const LogFormat& format)
{
    const std::string_view heading = headingOf(line);
    if (heading.empty())
        return std::nullopt;
    LogFormat next = format;
    takeNames(heading, next);
    return next;
}

const SyntaxRow headedLines{LogSyntax::Headed, "log with a heading", fitsHeaded,
                            describeHeaded,    headedFields,         headedReader};

} // namespace ratewarden
