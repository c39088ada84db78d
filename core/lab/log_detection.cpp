// SPDX-License-Identifier: MIT
#include "core/lab/csv_records.h"
#include "core/lab/line_readers.h"
#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace ratewarden {
namespace {

constexpr std::size_t mostLines = 200;
constexpr std::size_t namesSaid = 30;

// Names that programs give these fields, the clearest first; compared without case, and of a field in a field
// by the last part, too.
constexpr std::array<std::string_view, 37> tokenNames{
    "token",      "remote_addr", "remote_address", "remote_ip",  "client_ip", "clientip", "client_addr",
    "clienthost", "clientaddr",  "client_peer",    "c-ip",       "id.orig_h", "remoteip", "remoteaddr",
    "ip",         "ip_address",  "ipaddress",      "source_ip",  "src_ip",    "sourceip", "client",
    "peer",       "addr",        "remote_host",    "remotehost", "host",      "api_key",  "apikey",
    "key",        "user_id",     "userid",         "user",       "username",  "account",  "account_id",
    "customer",   "tenant"};
constexpr std::array<std::string_view, 17> timeNames{
    "date time",  "time",     "ts",        "timestamp",  "@timestamp", "time_iso8601",
    "time_local", "datetime", "date_time", "start_time", "starttime",  "startutc",
    "msec",       "at",       "date",      "eventtime",  "t"};
constexpr std::string_view costName = "cost";
constexpr std::array<std::string_view, 9> statusNames{
    "status",        "status_code",     "statuscode", "http_status",     "http_status_code",
    "response_code", "response_status", "sc-status",  "downstreamstatus"};

bool isCalled(std::string_view name, std::string_view known)
{
    const std::string low = lowered(name);
    return low == known ||
           (low.size() > known.size() && low.ends_with(known) && low[low.size() - known.size() - 1] == '.');
}

/// An IPv4 or IPv6 address, by its look.
bool looksLikeAddress(std::string_view text)
{
    const bool isHexadecimal =
        text.find_first_not_of("0123456789abcdefABCDEF:.[]%") == std::string_view::npos;
    const auto dots = std::ranges::count(text, '.');
    const auto colons = std::ranges::count(text, ':');
    return isHexadecimal && text.size() >= 2 &&
           (colons >= 2 || (dots == 3 && text.find_first_not_of("0123456789.") == std::string_view::npos));
}

/// A counter is not a timestamp, even if it would parse as one in 1970.
bool looksLikeTime(std::string_view text)
{
    constexpr Instant earliest = std::chrono::sys_days(std::chrono::year(1990) / 1 / 1);
    const std::optional<Instant> time = parseLogTime(text);
    return time && *time >= earliest;
}

/// What the values of one name look like in the first lines.
struct Look {
    std::size_t filled = 0;
    std::size_t times = 0;
    std::size_t addresses = 0;
    std::size_t costs = 0;
    std::size_t statuses = 0;
};

class Choice {
public:
    Choice(const std::vector<std::string_view>& lines, const LogFormat& format) : m_format(format)
    {
        for (const std::string_view line : lines)
            add(rowOf(format.syntax).fields(line, format));
    }

    std::string time() const
    {
        const auto fits = [this](const std::string& name) {
            const Look& look = lookOf(name);
            return isCommon(look) && 2 * look.times >= look.filled && look.times > 0;
        };
        return firstOf(timeNames, fits, fits);
    }

    std::string token(const std::string& time) const
    {
        const auto fits = [&](const std::string& name) {
            return name != time && isCommon(lookOf(name));
        };
        const auto isAddress = [&](const std::string& name) {
            return fits(name) && 2 * lookOf(name).addresses >= lookOf(name).filled;
        };
        std::string known = firstOf(tokenNames, fits, isAddress);
        // Without names, columns have only their places to tell, and of many columns not even these.
        constexpr std::size_t few = 4;
        if (!known.empty() || m_format.syntax != LogSyntax::Csv || m_format.header ||
            m_format.names.size() > few)
            return known;
        const auto first = std::ranges::find_if(m_format.names, fits);
        return first == m_format.names.end() ? std::string() : *first;
    }

