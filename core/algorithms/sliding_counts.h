// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/quotient.h"

#include <algorithm>
#include <cstdint>

namespace ratewarden {

/// The counts of the sliding window counter, computed in doubles as lua/sliding_window_counter.lua does.
/// Private to core/algorithms.
struct SlidingCounts {
    double start = 0;   ///< of this window
    double count = 0;   ///< in it
    double before = 0;  ///< in the one before
    double sliding = 0; ///< of that, what still counts

    /// Those of now, by what is stored: when neither window counts any more, and both counts. `ends`: at most
    /// now: nothing is.
    static SlidingCounts at(double now, double window, double ends, double count, double before)
    {
        SlidingCounts counts;
        if (ends > now) {
            counts = {ends - 2 * window, count, before, 0};
            if (now >= counts.start + window)
                counts = {counts.start + window, 0, counts.count, 0};
        } else {
            counts.start = now - double(std::int64_t(now) % std::int64_t(window));
        }
        if (counts.before != 0) // it slides out
            counts.sliding =
                quotientOf(counts.before, window - std::max(now - counts.start, 0.0), window).ceil();
        return counts;
    }

    /// How long until the cost fits; zero or less: it does now.
    double wait(double now, double window, double limit, double cost) const
    {
        if (cost <= 0 || cost > limit || count + sliding + cost <= limit)
            return 0;
        const double room = limit - cost - count;
        if (room >= 0) // comes as the window before slides out
            return start + window - quotientOf(room, window, before).whole - now;
        // Only once this window is the one before, and slides out.
        return start + 2 * window - quotientOf(limit - cost, window, count).whole - now;
    }
};

} // namespace ratewarden
