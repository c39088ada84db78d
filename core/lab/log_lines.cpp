// SPDX-License-Identifier: MIT
#include "core/lab/log_lines.h"

#include "core/formats/files/decimal.h"
#include "core/lab/line_readers.h"
#include "core/lab/log_time.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace ratewarden {
namespace {

/// Appends what the escape at `at`, behind the backslash, stands for; gives its length, or 0 for none.
std::size_t appendUnescaped(std::string_view text, std::size_t at, std::string& to)
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const std::size_t letter = at < text.size() ? letters.find(text[at]) : std::string_view::npos;
    if (letter != std::string_view::npos) {
        to += meanings[letter];
        return 1;
    }
    if (at + 2 < text.size() && text[at] == 'x')
        if (const auto code = hexadecimal(text.substr(at + 1, 2))) {
            to += char(*code);
            return 3;
        }
    if (at + 4 < text.size() && text[at] == 'u')
        if (const auto code = hexadecimal(text.substr(at + 1, 4))) {
            appendUtf8(to, *code);
            return 5;
        }
    return 0;
}

} // namespace

const SyntaxRow& rowOf(LogSyntax syntax)
{
    // Each has one; so that the compiler knows it, too, the last one is not asked.
    const auto last = std::prev(syntaxRows.end());
    return **std::find_if(syntaxRows.begin(), last,
                          [syntax](const SyntaxRow* row) { return row->syntax == syntax; });
}

std::string_view nameOf(const LogFormat& format)
{
    if (format.syntax == LogSyntax::Proxy)
        return proxyNameOf(format);
    const bool isCombined = format.syntax == LogSyntax::Common &&
                            std::ranges::find(format.names, std::string("user_agent")) != format.names.end();
    return isCombined ? "combined log" : nameOf(format.syntax);
}

std::string_view nameOf(LogSyntax syntax)
{
    return rowOf(syntax).name;
}

std::string textOf(const LogFormat& format)
{
    std::string text(nameOf(format));
    if (!format.fields.token.empty())
        text += ", token from " + printable(format.fields.token);
    if (!format.fields.time.empty())
        text += ", time from " + printable(format.fields.time);
    if (!format.fields.cost.empty())
        text += ", cost from " + printable(format.fields.cost);
    if (!format.fields.status.empty())
        text += ", status from " + printable(format.fields.status);
    return text;
}

std::string_view textOf(LineFault fault)
{
    constexpr std::array<std::string_view, lineFaults> texts{
        "is a request",
        "is not written like the others",
        "has no token",
        "has no time",
        "has a time that cannot be read",
        "has no cost",
        "has a cost that is no number from 0 to 4,294,967,295",
        "is longer than 1 MiB"};
    return texts[std::size_t(fault)];
}

std::unique_ptr<LineReader> lineReader(const LogFormat& format)
{
    return rowOf(format.syntax).reader(format);
}

LineFault takeToken(std::string_view text, LogRequest& request)
{
    if (text.empty() || text == "-")
        return LineFault::NoToken;
    request.token = text;
    return LineFault::None;
}

LineFault takeTime(std::string_view text, LogRequest& request)
{
    if (text.empty() || text == "-")
        return LineFault::NoTime;
    const std::optional<Instant> time = parseLogTime(text);
    if (!time)
        return LineFault::BadTime;
    request.time = *time;
    return LineFault::None;
}

LineFault takeCost(std::string_view text, LogRequest& request)
{
    if (text.empty())
        return LineFault::NoCost;
    request.cost = 0;
    if (text == "-")
        return LineFault::None;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), request.cost);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size())
        return LineFault::None;
    constexpr std::int64_t unit = 1'000'000;
    const std::optional<std::int64_t> scaled = scaledDecimal(text, 6);
    if (!scaled || *scaled < 0 || *scaled > unit * std::numeric_limits<TraceCost>::max())
        return LineFault::BadCost;
    request.cost = TraceCost((*scaled + unit - 1) / unit);
    return LineFault::None;
}

std::string_view unescaped(std::string_view text, std::string& room)
{
    std::size_t backslash = text.find('\\');
    if (backslash == std::string_view::npos)
        return text;
    room.clear();
    for (std::size_t at = 0; at < text.size();) {
        backslash = std::min(text.find('\\', at), text.size());
        room.append(text, at, backslash - at);
        at = backslash + 1;
        if (backslash == text.size())
            break;
        const std::size_t length = appendUnescaped(text, at, room);
        if (length == 0)
            room += '\\';
        at += length;
    }
    return room;
}

void describeByFields(const std::vector<std::string_view>& lines,
                      std::vector<LineField> (*fields)(std::string_view line, const LogFormat& format),
                      LogFormat& format)
{
    std::set<std::string, std::less<>> seen;
    format.names.clear();
    for (const std::string_view line : lines)
        for (LineField& field : fields(line, format))
            if (seen.insert(field.first).second)
                format.names.push_back(std::move(field.first));
}

std::optional<std::size_t> columnOf(const LogFormat& format, std::string_view name)
{
    const auto found = std::ranges::find(format.names, name);
    return found == format.names.end() ? std::nullopt
                                       : std::optional(std::size_t(found - format.names.begin()));
}

} // namespace ratewarden
