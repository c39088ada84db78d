// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/trace.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How the lines of a log are written.
enum class LogSyntax {
    Common, ///< Common Log Format, and Combined, which has more behind it; with a virtual host before it, too
    Json,   ///< one JSON object a line
    Csv,    ///< separated by comma, semicolon, tab or bar; with a line of names or without
    Logfmt, ///< name=value name="value with spaces"
    Headed, ///< W3C Extended Log File Format and Zeek's: a remark names the fields, "#Fields: date time c-ip"
    Proxy   ///< of a proxy or gateway that has a layout of its own: HAProxy, nginx' limit_req, uWSGI, Envoy,
            ///< AWS
};

/// "common log", "JSON lines", "CSV", "logfmt", "log with a heading", "proxy log".
std::string_view nameOf(LogSyntax syntax);

/// Which field of a line says what. Empty: chosen by its name or look.
struct LogFields {
    std::string token; ///< whose request it is
    std::string time;
    std::string cost;     ///< empty in a LogFormat: every request costs 1
    std::string status{}; ///< of the answer, as HTTP numbers them; empty in a LogFormat: not known

    friend bool operator==(const LogFields&, const LogFields&) = default;
};

/// What a log was found to be.
struct LogFormat {
    LogSyntax syntax = LogSyntax::Common;
    LogFields fields;
    /// The names that were seen: of JSON and logfmt in the first lines ("request.remote_ip" for a field in a
    /// field), of CSV in its first line, or "1", "2" and so on without one; of a common log remote_addr and
    /// so on. Any of them may be chosen as a field.
    std::vector<std::string> names;
    char separator = ','; ///< of CSV and of a log with a heading
    bool header = false;  ///< of CSV: its first line has the names

    friend bool operator==(const LogFormat&, const LogFormat&) = default;
};

/// The same, and "combined log" where behind a common log's fields stand those of Combined Log Format; of a
/// proxy log whose it is, "HAProxy log".
std::string_view nameOf(const LogFormat& format);

/// One line, for people: "JSON lines, token from remote_ip, time from ts". The names are made printable.
std::string textOf(const LogFormat& format);

/// Finds syntax and fields by the first lines of a log. `beginning`: some kilobytes, whose last line may be
/// cut. `wanted`: fields that the caller names. Throws InvalidArgument where no syntax fits half of the lines
/// or a field is not there; it says what was looked for and what there is.
LogFormat detectLog(std::string_view beginning, const LogFields& wanted = {});

/// Why a line is no request.
enum class LineFault : std::uint8_t {
    None,
    Syntax,  ///< it is not written like the others
    NoToken, ///< the field is not there, empty, "-" or null
    NoTime,
    BadTime, ///< a text that is no time, or a date that does not exist
    NoCost,
    BadCost, ///< not a number from 0 to 4,294,967,295
    TooLong  ///< longer than maxLogLine
};
inline constexpr std::size_t lineFaults = 8;

/// "is not written like the others", as the end of a sentence that begins with "line 7".
std::string_view textOf(LineFault fault);

/// Longer lines are skipped, and counted.
inline constexpr std::size_t maxLogLine = 1U << 20U;
/// How many bytes after a line must be readable, whatever they are.
inline constexpr std::size_t linePadding = 64;

/// What one line says.
struct LogRequest {
    Instant time{};
    std::string_view token; ///< of the line, or of the reader until it reads the next one
    TraceCost cost = 1;
    std::uint16_t status = 0; ///< of the answer, 100 to 599; 0: not known
};

/// The statuses of answers that refuse a request for its rate.
inline constexpr std::array<std::uint16_t, 2> refusalStatuses{429, 503};

/// Whether it is one of these.
constexpr bool isRefusal(std::uint16_t status)
{
    return std::ranges::find(refusalStatuses, status) != refusalStatuses.end();
}

/// Reads lines of one format. Not thread-safe; each thread takes one.
class LineReader {
public:
    virtual ~LineReader() = default;
    /// The line comes without its end ("\n", "\r\n"), is not empty and has linePadding readable bytes behind
    /// it. Any bytes at all are read or refused.
    virtual LineFault read(std::string_view line, LogRequest& request) = 0;
};

std::unique_ptr<LineReader> lineReader(const LogFormat& format);

/// What a line of the format calls its request by, found by the name of its field: "request_id",
/// "x-request-id", "trace_id" and the like; empty where it has none.
std::string requestIdOf(std::string_view line, const LogFormat& format);
/// Which limiter of its own a proxy names in a line of its log, as nginx does its zone; empty: none.
std::string zoneOf(std::string_view line, const LogFormat& format);

} // namespace ratewarden
