// SPDX-License-Identifier: MIT
#include "core/lab/csv_records.h"
#include "core/lab/line_readers.h"
#include "core/lab/log_faults.h"
#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

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
constexpr std::array<std::string_view, 18> timeNames{
    "startutc",     "date time",  "time",     "ts",        "timestamp",  "@timestamp",
    "time_iso8601", "time_local", "datetime", "date_time", "start_time", "started_at",
    "starttime",    "msec",       "at",       "date",      "eventtime",  "t"};
constexpr std::string_view costName = "cost";
constexpr std::array<std::string_view, 9> statusNames{
    "status",        "status_code",     "statuscode", "http_status",     "http_status_code",
    "response_code", "response_status", "sc-status",  "downstreamstatus"};
/// What names one request before what several may share.
constexpr std::array<std::string_view, 15> idNames{
    "request_id", "requestid",         "x-request-id",   "x_request_id",  "request-id",
    "request.id", "http_x_request_id", "req_id",         "reqid",         "req.id",
    "trace_id",   "traceid",           "correlation_id", "correlationid", "trace.id"};

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
    std::size_t spaced = 0; ///< with a space in them
};

class Choice {
public:
    Choice(const std::vector<std::string_view>& lines, const LogFormat& format) : m_format(format)
    {
        LogFormat current = format;
        for (const std::string_view line : lines) {
            if (const auto next = behindHeading(line, current); next && format.syntax == LogSyntax::Headed)
                current = *next;
            add(rowOf(format.syntax).fields(line, current));
        }
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
        return firstOf(tokenNames, fits, isAddress);
    }

