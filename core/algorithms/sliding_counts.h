// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/emission.h"

#include <algorithm>

namespace ratewarden {

/// The counts of the sliding window counter, computed in doubles as lua/sliding_window_counter.lua does.
/// Private to core/algorithms.
struct SlidingCounts {
    double start = 0;   ///< of this window
    double count = 0;   ///< in it
    double before = 0;  ///< in the one before
    double sliding = 0; ///< of that, what still counts

    /// count * part / window, rounded up
    static double shareUp(double count, double part, double window)
    {
        const double product = count * part;
        const double whole = floorOf(product / window);
        return product - whole * window > 0 ? whole + 1 : whole;
    }

    /// count * window / of, rounded down
    static double shareDown(double count, double window, double of)
    {
        const double product = count * window;
        const double whole = floorOf(product / of);
        return whole * of > product ? whole - 1 : whole;
    }

    /// Sets what still counts of the window before.
    void slide(double now, double window)
    {
        sliding = before == 0 ? 0 : shareUp(before, window - std::max(now - start, 0.0), window);
    }

    /// How long until the cost fits; zero or less: it does now.
    double wait(double now, double window, double limit, double cost) const
    {
        if (cost <= 0 || cost > limit || count + sliding + cost <= limit)
            return 0;
        const double room = limit - cost - count;
        if (room >= 0) // comes as the window before slides out
            return start + window - shareDown(room, window, before) - now;
        // Only once this window is the one before, and slides out.
        return start + 2 * window - shareDown(limit - cost, window, count) - now;
    }
};

} // namespace ratewarden
