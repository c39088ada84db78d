// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

namespace ratewarden {

/// The same as std::floor, without a call for what a 64-bit integer holds.
inline double floorOf(double number)
{
    constexpr double allAreWhole = 4503599627370496.0; // 2^52
    return number >= 0 && number < allAreWhole ? double(std::int64_t(number)) : std::floor(number);
}

/// A time of GCRA: microseconds, and the numerator of a fraction of one over the rule's limit: 0 <= numerator
/// < limit. Private to core/algorithms.
struct SubMicros {
    double whole = 0;
    double numerator = 0;

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
        double carry = floorOf(numerator / m_limit);
        double left = numerator - carry * m_limit;
        if (left < 0) {
            left += m_limit;
            carry -= 1;
        } else if (left >= m_limit) {
            left -= m_limit;
            carry += 1;
        }
        return {start.whole + units * m_whole + carry, left};
    }

    /// The fewest units that take at least `time`.
    double unitsIn(SubMicros time) const
    {
        const auto reaches = [&](double units) {
            const SubMicros taken = after({}, units);
            return taken.whole > time.whole ||
                   (taken.whole == time.whole && taken.numerator >= time.numerator);
        };
        // Off by one at most, where the product is rounded.
        const double units = std::ceil((time.whole * m_limit + time.numerator) / m_window);
        if (units > 0 && reaches(units - 1))
            return units - 1;
        return reaches(units) ? units : units + 1;
    }

private:
    double m_limit;
    double m_window;
    double m_whole;
    double m_rest;
};

} // namespace ratewarden
