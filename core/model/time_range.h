// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

namespace ratewarden {

/// The time [from, to).
struct TimeRange {
    Instant from{};
    Instant to{};

    /// Not of allTime.
    Micros length() const { return to - from; }
    bool contains(Instant moment) const { return moment >= from && moment < to; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// Whatever the time is.
inline constexpr TimeRange allTime{Instant::min(), Instant::max()};

} // namespace ratewarden