    std::string status() const
    {
        const auto fits = [this](const std::string& name) {
            const Look& look = lookOf(name);
            return isCommon(look) && look.statuses == look.filled;
        };
        return firstOf(statusNames, fits, [](const std::string&) { return false; });
    }

    std::string cost() const
    {
        const auto found = std::ranges::find_if(m_format.names, [this](const std::string& name) {
            return lowered(name) == costName && lookOf(name).filled > 0 &&
                   lookOf(name).costs == lookOf(name).filled;
        });
        return found == m_format.names.end() ? std::string() : *found;
    }

private:
    void add(const std::vector<LineField>& fields)
    {
        m_lines += fields.empty() ? 0 : 1;
        for (const auto& [name, text] : fields) {
            LogRequest request;
            Look& look = m_looks[name];
            look.filled += text.empty() || text == "-" ? 0 : 1;
            look.times += looksLikeTime(text) ? 1 : 0;
            look.addresses += looksLikeAddress(text) ? 1 : 0;
            look.statuses += statusOf(text) != 0 ? 1 : 0;
            look.costs += takeCost(text, request) == LineFault::None ? 1 : 0;
        }
    }

    Look lookOf(const std::string& name) const
    {
        const auto found = m_looks.find(name);
        return found == m_looks.end() ? Look() : found->second;
    }

    bool isCommon(const Look& look) const { return look.filled > 0 && 2 * look.filled >= m_lines; }

    /// The first that has one of the known names and `fits`, or else the first that has the `look`.
    template <class Known, class Fits, class Looks>
    std::string firstOf(const Known& known, Fits fits, Looks look) const
    {
        for (const std::string_view word : known)
            for (const std::string& name : m_format.names)
                if (isCalled(name, word) && fits(name))
                    return name;
        const auto found = std::ranges::find_if(m_format.names, look);
        return found == m_format.names.end() ? std::string() : *found;
    }

    const LogFormat& m_format;
    std::map<std::string, Look, std::less<>> m_looks;
    std::size_t m_lines = 0;
};

/// Whether most lines have zero bytes. A few have them in a log, too, after a crash.
bool areBinary(const std::vector<std::string_view>& lines)
{
    const auto count = std::ranges::count_if(
        lines, [](std::string_view line) { return line.find('\0') != std::string_view::npos; });
    return 2 * std::size_t(count) >= lines.size();
}

std::string listOf(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), namesSaid); ++i)
        text += (i == 0 ? "" : ", ") + printable(names[i]);
    return names.size() > namesSaid ? text + ", …" : text;
}

void setField(std::string& field, const std::string& wanted, const char* what, const LogFormat& format)
{
    if (!wanted.empty()) {
        if (!columnOf(format, wanted))
            throw InvalidArgument(fmt::format("there is no field \"{}\" for the {}; there are: {}",
                                              printable(wanted), what, listOf(format.names)));
        field = wanted;
    }
}

/// Whole lines of the beginning, with room behind the last.
std::vector<std::string_view> linesOf(std::string& text)
{
    const bool isCut = !text.ends_with('\n');
    text.append(linePadding, ' ');
    std::vector<std::string_view> lines;
    std::string_view rest = std::string_view(text).substr(0, text.size() - linePadding);
    if (rest.starts_with("\xEF\xBB\xBF"))
        rest.remove_prefix(3);
    while (!rest.empty() && lines.size() < mostLines) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos && isCut && lines.size() > 1)
            break;
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!line.empty())
            lines.push_back(line);
    }
    return lines;
}

