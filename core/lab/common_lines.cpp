// SPDX-License-Identifier: MIT
#include "core/lab/line_readers.h"
#include "core/lab/log_time.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ratewarden {
namespace {

constexpr std::string_view virtualHostName = "virtual_host";
constexpr std::string_view addressName = "remote_addr";
constexpr std::string_view timeName = "time";
/// Behind the time. What follows is called by its number: "10" and so on.
constexpr std::array<std::string_view, 5> restNames{"request", "status", "bytes", "referer", "user_agent"};
constexpr std::size_t mostCommonColumns = 64;

/// Where the time stands between its brackets. A name of a user may hold brackets, too: the first that is
/// behind a space and holds a time.
struct TimePlace {
    std::size_t bracket = 0; ///< the place of the first one
    std::size_t end = 0;     ///< behind the second one
    Instant time{};
};

enum class Found { Time, NoBrackets, NoTime };

Found findTime(std::string_view line, TimePlace& place)
{
    Found found = Found::NoBrackets;
    for (std::size_t from = 0; from < line.size();) {
        const auto* const open =
            static_cast<const char*>(std::memchr(line.data() + from, '[', line.size() - from));
        if (open == nullptr)
            return found;
        place.bracket = std::size_t(open - line.data());
        from = place.bracket + 1;
        if (place.bracket == 0 || line[place.bracket - 1] != ' ')
            continue;
        const std::size_t close = line.find(']', from);
        if (close == std::string_view::npos)
            return found;
        place.end = close + 1;
        if (const auto time = parseLogTime(line.substr(from, close - from))) {
            place.time = *time;
            return Found::Time;
        }
        if (line[from] >= '0' && line[from] <= '9') // meant as a time
            found = Found::NoTime;
    }
    return found;
}

/// The next word, without the space behind it.
std::string_view takeWord(std::string_view& rest)
{
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return word;
}

/// Where a quoted text that begins at `from` ends: the place of its quote; npos when it is open.
std::size_t endOfQuoted(std::string_view text, std::size_t from)
{
    std::size_t quote = text.find('"', from);
    while (quote != std::string_view::npos) {
        std::size_t backslashes = 0;
        while (quote - backslashes > from && text[quote - backslashes - 1] == '\\')
            ++backslashes;
        if (backslashes % 2 == 0)
            return quote;
        quote = text.find('"', quote + 1);
    }
    return quote;
}

/// Calls `action(column, text, quoted)` for all fields, the time's among them, until it gives false. False:
/// the line is not whole.
template <class Action>
bool forEachColumn(std::string_view line, const TimePlace& place, std::size_t wordsBefore, Action action)
{
    std::string_view before = line.substr(0, place.bracket - 1);
    std::size_t column = 0;
    for (; column < wordsBefore + 2; ++column) {
        if (column < wordsBefore) // syslog writes "Nov  6"
            before.remove_prefix(std::min(before.find_first_not_of(' '), before.size()));
        if (!action(column, takeWord(before), false))
            return true;
    }
    if (!action(column++, before, false)) // the user, with the spaces of its name
        return true;
    if (!action(column++, line.substr(place.bracket, place.end - place.bracket), false))
        return true;
    std::string_view rest = line.substr(place.end);
    while (!rest.empty() && column < mostCommonColumns) {
        if (rest.front() != ' ')
            return false;
        rest.remove_prefix(1);
        if (rest.starts_with('"')) {
            const std::size_t end = endOfQuoted(rest, 1);
            if (end == std::string_view::npos)
                return false;
            if (!action(column++, rest.substr(1, end - 1), true))
                return true;
            rest.remove_prefix(end + 1);
        } else {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            if (!action(column++, rest.substr(0, end), false))
                return true;
            rest.remove_prefix(end);
        }
    }
    return true;
}

/// How many words the format has before the address.
std::size_t wordsBeforeAddress(const LogFormat& format)
{
    return columnOf(format, addressName).value_or(0);
}

/// How many words stand before the address: one of the format vhost_combined, more where syslog or a
/// container runtime wrote the line. The identity behind the address is always "-" then. Empty: where it is,
/// is not known.
std::optional<std::size_t> wordsBeforeAddress(std::string_view line, const TimePlace& place)
{
    constexpr std::size_t mostWithout = 4; // an address, identity and user that are not "-"
    std::string_view before = line.substr(0, place.bracket - 1);
    std::size_t words = 0;
    for (; !before.empty(); ++words) {
        if (takeWord(before) == "-" && words > 0 && !before.empty())
            return words - 1;
        before.remove_prefix(std::min(before.find_first_not_of(' '), before.size()));
    }
    return words <= mostWithout ? std::optional(std::size_t(0)) : std::nullopt;
}

class CommonReader final : public LineReader {
public:
    explicit CommonReader(const LogFormat& format)
        : m_wordsBefore(wordsBeforeAddress(format))
        , m_token(columnOf(format, format.fields.token).value_or(mostCommonColumns))
        , m_time(columnOf(format, format.fields.time).value_or(mostCommonColumns))
        , m_cost(columnOf(format, format.fields.cost).value_or(mostCommonColumns))
        , m_status(columnOf(format, format.fields.status).value_or(mostCommonColumns))
        , m_wantsCost(!format.fields.cost.empty())
        , m_isPlain(m_token == 0 && m_time == 3 && m_wordsBefore == 0 && !m_wantsCost &&
                    (m_status == plainStatus || m_status == mostCommonColumns))
    {
    }

