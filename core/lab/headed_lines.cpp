// SPDX-License-Identifier: MIT
// Logs whose remarks name the fields: W3C Extended Log File Format (IIS, CloudFront), "#Fields: date time
// c-ip", and Zeek's, "#fields", with tabs.
#include "core/lab/line_readers.h"
#include "core/lab/placed_columns.h"

#include <algorithm>

namespace ratewarden {
namespace {

// Two columns of W3C are one moment.
constexpr std::string_view momentName = "date time";
constexpr std::size_t mostColumns = 200;

using Columns = std::vector<std::string_view>;

/// What stands behind "#Fields:"; empty: the line is no such remark.
std::string_view headingOf(std::string_view line)
{
    for (const std::string_view word : {"#Fields:", "#fields"})
        if (line.starts_with(word))
            return trimmed(line.substr(word.size()));
    return {};
}

char headingSeparator(std::string_view heading)
{
    return heading.find('\t') == std::string_view::npos ? ' ' : '\t';
}

Columns words(std::string_view line, char separator)
{
    Columns all;
    for (std::size_t from = 0; all.size() < mostColumns;) {
        const std::size_t end = std::min(line.find(separator, from), line.size());
        if (end > from || separator == '\t')
            all.push_back(line.substr(from, end - from));
        if (end == line.size())
            break;
        from = end + 1;
    }
    return all;
}

/// Whether the heading names a date and, behind it, a time.
bool hasMoment(const Columns& names)
{
    return names.size() >= 2 && names[0] == "date" && names[1] == "time";
}

class HeadedSplit {
public:
    explicit HeadedSplit(const LogFormat& format)
        : m_separator(format.separator), m_joins(!format.names.empty() && format.names.front() == momentName)
    {
    }

    bool operator()(std::string_view line, Columns& columns) const
    {
        if (line.starts_with('#'))
            return false;
        columns = words(line, m_separator);
        if (!m_joins)
            return true;
        if (columns.size() < 2)
            return false;
        // "2026-11-20<tab>10:11:12": a tab between date and time is read as the space is.
        const char* const begin = columns[0].data();
        columns[1] = {begin, std::size_t(columns[1].data() + columns[1].size() - begin)};
        columns.erase(columns.begin());
        return true;
    }

private:
    char m_separator;
    bool m_joins;
};

bool fitsHeaded(std::string_view line)
{
    return line.starts_with('#');
}

void describeHeaded(const std::vector<std::string_view>& lines, LogFormat& format)
{
    for (const std::string_view line : lines)
        if (const std::string_view heading = headingOf(line); !heading.empty()) {
            // CloudFront's heading has spaces, and its lines have tabs.
            const bool hasTabs = std::ranges::any_of(lines, [](std::string_view other) {
                return !other.starts_with('#') && other.find('\t') != std::string_view::npos;
            });
            Columns names = words(heading, headingSeparator(heading));
            format.separator = hasTabs ? '\t' : ' ';
            if (hasMoment(names)) {
                names.erase(names.begin());
                names.front() = momentName;
            }
            format.names.assign(names.begin(), names.end());
            return;
        }
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

const SyntaxRow headedLines{LogSyntax::Headed, "log with a heading", fitsHeaded,
                            describeHeaded,    headedFields,         headedReader};

} // namespace ratewarden
