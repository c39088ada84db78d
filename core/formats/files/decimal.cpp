// SPDX-License-Identifier: MIT
#include "core/formats/files/decimal.h"

#include "core/model/text.h"

#include <algorithm>
#include <limits>

namespace ratewarden {
namespace {

constexpr std::size_t longestDecimal = 48;

std::size_t digitsAt(std::string_view text, std::size_t from)
{
    std::size_t end = from;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    return end - from;
}

// The digits of a number and where the point stands: digits[0] counts 10^(point - 1).
struct Decimal {
    bool negative = false;
    std::string digits; // without leading zeros
    int point = 0;
};

// `text`: what decimalLength() accepts as a whole.
Decimal decompose(std::string_view text)
{
    Decimal number;
    number.negative = text.front() == '-';
    if (number.negative)
        text.remove_prefix(1);
    const std::size_t mark = text.find_first_of("eE");
    if (mark != std::string_view::npos) {
        const bool down = text[mark + 1] == '-';
        for (const char c : text.substr(mark + 1))
            if (isDigit(c))
                number.point = 10 * number.point + (c - '0');
        number.point = down ? -number.point : number.point;
        text = text.substr(0, mark);
    }
    const std::size_t dot = std::min(text.find('.'), text.size());
    number.digits = text.substr(0, dot);
    if (dot < text.size())
        number.digits += text.substr(dot + 1);
    number.point += int(dot);
    const std::size_t zeros = std::min(number.digits.find_first_not_of('0'), number.digits.size());
    number.digits.erase(0, zeros);
    number.point -= int(zeros);
    return number;
}

} // namespace

std::size_t decimalLength(std::string_view text)
{
    text = text.substr(0, longestDecimal);
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    const std::size_t whole = digitsAt(text, sign);
    if (whole == 0 || (whole > 1 && text[sign] == '0'))
        return whole > 1 ? sign + 1 : 0;
    std::size_t end = sign + whole;
    if (end < text.size() && text[end] == '.')
        if (const std::size_t decimals = digitsAt(text, end + 1))
            end += 1 + decimals;
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        const std::size_t from =
            end + 1 + (end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-'));
        if (const std::size_t digits = digitsAt(text, from); digits > 0 && digits <= 3)
            end = from + digits;
    }
    return end;
}

std::optional<std::int64_t> scaledDecimal(std::string_view text, int shift)
{
    if (text.empty() || decimalLength(text) != text.size())
        return std::nullopt;
    const Decimal number = decompose(text);
    if (number.digits.empty())
        return 0;
    constexpr int most = std::numeric_limits<std::int64_t>::digits10 + 1; // 19 digits fit an unsigned one
    const int kept = number.point + shift;                                // digits before the new point
    if (kept > most)
        return std::nullopt;
    std::uint64_t value = 0;
    for (int i = 0; i < kept; ++i)
        value = 10 * value +
                (i < int(number.digits.size()) ? std::uint64_t(number.digits[std::size_t(i)] - '0') : 0);
    if (kept >= 0 && kept < int(number.digits.size()) && number.digits[std::size_t(kept)] >= '5')
        ++value;
    if (value > std::uint64_t(std::numeric_limits<std::int64_t>::max()) + (number.negative ? 1 : 0))
        return std::nullopt;
    return std::int64_t(number.negative ? ~value + 1 : value);
}

std::string decimalText(std::int64_t value, int shift)
{
    // Unsigned: the least of all has no positive counterpart.
    std::string digits = std::to_string(value < 0 ? ~std::uint64_t(value) + 1 : std::uint64_t(value));
    if (shift > 0) {
        if (digits.size() <= std::size_t(shift))
            digits.insert(0, std::size_t(shift) + 1 - digits.size(), '0');
        digits.insert(digits.size() - std::size_t(shift), 1, '.');
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.')
            digits.pop_back();
    }
    return value < 0 ? "-" + digits : digits;
}

} // namespace ratewarden
