// SPDX-License-Identifier: MIT
#include "core/lab/log_time.h"

#include "core/formats/files/decimal.h"
#include "core/model/text.h"

#include <array>
#include <cstdint>

namespace ratewarden {
namespace {

using namespace std::chrono;

constexpr int noNumber = -1;

/// The number that `digits` digits from `at` on are, or `noNumber`.
int numberAt(std::string_view text, std::size_t at, std::size_t digits)
{
    if (text.size() < at + digits)
        return noNumber;
    int number = 0;
    for (std::size_t i = at; i < at + digits; ++i) {
        if (!isDigit(text[i]))
            return noNumber;
        number = 10 * number + (text[i] - '0');
    }
    return number;
}

bool has(std::string_view text, std::size_t at, char c)
{
    return at < text.size() && text[at] == c;
}

/// 1 to 12, or `noNumber`.
int monthAt(std::string_view text, std::size_t at)
{
    constexpr std::string_view names = "janfebmaraprmayjunjulaugsepoctnovdec";
    if (text.size() < at + 3)
        return noNumber;
    std::array<char, 3> name{};
    for (std::size_t i = 0; i < name.size(); ++i)
        name[i] = char(text[at + i] | 0x20);
    for (std::size_t month = 0; month < 12; ++month)
        if (names.substr(3 * month, 3) == std::string_view(name.data(), name.size()))
            return int(month) + 1;
    return noNumber;
}

/// A time of day, "13:55:36", as what is behind midnight.
std::optional<seconds> timeOfDayAt(std::string_view text, std::size_t at)
{
    const int hour = numberAt(text, at, 2);
    const int minute = numberAt(text, at + 3, 2);
    const int second = numberAt(text, at + 6, 2);
    if (hour == noNumber || minute == noNumber || second == noNumber || text[at + 2] != ':' ||
        text[at + 5] != ':' || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    return hours(hour) + minutes(minute) + seconds(second);
}

std::optional<sys_days> dayOf(int year, int month, int day)
{
    if (year == noNumber || month == noNumber || day == noNumber)
        return std::nullopt;
    const year_month_day date{std::chrono::year(year), std::chrono::month(unsigned(month)),
                              std::chrono::day(unsigned(day))};
    return date.ok() ? std::optional(sys_days(date)) : std::nullopt;
}

/// What the zone at the text's end says: empty, "Z", "UTC", "GMT", "+0100", "+01:00", "+01", with a space
/// before it or not.
std::optional<minutes> offsetOf(std::string_view zone)
{
    if (zone.starts_with(' '))
        zone.remove_prefix(1);
    if (zone.empty() || zone == "Z" || zone == "z" || zone == "UTC" || zone == "GMT")
        return minutes(0);
    if (zone.front() != '+' && zone.front() != '-')
        return std::nullopt;
    const bool hasColon = has(zone, 3, ':');
    const int hour = numberAt(zone, 1, 2);
    const int minute = zone.size() == 3 ? 0 : numberAt(zone, hasColon ? 4 : 3, 2);
    if (hour == noNumber || minute == noNumber || hour > 23 || minute > 59 ||
        (zone.size() != 3 && zone.size() != (hasColon ? 6U : 5U)))
        return std::nullopt;
    const minutes offset = hours(hour) + minutes(minute);
    return zone.front() == '-' ? -offset : offset;
}

/// Digits behind a point as microseconds; `length` becomes how many there are.
Micros fractionAt(std::string_view text, std::size_t at, std::size_t& length)
{
    std::int64_t fraction = 0;
    std::int64_t unit = 1'000'000;
    for (length = 0; at + length < text.size() && isDigit(text[at + length]); ++length) {
        unit /= 10;
        fraction += unit * (text[at + length] - '0'); // unit is 0 from the seventh digit on
    }
    return Micros(fraction);
}

std::optional<Instant> since1970(sys_days day, seconds ofDay, Micros fraction, std::string_view zone)
{
    const std::optional<minutes> offset = offsetOf(zone);
    if (!offset)
        return std::nullopt;
    const Instant time = Instant(day) + ofDay + fraction - *offset;
    return time < Instant() ? std::nullopt : std::optional(time);
}

// "10/Oct/2000:13:55:36 -0700", "10/Oct/2000:13:55:36.123"
std::optional<Instant> parseCommon(std::string_view text)
{
    if (text.size() < 20 || text[6] != '/' || text[11] != ':')
        return std::nullopt;
    const auto day = dayOf(numberAt(text, 7, 4), monthAt(text, 3), numberAt(text, 0, 2));
    const auto ofDay = timeOfDayAt(text, 12);
    std::size_t digits = 0;
    const Micros fraction = has(text, 20, '.') ? fractionAt(text, 21, digits) : Micros(0);
    const std::size_t end = digits == 0 ? 20 : 21 + digits;
    return day && ofDay ? since1970(*day, *ofDay, fraction, text.substr(end)) : std::nullopt;
}

// "Fri Nov 20 10:11:12 2026", as C's asctime() has it
std::optional<Instant> parseAsctime(std::string_view text)
{
    if (text.size() != 24 || text[3] != ' ' || text[7] != ' ' || text[10] != ' ' || text[19] != ' ')
        return std::nullopt;
    const int day = text[8] == ' ' ? numberAt(text, 9, 1) : numberAt(text, 8, 2);
    const auto date = dayOf(numberAt(text, 20, 4), monthAt(text, 4), day);
    const auto ofDay = timeOfDayAt(text, 11);
    return date && ofDay ? since1970(*date, *ofDay, Micros(0), {}) : std::nullopt;
}

// "2026-11-22T18:49:15.123+01:00"
std::optional<Instant> parseIso(std::string_view text)
{
    if (text.size() < 19 || text[7] != text[4] ||
        std::string_view("Tt \t").find(text[10]) == std::string_view::npos)
        return std::nullopt;
    const auto day = dayOf(numberAt(text, 0, 4), numberAt(text, 5, 2), numberAt(text, 8, 2));
    const auto ofDay = timeOfDayAt(text, 11);
    if (!day || !ofDay)
        return std::nullopt;
    std::size_t end = 19;
    Micros fraction{0};
    if (has(text, end, '.') || has(text, end, ',')) {
        std::size_t digits = 0;
        fraction = fractionAt(text, end + 1, digits);
        if (digits == 0)
            return std::nullopt;
        end += 1 + digits;
    }
    return since1970(*day, *ofDay, fraction, text.substr(end));
}

/// Where a unit of Unix time ends and the next finer one begins: what is so large as to lie thousands of
/// years ahead is meant finer.
struct UnixUnit {
    std::uint64_t below;
    std::uint64_t perSecond;
};
constexpr std::array unixUnits{UnixUnit{100'000'000'000, 1}, UnixUnit{100'000'000'000'000, 1'000},
                               UnixUnit{100'000'000'000'000'000, 1'000'000},
                               UnixUnit{std::uint64_t(1) << 63U, 1'000'000'000}};

std::optional<Instant> unixTime(std::uint64_t number, Micros fractionOfSecond)
{
    for (const UnixUnit& unit : unixUnits)
        if (number < unit.below) {
            const std::uint64_t micros = unit.perSecond > 1'000'000 ? number / (unit.perSecond / 1'000'000)
                                                                    : number * (1'000'000 / unit.perSecond);
            return Instant(Micros(std::int64_t(micros)) + fractionOfSecond / std::int64_t(unit.perSecond));
        }
    return std::nullopt;
}

std::optional<Instant> parseUnix(std::string_view text)
{
    std::uint64_t number = 0;
    std::size_t at = 0;
    for (; at < text.size() && isDigit(text[at]); ++at) {
        if (at == 19) // more could overflow
            return std::nullopt;
        number = 10 * number + std::uint64_t(text[at] - '0');
    }
    if (at == text.size())
        return unixTime(number, Micros(0));
    if (at > 0 && text[at] == '.') {
        std::size_t digits = 0;
        const Micros fraction = fractionAt(text, at + 1, digits);
        if (digits > 0 && at + 1 + digits == text.size())
            return unixTime(number, fraction);
    }
    // "1.795229576e9", as some programs write large numbers
    const std::optional<std::int64_t> micros = scaledDecimal(text, 6);
    if (!micros || *micros < 0)
        return std::nullopt;
    return unixTime(std::uint64_t(*micros) / 1'000'000, Micros(*micros % 1'000'000));
}

} // namespace

std::optional<Instant> parseLogTime(std::string_view text)
{
    if (text.size() > 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    if (text.empty() || !isDigit(text.front()))
        return parseAsctime(text);
    if (has(text, 2, '/'))
        return parseCommon(text);
    if (has(text, 4, '-') || has(text, 4, '/'))
        return parseIso(text);
    return parseUnix(text);
}

} // namespace ratewarden
