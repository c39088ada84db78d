// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/quotient.h"

namespace ratewarden {

/// A time of GCRA: microseconds, and the numerator of a fraction of one over the rule's limit: 0 <= numerator
/// < limit. Private to core/algorithms.
struct SubMicros {
    double whole = 0;
    double numerator = 0;

    friend bool operator<(SubMicros one, SubMicros other)
    {
        return one.whole < other.whole || (one.whole == other.whole && one.numerator < other.numerator);
    }

    /// Rounded up to whole microseconds.
    static double ceilOfDifference(SubMicros later, SubMicros earlier)
    {
        return later.whole - earlier.whole + (later.numerator > earlier.numerator ? 1 : 0);
    }
};

/// How long units take at limit / window, computed in doubles as lua/gcra.lua does. Private to
/// core/algorithms.
class Emission {
public:
    Emission(double limit, double window)
        : m_limit(limit), m_window(window), m_whole(floorOf(window / limit)), m_rest(window - m_whole * limit)
    {
    }

    /// start + units * window / limit
    SubMicros after(SubMicros start, double units) const
    {
        const double numerator = start.numerator + units * m_rest;
        if (numerator >= 0 && numerator < m_limit) // as where a unit takes whole microseconds
            return {start.whole + units * m_whole, numerator};
        const auto [carry, left] = quotientOf(units, m_rest, m_limit);
        const double room = m_limit - start.numerator;
        const double whole = start.whole + units * m_whole;
        return left >= room ? SubMicros{whole + (carry + 1), left - room}
                            : SubMicros{whole + carry, left + start.numerator};
    }

    /// The fewest units that take at least `time`.
    double unitsIn(SubMicros time) const
    {
        const Quotient ofWhole = quotientOf(time.whole, m_limit, m_window);
        const double more = floorOf(time.numerator / m_window);
        const double left = ofWhole.left + (time.numerator - more * m_window);
        return ofWhole.whole + more + (left > m_window ? 2 : left > 0 ? 1 : 0);
    }

private:
    double m_limit;
    double m_window;
    double m_whole;
    double m_rest;
};

} // namespace ratewarden
