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

/// first * second = whole * divisor + left, with 0 <= left < divisor. Private to core/algorithms.
struct Quotient {
    double whole;
    double left;

    /// Rounded up.
    double ceil() const { return left > 0 ? whole + 1 : whole; }
};

namespace detail {

// What a double lacks of first * second when it was rounded, by halves of the factors: Veltkamp, Dekker.
inline double lacking(double first, double second, double rounded)
{
    constexpr double splitter = 134217729; // 2^27 + 1
    double highFirst = first * splitter;
    double highSecond = second * splitter;
    highFirst = highFirst - (highFirst - first);
    highSecond = highSecond - (highSecond - second);
    const double lowFirst = first - highFirst;
    const double lowSecond = second - highSecond;
    return lowFirst * lowSecond -
           (((rounded - highFirst * highSecond) - lowFirst * highSecond) - highFirst * lowSecond);
}

} // namespace detail

/// Of whole numbers below 2^53 and a positive divisor; the product may be above that, the quotient not. Exact
/// for divisors up to 2^52. The twin of lua/shared/quotient.lua, and of the same steps, because Lua 5.1 has
/// doubles alone.
inline Quotient quotientOf(double first, double second, double divisor)
{
    constexpr double beyondExact = 9007199254740992.0; // 2^53
    const double product = first * second;
    double whole = floorOf(product / divisor);
    double left = product - whole * divisor;
    if (product >= beyondExact || product <= -beyondExact) {
        const double back = whole * divisor;
        left = (product - back) +
               (detail::lacking(first, second, product) - detail::lacking(whole, divisor, back));
    }
    if (left < 0 || left >= divisor) {
        const double more = std::floor(left / divisor);
        whole += more;
        left -= more * divisor;
    }
    return {whole, left};
}

} // namespace ratewarden
