// SPDX-License-Identifier: MIT
#include "core/explain/denial_question.h"

#include "core/lab/log_lines.h"
#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <optional>

namespace ratewarden {
namespace {

using std::chrono::seconds;

/// How much a fraction of so many digits leaves open.
Micros openAfter(std::size_t digits)
{
    Micros open = seconds(1);
    for (std::size_t i = 0; i < digits; ++i)
        open /= 10;
    return std::max(open, Micros(1));
}

Denial openFrom(Instant from, Micros open)
{
    return {from, from + open - Micros(1)};
}

/// A time of day as people write it.
struct ClockTime {
    int hour = 0;
    int minute = 0;
    int second = 0;
    Micros fraction{};
    Micros open = std::chrono::minutes(1);
};

std::optional<int> twoDigits(std::string_view& text, int most)
{
    if (text.size() < 2 || !isDigit(text[0]) || !isDigit(text[1]))
        return std::nullopt;
    const int number = (text[0] - '0') * 10 + (text[1] - '0');
    text.remove_prefix(2);
    return number <= most ? std::optional(number) : std::nullopt;
}

bool skip(std::string_view& text, char c)
{
    const bool isThere = text.starts_with(c);
    text.remove_prefix(isThere ? 1 : 0);
    return isThere;
}

std::optional<ClockTime> clockTime(std::string_view text)
{
    ClockTime time;
    const auto hour = twoDigits(text, 23);
    const auto minute = hour && skip(text, ':') ? twoDigits(text, 59) : std::nullopt;
    if (!minute)
        return std::nullopt;
    time.hour = *hour;
    time.minute = *minute;
    if (skip(text, ':')) {
        const auto second = twoDigits(text, 59);
        if (!second)
            return std::nullopt;
        time.second = *second;
        time.open = seconds(1);
        if (skip(text, '.') || skip(text, ',')) {
            const std::size_t digits = text.size();
            if (digits == 0 || digits > 6 || !std::ranges::all_of(text, isDigit))
                return std::nullopt;
            time.open = openAfter(digits);
            time.fraction = *parsedNumber<std::int64_t>(text) * time.open;
            text = {};
        }
    }
    return text.empty() ? std::optional(time) : std::nullopt;
}

bool exists(const std::tm& date)
{
    const std::chrono::year_month_day day{std::chrono::year(date.tm_year + 1900),
                                          std::chrono::month(unsigned(date.tm_mon + 1)),
                                          std::chrono::day(unsigned(date.tm_mday))};
    return day.ok();
}

/// "2026-11-26"
std::optional<std::tm> dateOf(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = parsedNumber<int>(text.substr(0, 4));
    const auto month = parsedNumber<int>(text.substr(5, 2));
    const auto day = parsedNumber<int>(text.substr(8, 2));
    if (!year || !month || !day || *year < 1970)
        return std::nullopt;
    std::tm date{};
    date.tm_year = *year - 1900;
    date.tm_mon = *month - 1;
    date.tm_mday = *day;
    return exists(date) ? std::optional(date) : std::nullopt;
}

std::tm localDate(Instant moment)
{
    const std::time_t time = std::chrono::floor<seconds>(moment).time_since_epoch().count();
    std::tm date{};
    localtime_r(&time, &date);
    return date;
}

Denial atLocal(std::tm date, const ClockTime& time)
{
    date.tm_hour = time.hour;
    date.tm_min = time.minute;
    date.tm_sec = time.second;
    date.tm_isdst = -1;
    const Instant moment{seconds(std::mktime(&date))};
    return openFrom(moment + time.fraction, time.open);
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
    if (const auto time = clockTime(text)) {
        std::tm today = localDate(now);
        const Denial denial = atLocal(today, *time);
        if (denial.from <= now)
            return denial;
        --today.tm_mday; // mktime() makes a date of it
        return atLocal(today, *time);
    }
    const std::size_t gap = std::min(text.find(' '), text.find('T'));
    if (gap != std::string_view::npos) {
        const auto date = dateOf(text.substr(0, gap));
        const auto time = clockTime(text.substr(gap + 1));
        if (date && time)
            return atLocal(*date, *time);
    }
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
    std::unique_ptr<LineReader> reader;
    try {
        reader = lineReader(detectLog(line));
    } catch (const InvalidArgument&) {
        return std::nullopt;
    }
    const std::size_t size = line.size();
    line.append(linePadding, '\0');
    LogRequest request;
    if (reader->read(std::string_view(line).substr(0, size), request) != LineFault::None)
        return std::nullopt;
    if (request.status != 0 && !isRefusal(request.status))
        throw InvalidArgument(fmt::format(
            "the line is of a request that was answered with {}: only one that was denied (429 or 503) can "
            "be explained",
            request.status));
    const Micros open = request.time.time_since_epoch() % seconds(1) == Micros::zero() ? Micros(seconds(1))
                        : request.time.time_since_epoch() % Micros(1000) == Micros::zero() ? Micros(1000)
                                                                                           : Micros(1);
    Denial denial = openFrom(request.time, open);
    denial.from -= logSlack;
    denial.cost = request.cost;
    return DenialQuestion{std::string(request.token), denial};
}

constexpr auto timesRead =
    "a time is written 14:57, 14:57:40.218, \"2026-11-26 14:57:40\" (of this machine's time "
    "zone), 2026-11-26T14:57:40Z, or in Unix time";

} // namespace

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
