// SPDX-License-Identifier: MIT
#include "core/model/notation_reader.h"

#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
constexpr Micros longestDuration = std::chrono::days(36'600);
constexpr std::array durationUnits{
    DurationUnit{"us", 1us},     DurationUnit{"ms", 1ms},      DurationUnit{"s", 1s},
    DurationUnit{"sec", 1s},     DurationUnit{"secs", 1s},     DurationUnit{"second", 1s},
    DurationUnit{"seconds", 1s}, DurationUnit{"m", 1min},      DurationUnit{"min", 1min},
    DurationUnit{"mins", 1min},  DurationUnit{"minute", 1min}, DurationUnit{"minutes", 1min},
    DurationUnit{"h", 1h},       DurationUnit{"hr", 1h},       DurationUnit{"hour", 1h},
    DurationUnit{"hours", 1h},   DurationUnit{"d", 24h},       DurationUnit{"day", 24h},
    DurationUnit{"days", 24h},   DurationUnit{"w", 168h},      DurationUnit{"week", 168h},
    DurationUnit{"weeks", 168h},
};

constexpr std::array calendarUnits{DurationUnit{"month", 720h}, DurationUnit{"months", 720h},
                                   DurationUnit{"year", 8640h}, DurationUnit{"years", 8640h}};
constexpr auto windowUnits = [] {
    std::array<DurationUnit, durationUnits.size() + calendarUnits.size()> all{};
    std::ranges::copy(calendarUnits, std::ranges::copy(durationUnits, all.begin()).out);
    return all;
}();

} // namespace

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
    if (std::ranges::equal(readAll(isLetter), word, {}, lower)) {
        skipSpaces();
        return true;
    }
    m_position = start;
    return false;
}

std::string_view NotationReader::readAll(bool (*belongs)(char))
{
    const std::size_t start = m_position;
    while (!atEnd() && belongs(m_text[m_position]))
        ++m_position;
    return m_text.substr(start, m_position - start);
}

Units NotationReader::readCount(FaultCode missing)
{
    const std::size_t start = m_position;
    const std::string_view digits = readAll(isDigit);
    if (digits.empty())
        fail(start, isBelowZero() ? Fault::NumberBelowZero : missing);
    if (!atEnd() && m_text[m_position] == '.')
        fail(m_position, Fault::NumberNotWhole);
    Units count = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    if (read.ec != std::errc() || count > maxUnits)
        fail(start, {Fault::NumberTooLarge, maxUnits});
    skipSpaces();
    return count;
}

Micros NotationReader::readDuration()
{
    return readDuration(durationUnits);
}

Micros NotationReader::readWindow()
{
    return readDuration(windowUnits);
}

Micros NotationReader::readDuration(std::span<const DurationUnit> known)
{
    const std::size_t start = m_position;
    const std::string_view whole = readAll(isDigit);
    std::string_view fraction;
    if (!whole.empty() && !atEnd() && m_text[m_position] == '.') {
        ++m_position;
        fraction = readAll(isDigit);
        if (fraction.empty() || fraction.size() > 6)
            fail(m_position, Fault::FractionDigits);
    }
    skipSpaces();
    const std::size_t unitStart = m_position;
    const std::string name = lowered(readAll(isLetter));
    skipSpaces();
    if (name.empty())
        fail(unitStart, isBelowZero() ? Fault::NumberBelowZero : Fault::UnitMissing);
    const auto unit = std::ranges::find(known, std::string_view(name), &DurationUnit::name);
    if (unit == known.end())
        fail(unitStart, {Fault::UnknownUnit, name});

    Units count = whole.empty() ? 1 : 0;
    if (whole.size() > 15)
        fail(start, Fault::DurationTooLong);
    if (!whole.empty())
        std::from_chars(whole.data(), whole.data() + whole.size(), count);
    if (count > longestDuration / unit->length)
        fail(start, Fault::DurationTooLong);
    Units millionths = 0;
    for (std::size_t i = 0; i < 6; ++i)
        millionths = millionths * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
    const Units scaled = unit->length.count() * millionths; // at most 6e11 * 1e6
    if (scaled % 1'000'000 != 0)
        fail(start, Fault::DurationNotWhole);
    return count * unit->length + Micros(scaled / 1'000'000);
}

std::string_view NotationReader::readKey()
{
    const std::size_t start = m_position;
    const std::string_view key = readAll([](char c) {
        return (c >= 'a' && c <= 'z') || isDigit(c) || c == '_' || c == '-' || c == '.' || c == '*';
    });
    if (key.empty())
        fail(start, Fault::ParameterMissing);
    return key;
}

std::string NotationReader::readString()
{
    const std::size_t start = m_position;
    if (atEnd() || m_text[m_position] != '"')
        fail(start, Fault::QuoteMissing);
    ++m_position;
    std::string text;
    while (!atEnd() && m_text[m_position] != '"') {
        char c = m_text[m_position];
        if (c == '\\' && ++m_position < m_text.size())
            c = m_text[m_position];
        if (atEnd() || c < 0x20 || c > 0x7E)
            fail(std::min(m_position, m_text.size()), Fault::QuoteNotAscii);
        text += c;
        ++m_position;
    }
    if (atEnd())
        fail(start, Fault::QuoteOpen);
    ++m_position;
    return text;
}

std::variant<Units, std::string> NotationReader::readValue()
{
    if (atEnd())
        fail(m_position, Fault::ValueMissing);
    if (m_text[m_position] == '"')
        return readString();
    if (isDigit(m_text[m_position]) || m_text[m_position] == '-') {
        const std::size_t start = m_position;
        const bool negative = acceptCharacter('-');
        const Units number = readCount(Fault::NumberMissing);
        if (negative)
            fail(start, Fault::NumberBelowZero);
        return number;
    }
    readAll([](char c) { return c != ';' && c != ','; });
    return std::string();
}

void NotationReader::fail(std::size_t position, const Problem& reason) const
{
    throw BadNotation(m_text, position, reason);
}

} // namespace ratewarden
