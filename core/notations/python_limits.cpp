// SPDX-License-Identifier: MIT
// "10 per hour; 1/second", in one line or several.
#include "core/notations/shared.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

using namespace notations_detail;
using namespace std::chrono_literals;
using Kind = NotationWarning::Kind;

constexpr std::string_view program = "python-limits";
constexpr std::array units{Unit{"day", 24h}, Unit{"hour", 1h}, Unit{"minute", 1min}, Unit{"second", 1s}};

/// Whether a line that is no header, which may hold any words in quotes, has one of these in it.
bool hasAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(ruleLines(text), [&](std::string_view line) {
        std::string letters(isHeaderLine(line) ? "" : line);
        std::ranges::transform(letters, letters.begin(), lower);
        return std::ranges::any_of(
            words, [&](std::string_view word) { return letters.find(word) != std::string::npos; });
    });
}

bool recognises(std::string_view text)
{
    return hasAny(text, {"per", "month", "year", ";", ",", "|"});
}

ReadRules read(std::string_view text)
{
    ReadRules read = readLines(text);
    if (hasAny(text, {"month"}))
        read.warnings.push_back({.kind = Kind::MonthLength, .program = program, .number = 30});
    if (hasAny(text, {"year"}))
        read.warnings.push_back({.kind = Kind::YearLength, .program = program, .number = 360});
    return read;
}

WrittenRules write(const Policy& policy)
{
    WrittenRules written;
    for (const Rule& rule : rulesInSeconds(policy, program, written.warnings)) {
        // The largest of which the window is a multiple.
        const Unit& unit = *std::ranges::find_if(
            units, [&](const Unit& each) { return rule.window % each.length == Micros::zero(); });
        const std::int64_t multiples = rule.window / unit.length;
        written.text += fmt::format("{}{} per {}{}", written.text.empty() ? "" : "; ", rule.limit,
                                    multiples == 1 ? "" : fmt::format("{} ", multiples), unit.name);
    }
    return written;
}

} // namespace

Notation pythonLimits()
{
    return {program, "python-limits, flask-limiter, slowapi", recognises, read, write};
}

} // namespace ratewarden
