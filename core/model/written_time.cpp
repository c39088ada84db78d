// SPDX-License-Identifier: MIT
#include "core/model/written_time.h"

#include "core/model/text.h"

#include <algorithm>
#include <ctime>

namespace ratewarden {
namespace {

using namespace std::chrono;

/// Takes so many digits from the text.
std::optional<int> takeNumber(std::string_view& text, std::size_t digits, int most)
{
    if (text.size() < digits || !std::ranges::all_of(text.substr(0, digits), isDigit))
        return std::nullopt;
    const int number = parsedNumber<int>(text.substr(0, digits)).value_or(0);
    text.remove_prefix(digits);
    return number <= most ? std::optional(number) : std::nullopt;
}

bool skipChar(std::string_view& text, char c)
{
    const bool isThere = text.starts_with(c);
    text.remove_prefix(isThere ? 1 : 0);
    return isThere;
}

std::optional<year_month_day> takeDate(std::string_view& text)
{
    const auto y = takeNumber(text, 4, 9999);
    const auto m = y && skipChar(text, '-') ? takeNumber(text, 2, 12) : std::nullopt;
    const auto d = m && skipChar(text, '-') ? takeNumber(text, 2, 31) : std::nullopt;
    if (!d || *y < 1970)
        return std::nullopt;
    const year_month_day date{year(*y), month(unsigned(*m)), day(unsigned(*d))};
    return date.ok() ? std::optional(date) : std::nullopt;
}

/// Up to its end.
bool readClock(std::string_view text, WrittenTime& time)
{
    const auto hour = takeNumber(text, 2, 23);
    const auto minute = hour && skipChar(text, ':') ? takeNumber(text, 2, 59) : std::nullopt;
    if (!minute)
        return false;
    time.ofDay = hours(*hour) + minutes(*minute);
    time.open = minutes(1);
    if (!skipChar(text, ':'))
        return text.empty();
    const auto second = takeNumber(text, 2, 59);
    if (!second)
        return false;
    *time.ofDay += seconds(*second);
    time.open = seconds(1);
    if (!skipChar(text, '.') && !skipChar(text, ','))
        return text.empty();
    if (text.empty() || text.size() > 6 || !std::ranges::all_of(text, isDigit))
        return false;
    time.open = openAfter(text.size());
    *time.ofDay += *parsedNumber<std::int64_t>(text) * time.open;
    return true;
}

/// How far this machine's clock is ahead of UTC then.
seconds aheadOfUtc(Instant moment)
{
    const std::time_t time = floor<seconds>(moment).time_since_epoch().count();
    std::tm local{};
    localtime_r(&time, &local);
    return seconds(local.tm_gmtoff);
}

} // namespace

std::optional<WrittenTime> readWrittenTime(std::string_view text)
{
    WrittenTime time;
    if (text.size() > 4 && text[4] == '-') {
        time.date = takeDate(text);
        if (!time.date)
            return std::nullopt;
        time.open = days(1);
        if (text.empty())
            return time;
        if (!skipChar(text, ' ') && !skipChar(text, 'T'))
            return std::nullopt;
    }
    return readClock(text, time) ? std::optional(time) : std::nullopt;
}

Micros openAfter(std::size_t digits)
{
    Micros open = seconds(1);
    for (std::size_t i = 0; i < digits; ++i)
        open /= 10;
    return std::max(open, Micros(1));
}

Instant localTime(year_month_day day, Micros ofDay)
{
    ::tzset(); // localtime_r() need not
    // mktime() takes either of two such times, as it took the one that it was asked before.
    const Instant asUtc = sys_days(day) + ofDay;
    const seconds before = aheadOfUtc(asUtc - days(1));
    const seconds after = aheadOfUtc(asUtc + days(1));
    for (const seconds ahead : {std::max(before, after), std::min(before, after)})
        if (aheadOfUtc(asUtc - ahead) == ahead)
            return asUtc - ahead;
    return asUtc - before;
}

Instant lastTimeOfDay(Micros ofDay, Instant now)
{
    const std::time_t time = floor<seconds>(now).time_since_epoch().count();
    std::tm local{};
    localtime_r(&time, &local);
    const sys_days today = year(local.tm_year + 1900) / (local.tm_mon + 1) / local.tm_mday;
    const Instant moment = localTime(today, ofDay);
    return moment <= now ? moment : localTime(today - days(1), ofDay);
}

} // namespace ratewarden
