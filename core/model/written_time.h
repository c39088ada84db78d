// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <optional>
#include <string_view>

namespace ratewarden {

/// A moment as people write it: "14:57", "14:57:40.218", "2026-11-26", "2026-11-26 14:57" or with a T between
/// them.
struct WrittenTime {
    std::optional<std::chrono::year_month_day> date; ///< none: of any day
    std::optional<Micros> ofDay;                     ///< since midnight; none: the day alone
    Micros open{};                                   ///< what it leaves open: of 14:57 the minute
};

/// Empty: it is written otherwise, or there is no such day or time.
std::optional<WrittenTime> readWrittenTime(std::string_view text);

/// What a fraction of a second of so many digits leaves open, a microsecond at least.
Micros openAfter(std::size_t digits);

/// That time of that day in the time zone of this machine. Where clocks are put back, and it is so late
/// twice, the first of both; where they are put forward, and it is never so late, as if they had not been.
Instant localTime(std::chrono::year_month_day day, Micros ofDay);
/// The last time of day that was so by `now`: today's or yesterday's.
Instant lastTimeOfDay(Micros ofDay, Instant now);

} // namespace ratewarden