    LineFault read(std::string_view line, LogRequest& request) override
    {
        TimePlace place;
        const Found found = findTime(line, place);
        if (found != Found::Time)
            return found == Found::NoBrackets ? LineFault::Syntax : LineFault::BadTime;
        request.time = place.time;
        request.cost = 1;
        request.status = 0;
        if (!m_isPlain)
            return readColumns(line, place, request);
        if (m_status == plainStatus)
            request.status = statusBehind(line.substr(place.end));
        return takeToken(takeWord(line), request);
    }

private:
    static constexpr std::size_t plainStatus = 5; // the column, without a host

    /// The status behind the quoted request that follows the time. Few requests have a quote in them.
    static std::uint16_t statusBehind(std::string_view rest)
    {
        constexpr std::size_t least = 8; // ' "" 200 '
        if (rest.size() < least || rest[0] != ' ' || rest[1] != '"')
            return 0;
        const char* const quote =
            static_cast<const char*>(std::memchr(rest.data() + 2, '"', rest.size() - 2));
        if (quote == nullptr)
            return 0;
        std::size_t end = std::size_t(quote - rest.data());
        if (rest[end - 1] == '\\' && (end = endOfQuoted(rest, 2)) == std::string_view::npos)
            return 0;
        // What is behind the line may be read.
        const char* const status = rest.data() + end + 2;
        const bool isWord = end + 5 == rest.size() || (end + 5 < rest.size() && status[3] == ' ');
        return isWord ? statusOf({status, 3}) : 0;
    }

    LineFault readColumns(std::string_view line, const TimePlace& place, LogRequest& request)
    {
        const std::size_t timeColumn = m_wordsBefore + 3;
        LineFault token = LineFault::NoToken;
        LineFault time = m_time == timeColumn ? LineFault::None : LineFault::NoTime;
        LineFault cost = m_wantsCost ? LineFault::NoCost : LineFault::None;
        const std::size_t needed = std::max({m_token, m_time, m_wantsCost ? m_cost : 0});
        const std::size_t last = m_status == mostCommonColumns ? needed : std::max(needed, m_status);
        std::size_t seen = 0;
        const bool whole = forEachColumn(
            line, place, m_wordsBefore, [&](std::size_t column, std::string_view text, bool quoted) {
                if (column == m_token)
                    token = takeToken(quoted ? unescaped(text, m_room) : text, request);
                if (column == m_time && column != timeColumn)
                    time = takeTime(text, request);
                if (m_wantsCost && column == m_cost)
                    cost = takeCost(text, request);
                if (column == m_status)
                    request.status = statusOf(text);
                seen = column;
                return column < last;
            });
        if (!whole && seen < needed)
            return LineFault::Syntax;
        if (token != LineFault::None)
            return token;
        return time != LineFault::None ? time : cost;
    }

    std::size_t m_wordsBefore;
    std::size_t m_token;
    std::size_t m_time;
    std::size_t m_cost;
    std::size_t m_status;
    bool m_wantsCost;
    bool m_isPlain; // the address is the first word, and behind the time the status alone matters
    std::string m_room;
};

bool fitsCommon(std::string_view line)
{
    TimePlace place;
    constexpr Instant earliest =
        std::chrono::sys_days(std::chrono::year(1990) / 1 / 1); // "[4711]" is a process
    return findTime(line, place) == Found::Time && place.time >= earliest &&
           wordsBeforeAddress(line, place) &&
           line.substr(0, place.bracket).find_first_of("{=") > place.bracket;
}

void describeCommon(const std::vector<std::string_view>& lines, LogFormat& format)
{
    std::vector<std::size_t> counts;
    for (const std::string_view line : lines) {
        TimePlace place;
        if (findTime(line, place) == Found::Time)
            counts.push_back(wordsBeforeAddress(line, place).value_or(0));
    }
    const auto middle = counts.begin() + std::ptrdiff_t((counts.size() - 1) / 2);
    std::ranges::nth_element(counts, middle);
    format.names.clear();
    if (*middle == 1)
        format.names.emplace_back(virtualHostName);
    while (format.names.size() < *middle)
        format.names.push_back(std::to_string(format.names.size() + 1));
    for (const std::string_view name :
         {addressName, std::string_view("ident"), std::string_view("user"), timeName})
        format.names.emplace_back(name);
    std::size_t columns = format.names.size();
    for (const std::string_view line : lines) {
        TimePlace place;
        if (findTime(line, place) == Found::Time)
            forEachColumn(line, place, wordsBeforeAddress(format),
                          [&](std::size_t column, std::string_view, bool) {
                              columns = std::max(columns, column + 1);
                              return true;
                          });
    }
    for (const std::string_view name : restNames)
        if (format.names.size() < columns)
            format.names.emplace_back(name);
    while (format.names.size() < columns)
        format.names.push_back(std::to_string(format.names.size() + 1));
}

std::vector<LineField> commonFields(std::string_view line, const LogFormat& format)
{
    std::vector<LineField> found;
    TimePlace place;
    if (findTime(line, place) == Found::Time)
        forEachColumn(line, place, wordsBeforeAddress(format),
                      [&](std::size_t column, std::string_view text, bool) {
                          if (column < format.names.size())
                              found.emplace_back(format.names[column], text);
                          return true;
                      });
    return found;
}

std::unique_ptr<LineReader> commonReader(const LogFormat& format)
{
    return std::make_unique<CommonReader>(format);
}

} // namespace

const SyntaxRow commonLines{LogSyntax::Common, "common log", fitsCommon,
                            describeCommon,    commonFields, commonReader};

} // namespace ratewarden
