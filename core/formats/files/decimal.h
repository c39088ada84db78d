// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

/// The length of the decimal number that `text` begins with: "-12", "0.25", "1.79e+18"; 0 when there is none.
/// Without leading zeros, "+", "nan", "inf" and hexadecimal digits: no limiter writes those. At most 48
/// characters are looked at.
std::size_t decimalLength(std::string_view text);

/// The number in units of 10^-shift, exact by decimal arithmetic; what is finer is rounded half away from
/// zero. Empty: the text is no such number as a whole, or the result does not fit.
std::optional<std::int64_t> scaledDecimal(std::string_view text, int shift);

/// The number that `value` units of 10^-shift are, without trailing zeros: 1500 and 3 are "1.5". `shift`: 0
/// to 9.
std::string decimalText(std::int64_t value, int shift);

} // namespace ratewarden
