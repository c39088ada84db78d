// SPDX-License-Identifier: MIT
// "10 per hour; 1/second", in one line or several.
#include "core/model/text.h"
#include "core/notations/shared.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

using namespace notations_detail;
using namespace std::chrono_literals;

constexpr std::string_view pythonProgram = "python-limits";
constexpr std::array pythonUnits{Unit{"day", 24h}, Unit{"hour", 1h}, Unit{"minute", 1min},
                                 Unit{"second", 1s}};

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

bool recognisesPython(std::string_view text)
{
    return hasAny(text, {"per", "month", "year", ";", ",", "|"});
}

ReadRules readPython(std::string_view text)
{
    ReadRules read = readLines(text);
    if (hasAny(text, {"month"}))
        read.warnings.push_back({.kind = WarningKind::MonthLength, .program = pythonProgram, .number = 30});
    if (hasAny(text, {"year"}))
        read.warnings.push_back({.kind = WarningKind::YearLength, .program = pythonProgram, .number = 360});
    return read;
}

WrittenRules writePython(const Policy& policy)
{
    WrittenRules written;
    for (const Rule& rule : rulesInSeconds(policy, pythonProgram, written.warnings)) {
        // The largest of which the window is a multiple.
        const Unit& unit = *std::ranges::find_if(
            pythonUnits, [&](const Unit& each) { return rule.window % each.length == Micros::zero(); });
        const std::int64_t multiples = rule.window / unit.length;
        written.text += fmt::format("{}{} per {}{}", written.text.empty() ? "" : "; ", rule.limit,
                                    multiples == 1 ? "" : fmt::format("{} ", multiples), unit.name);
    }
    return written;
}

} // namespace

Notation pythonLimits()
{
    return {pythonProgram, "python-limits, flask-limiter, slowapi", recognisesPython, readPython,
            writePython};
}

} // namespace ratewarden
