// SPDX-License-Identifier: MIT
#include "core/model/notation_reader.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace ratewarden {
namespace {

struct Unit {
    std::string_view name;
    Micros length;
};

using namespace std::chrono_literals;
constexpr Micros longestDuration = std::chrono::days(36'600);
constexpr std::array units{
    Unit{"us", 1us},      Unit{"ms", 1ms},       Unit{"s", 1s},    Unit{"sec", 1s},   Unit{"secs", 1s},
    Unit{"second", 1s},   Unit{"seconds", 1s},   Unit{"m", 1min},  Unit{"min", 1min}, Unit{"mins", 1min},
    Unit{"minute", 1min}, Unit{"minutes", 1min}, Unit{"h", 1h},    Unit{"hr", 1h},    Unit{"hour", 1h},
    Unit{"hours", 1h},    Unit{"d", 24h},        Unit{"day", 24h}, Unit{"days", 24h}, Unit{"w", 168h},
    Unit{"week", 168h},   Unit{"weeks", 168h},
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isSpace(char c)
{
    return c == ' ' || c == '\t';
}

} // namespace

void NotationReader::skipSpaces()
{
    while (!atEnd() && isSpace(m_text[m_position]))
        ++m_position;
}

bool NotationReader::acceptCharacter(char c)
{
    if (atEnd() || m_text[m_position] != c)
        return false;
    ++m_position;
    skipSpaces();
    return true;
}

bool NotationReader::acceptWord(std::string_view word)
{
    const std::size_t start = m_position;
    if (readLetters() == word) {
        skipSpaces();
        return true;
    }
    m_position = start;
    return false;
}

std::string_view NotationReader::readDigits()
{
    const std::size_t start = m_position;
    while (!atEnd() && isDigit(m_text[m_position]))
        ++m_position;
    return m_text.substr(start, m_position - start);
}

std::string_view NotationReader::readLetters()
{
    const std::size_t start = m_position;
    while (!atEnd() && isLetter(m_text[m_position]))
        ++m_position;
    return m_text.substr(start, m_position - start);
}

Units NotationReader::readCount(std::string_view whatFor)
{
    const std::size_t start = m_position;
    const std::string_view digits = readDigits();
    if (digits.empty())
        fail(start, fmt::format("{} is missing; write it as in 20/min", whatFor));
    if (!atEnd() && m_text[m_position] == '.')
        fail(m_position, fmt::format("{} must be a whole number", whatFor));
    Units count = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    if (read.ec != std::errc() || count > maxUnits)
        fail(start, fmt::format("{} is too large; the largest is {}", whatFor, maxUnits));
    skipSpaces();
    return count;
}

Micros NotationReader::readDuration()
{
    const std::size_t start = m_position;
    const std::string_view whole = readDigits();
    std::string_view fraction;
    if (!whole.empty() && !atEnd() && m_text[m_position] == '.') {
        ++m_position;
        fraction = readDigits();
        if (fraction.empty() || fraction.size() > 6)
            fail(m_position, "one to six digits must follow the decimal point");
    }
    skipSpaces();
    const std::size_t unitStart = m_position;
    std::string name(readLetters());
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    skipSpaces();
    if (name.empty())
        fail(unitStart, "a unit of time is missing; use ms, s, min, h or day");
    const auto* const unit = std::ranges::find(units, name, &Unit::name);
    if (unit == units.end())
        fail(unitStart,
             fmt::format("unknown unit of time \"{}\"; use ms, s, min, h or day", printable(name)));

    Units count = whole.empty() ? 1 : 0;
    if (whole.size() > 15)
        fail(start, "the duration is too long; the longest is 100 years");
    if (!whole.empty())
        std::from_chars(whole.data(), whole.data() + whole.size(), count);
    if (count > longestDuration / unit->length)
        fail(start, "the duration is too long; the longest is 100 years");
    Units millionths = 0;
    for (std::size_t i = 0; i < 6; ++i)
        millionths = millionths * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
    const Units scaled = unit->length.count() * millionths; // at most 6e11 * 1e6
    if (scaled % 1'000'000 != 0)
        fail(start, "the duration is not a whole number of microseconds");
    return count * unit->length + Micros(scaled / 1'000'000);
}

void NotationReader::fail(std::size_t position, std::string_view reason) const
{
    throw BadNotation(m_text, position, reason);
}

} // namespace ratewarden