/// Refuses what a program says while it runs, which some take for a log of requests, before its commas make
/// CSV of it.
void refuseMessages(const std::vector<std::string_view>& lines)
{
    constexpr std::array<std::string_view, 12> levels{"TRACE",  "DEBUG",   "INFO",   "NOTICE",
                                                      "WARN",   "WARNING", "ERROR",  "FATAL",
                                                      "SEVERE", "LOG:",    "ERROR:", "STATEMENT:"};
    constexpr std::size_t head = 120; // bytes in which a level stands
    const auto saysLevel = [&](std::string_view line) {
        line = line.substr(0, head);
        return std::ranges::any_of(levels, [line](std::string_view level) {
            const std::size_t at = line.find(level);
            const auto isApart = [line](std::size_t place) {
                return place >= line.size() ||
                       std::string_view(" []|:\t").find(line[place]) != std::string_view::npos;
            };
            return at != std::string_view::npos && (at == 0 || isApart(at - 1)) && isApart(at + level.size());
        });
    };
    const auto namesAddress = [](std::string_view line) {
        constexpr std::string_view separators = " \t|,;";
        for (std::size_t from = 0; from < line.size();) {
            const std::size_t end = std::min(line.find_first_of(separators, from), line.size());
            const std::string_view word = line.substr(from, end - from);
            const bool isTimeOfDay =
                std::ranges::count(word, ':') == 2 && word.find("::") == std::string_view::npos;
            if (looksLikeAddress(word) && !isTimeOfDay)
                return true;
            from = end + 1;
        }
        return false;
    };
    // "Nov 20 10:11:12 web1 sshd[123]: ..."
    const auto isSyslog = [](std::string_view line) {
        const std::size_t process = line.find("]: ");
        return line.size() > 16 && line[3] == ' ' && line[9] == ':' && line[12] == ':' &&
               process != std::string_view::npos;
    };
    const auto most = [&lines](const auto& is) {
        return 2 * std::size_t(std::ranges::count_if(lines, is)) >= lines.size();
    };
    if (most(namesAddress)) // whose request it is
        return;
    if (most(isSyslog))
        throw InvalidArgument(
            "these are messages of syslog, not requests; give the access log of the proxy or server");
    if (most(saysLevel))
        throw InvalidArgument(
            "these are messages of a program, with levels as INFO or ERROR, not requests; give a log that "
            "has the time and the client of each request, as an access log has");
}

} // namespace

LogFormat guessLines(const std::vector<std::string_view>& lines)
{
    if (lines.empty())
        throw InvalidArgument("there is no line to tell the syntax from");
    if (areBinary(lines))
        throw InvalidArgument(
            "this is no log: it has zero bytes; give a text file, or one packed by gzip or zstd");
    const bool isHeaded = hasHeading(lines);
    for (const SyntaxRow* const row : syntaxRows) {
        if ((row->syntax == LogSyntax::Headed) != isHeaded)
            continue;
        if (row->syntax == LogSyntax::Csv)
            refuseMessages(lines);
        // Only records of CSV may take several lines.
        std::vector<std::string> joined;
        std::vector<std::string_view> records = lines;
        if (row->syntax == LogSyntax::Csv) {
            joined = joinedRecords(lines);
            records.assign(joined.begin(), joined.end());
        }
        if (!isHeaded && 2 * std::size_t(std::ranges::count_if(records, row->fits)) < records.size())
            continue;
        LogFormat format;
        format.syntax = row->syntax;
        row->describe(records, format);
        const Choice choice(records, format);
        format.fields.time = choice.time();
        format.fields.token = choice.token(format.fields.time);
        format.fields.cost = choice.cost();
        format.fields.status = choice.status();
        return format;
    }
    throw InvalidArgument("the first lines are neither a common or combined log nor JSON lines, CSV or "
                          "logfmt, nor a log of a known proxy");
}

void setFields(LogFormat& format, const LogFields& wanted)
{
    setField(format.fields.token, wanted.token, "token", format);
    setField(format.fields.time, wanted.time, "time", format);
    setField(format.fields.cost, wanted.cost, "cost", format);
    setField(format.fields.status, wanted.status, "status", format);
    for (const auto& [field, what] :
         {std::pair(&format.fields.token, "token"), {&format.fields.time, "time"}})
        if (field->empty() && format.syntax == LogSyntax::Csv && !format.header)
            throw InvalidArgument(
                fmt::format("no column of this {} looks like the {}; if one is, name it by its number: {}",
                            nameOf(format), what, listOf(format.names)));
        else if (field->empty())
            throw InvalidArgument(fmt::format("no field of this {} is known to hold the {}; name one of: {}",
                                              nameOf(format), what, listOf(format.names)));
}

LogFormat guessLog(std::string_view beginning)
{
    std::string text(beginning);
    return guessLines(linesOf(text));
}

LogFormat detectLog(std::string_view beginning, const LogFields& wanted)
{
    LogFormat format = guessLog(beginning);
    setFields(format, wanted);
    return format;
}

} // namespace ratewarden