    /// The first of a few columns that is neither prose nor the status.
    std::string tokenByPlace(const std::string& time) const
    {
        constexpr std::size_t few = 4; // of more, not even the place tells
        const auto found = std::ranges::find_if(m_format.names, [&](const std::string& name) {
            const Look& look = lookOf(name);
            return name != time && isCommon(look) && 2 * look.spaced < look.filled &&
                   look.statuses < look.filled;
        });
        return found == m_format.names.end() || m_format.names.size() > few ? std::string() : *found;
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
            look.spaced += text.find(' ') != std::string::npos ? 1 : 0;
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
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > namesSaid ? text + ", …" : text;
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

// How messages begin that are no requests, by the program that wrote them.

/// "Nov 20 10:11:12 web1 sshd[123]: ...", "<34>1 2026-11-20T10:11:12Z web1 su - - - ...", or the former with
/// such a time.
bool isOfSyslog(std::string_view line)
{
    if (line.starts_with('<'))
        line.remove_prefix(std::min(line.find('>') + 1, line.size()));
    if (line.size() > 16 && line[3] == ' ' && line[6] == ' ' && line[9] == ':' && line[12] == ':')
        return true;
    if (line.starts_with("1 "))
        line.remove_prefix(2);
    std::size_t end = std::min(line.find(' '), line.size());
    if (line.substr(0, end).find('T') == std::string_view::npos || !looksLikeTime(line.substr(0, end)))
        return false;
    const std::size_t colon = line.find(": ", end);
    const auto words = std::ranges::count(line.substr(end, std::min(colon, line.size()) - end), ' ');
    return line.find(" - ") != std::string_view::npos || (colon != std::string_view::npos && words == 2);
}

bool hasOne(std::string_view line, std::span<const std::string_view> words)
{
    return std::ranges::any_of(
        words, [line](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

/// Of its log for people, and of its csvlog.
bool isOfPostgres(std::string_view line)
{
    constexpr std::array<std::string_view, 12> severities{
        " LOG:  ",  " ERROR:  ",   " FATAL:  ", " WARNING:  ", " DETAIL:  ", " STATEMENT:  ",
        " HINT:  ", " CONTEXT:  ", ",LOG,",     ",ERROR,",     ",FATAL,",    ",WARNING,"};
    return hasOne(line, severities);
}

/// Of its error log: "[Fri Nov 20 10:11:12 2026] [error] ...", in newer ones with a fraction of the second.
bool isOfApache(std::string_view line)
{
    const std::size_t end = line.find("] [");
    if (!line.starts_with('[') || end == std::string_view::npos || isDigit(line[1]))
        return false;
    std::string time(line.substr(1, end - 1));
    if (const std::size_t dot = time.find('.'); dot != std::string::npos)
        time.erase(dot, time.find(' ', dot) - dot);
    return looksLikeTime(time);
}

bool isOfJournal(std::string_view line)
{
    constexpr std::array<std::string_view, 2> fields{"__REALTIME_TIMESTAMP=", "\"__REALTIME_TIMESTAMP\""};
    return hasOne(line, fields);
}

/// Lines with a level, and those of a stack trace.
bool isOfProgram(std::string_view line)
{
    constexpr std::array<std::string_view, 9> levels{"TRACE",   "DEBUG", "INFO",  "NOTICE", "WARN",
                                                     "WARNING", "ERROR", "FATAL", "SEVERE"};
    constexpr std::array<std::string_view, 5> ofTraces{"at ", "File \"", "... ", "Traceback ", "Caused by: "};
    constexpr std::size_t head = 120; // bytes in which a level stands
    const auto isApart = [line](std::size_t place) {
        return place >= line.size() ||
               std::string_view(" []|:\t").find(line[place]) != std::string_view::npos;
    };
    return std::ranges::any_of(levels,
                               [&](std::string_view level) {
                                   const std::size_t at = line.substr(0, head).find(level);
                                   return at != std::string_view::npos && (at == 0 || isApart(at - 1)) &&
                                          isApart(at + level.size());
                               }) ||
           std::ranges::any_of(ofTraces,
                               [line](std::string_view begin) { return trimmed(line).starts_with(begin); });
}

/// What lines are that are no requests; Fault::None where that is not known.
FaultCode kindOfMessages(const std::vector<std::string_view>& lines)
{
    if (std::ranges::any_of(lines, isOfJournal)) // each field has a line
        return Fault::JournalMessages;
    constexpr std::array<std::pair<bool (*)(std::string_view), FaultCode>, 5> kinds{
        {{isNginxMessage, Fault::NginxMessages},
         {isOfPostgres, Fault::PostgresMessages},
         {isOfApache, Fault::ApacheMessages},
         {isOfProgram, Fault::ProgramMessages},
         {isOfSyslog, Fault::SyslogMessages}}};
    const auto* const found = std::ranges::find_if(kinds, [&lines](const auto& kind) {
        return 2 * std::size_t(std::ranges::count_if(lines, kind.first)) >= lines.size();
    });
    return found == kinds.end() ? Fault::None : found->second;
}

/// Says what the lines are, or else the `problem`.
[[noreturn]] void refuseLines(const std::vector<std::string_view>& lines, const Problem& problem)
{
    const FaultCode messages = kindOfMessages(lines);
    throw InvalidArgument(messages == Fault::None ? problem : Problem(Fault::NoRequests, Problem(messages)));
}

} // namespace

LogFormat guessLines(const std::vector<std::string_view>& lines)
{
    if (lines.empty())
        throw InvalidArgument(Problem(Fault::LogEmpty));
    if (areBinary(lines))
        throw InvalidArgument(Problem(Fault::LogBinary));
    const bool isHeaded = hasHeading(lines);
    for (const SyntaxRow* const row : syntaxRows) {
        if ((row->syntax == LogSyntax::Headed) != isHeaded)
            continue;
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
        if (row->syntax == LogSyntax::Csv && format.names.size() < 2) // separators here and there
            break;
        const Choice choice(records, format);
        format.fields.time = choice.time();
        format.fields.token = choice.token(format.fields.time);
        format.fields.cost = choice.cost();
        format.fields.status = choice.status();
        // Without names, columns have only their places to tell.
        if (format.fields.token.empty() && row->syntax == LogSyntax::Csv && !format.header &&
            kindOfMessages(lines) == Fault::None)
            format.fields.token = choice.tokenByPlace(format.fields.time);
        return format;
    }
    refuseLines(lines, Fault::LogSyntax);
}

void needField(const LogFormat& format, const std::string& name)
{
    if (!columnOf(format, name))
        throw InvalidArgument(Problem(Fault::NoLogField, name, listOf(format.names)));
}

void setFields(LogFormat& format, const LogFields& wanted, const std::vector<std::string_view>& lines)
{
    for (const auto field : {&LogFields::token, &LogFields::time, &LogFields::cost, &LogFields::status})
        if (const std::string& name = wanted.*field; !name.empty()) {
            needField(format, name);
            format.fields.*field = name;
        }
    const bool isNumbered = format.syntax == LogSyntax::Csv && !format.header;
    const auto check = [&](const std::string& field, FaultCode unknown, FaultCode unknownColumn) {
        if (field.empty())
            refuseLines(lines,
                        Problem(isNumbered ? unknownColumn : unknown, nameOf(format), listOf(format.names)));
    };
    check(format.fields.token, Fault::NoTokenField, Fault::NoTokenColumn);
    check(format.fields.time, Fault::NoTimeField, Fault::NoTimeColumn);
}

std::string requestIdOf(std::string_view line, const LogFormat& format)
{
    std::vector<LineField> fields = rowOf(format.syntax).fields(line, format);
    for (const std::string_view known : idNames)
        for (auto& [name, text] : fields)
            if (isCalled(name, known) && !text.empty() && text != "-" && !text.starts_with('[')) // no list
                return std::move(text);
    return {};
}

std::string zoneOf(std::string_view line, const LogFormat& format)
{
    if (format.syntax == LogSyntax::Proxy)
        for (auto& [name, text] : rowOf(format.syntax).fields(line, format))
            if (name == "zone")
                return std::move(text);
    return {};
}

LogFormat detectLog(std::string_view beginning, const LogFields& wanted)
{
    std::string text(beginning);
    const std::vector<std::string_view> lines = linesOf(text);
    LogFormat format = guessLines(lines);
    setFields(format, wanted, lines);
    return format;
}

} // namespace ratewarden
