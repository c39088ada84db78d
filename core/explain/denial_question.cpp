// SPDX-License-Identifier: MIT
#include "core/explain/denial_question.h"

#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/model/written_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace ratewarden {
namespace {

using std::chrono::seconds;

Denial openFrom(Instant from, Micros open)
{
    return {from, from + open - Micros(1)};
}

/// What a time of a log leaves open, by the digits of its fraction.
Micros openOf(std::string_view time)
{
    const auto point = std::ranges::find_if(time, [](char c) { return c == '.' || c == ','; });
    if (point != time.end()) {
        const auto end = std::find_if_not(point + 1, time.end(), isDigit);
        return openAfter(std::size_t(end - point - 1));
    }
    if (!std::ranges::all_of(time, isDigit))
        return seconds(1);
    constexpr std::size_t ofSeconds = 11;
    constexpr std::size_t ofMillis = 14;
    return time.size() <= ofSeconds ? Micros(seconds(1)) : time.size() <= ofMillis ? Micros(1000) : Micros(1);
}

std::optional<Denial> denialIfTime(std::string_view text, Instant now)
{
    if (const auto time = readWrittenTime(text); time && time->ofDay)
        return openFrom(time->date ? localTime(*time->date, *time->ofDay) : lastTimeOfDay(*time->ofDay, now),
                        time->open);
    constexpr Instant earliest{seconds(1'000'000'000)}; // small numbers are no times
    if (const auto moment = parseLogTime(text); moment && *moment >= earliest)
        return openFrom(*moment, openOf(text));
    return std::nullopt;
}

/// The token is all before the time, which is of one word or two.
std::optional<DenialQuestion> wordsAsked(std::string_view text, Instant now)
{
    for (std::size_t gap = text.find(' '); gap != std::string_view::npos; gap = text.find(' ', gap + 1)) {
        const std::string_view token = trimmed(text.substr(0, gap));
        const auto denial = denialIfTime(trimmed(text.substr(gap + 1)), now);
        if (denial && !token.empty())
            return DenialQuestion{std::string(token), *denial};
    }
    return std::nullopt;
}

/// Empty: it is no line of a log.
std::optional<DenialQuestion> lineAsked(std::string_view text)
{
    std::string line(text);
    LogFormat format;
    std::unique_ptr<LineReader> reader;
    try {
        format = detectLog(line);
        reader = lineReader(format);
    } catch (const InvalidArgument&) {
        return std::nullopt;
    }
    const std::size_t size = line.size();
    line.append(linePadding, '\0');
    const std::string_view read = std::string_view(line).substr(0, size);
    LogRequest request;
    if (reader->read(read, request) != LineFault::None)
        return std::nullopt;
    if (request.status != 0 && !isRefusal(request.status))
        throw InvalidArgument(fmt::format(
            "the line is of a request that was answered with {}: only one that was denied (429 or 503) can "
            "be explained",
            request.status));
    return questionOf(request, requestIdOf(read, format));
}

constexpr auto timesRead =
    "a time is written 14:57, 14:57:40.218, \"2026-11-26 14:57:40\" (of this machine's time "
    "zone), 2026-11-26T14:57:40Z, or in Unix time";

} // namespace

DenialQuestion questionOf(const LogRequest& request, std::string note)
{
    Denial denial = openFrom(request.time - logSlack, 2 * logSlack);
    denial.cost = request.cost;
    denial.note = std::move(note);
    denial.isLogged = request.status != 0;
    return {std::string(request.token), std::move(denial)};
}

Denial denialAt(std::string_view time, Instant now)
{
    const auto denial = denialIfTime(trimmed(time), now);
    if (!denial)
        throw InvalidArgument(fmt::format("\"{}\" is no time: {}", printable(time), timesRead));
    return *denial;
}

DenialQuestion denialQuestion(std::string_view text, Instant now)
{
    text = trimmed(text, " \t\r\n");
    auto asked = wordsAsked(text, now);
    if (!asked)
        asked = lineAsked(text);
    if (!asked)
        throw InvalidArgument(fmt::format("\"{}\" is neither a token with a time nor the line of a log: {}",
                                          printable(text.substr(0, 200)), timesRead));
    return *asked;
}

} // namespace ratewarden
