// SPDX-License-Identifier: MIT
#include "core/notations/shared.h"

#include "core/model/text.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace ratewarden::notations_detail {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t longestShownName = 60;
constexpr std::size_t mostShownNames = 16;
constexpr std::string_view headerName = "ratelimit-policy:";

} // namespace

bool startsWith(std::string_view text, std::string_view start)
{
    return text.size() >= start.size() && std::ranges::equal(text.substr(0, start.size()), start, {}, lower);
}

bool hasKey(std::string_view text, std::string_view name)
{
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string_view::npos;) {
        const char before = at == 0 ? ' ' : text[at - 1];
        at += name.size();
        std::string_view rest = text.substr(at);
        if (rest.starts_with('"') || rest.starts_with('\''))
            rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (rest.starts_with(':') && std::string_view(" \t\n\"'{,[").find(before) != std::string_view::npos)
            return true;
    }
    return false;
}

std::vector<std::string_view> ruleLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = trimmed(text.substr(0, end), blanksAndLineEnds);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (startsWith(line, headerName))
            line = trimmed(line.substr(headerName.size()), blanksAndLineEnds);
        if (!line.empty())
            lines.push_back(line);
    }
    if (lines.empty())
        lines.emplace_back();
    return lines;
}

bool isHeaderLine(std::string_view line)
{
    return line.starts_with('"');
}

ReadRules readLines(std::string_view text)
{
    ReadRules read;
    for (const std::string_view line : ruleLines(text))
        std::ranges::copy(parseRules(line), std::back_inserter(read.rules));
    return read;
}

std::string shortName(std::string_view name)
{
    return std::string(name.substr(0, longestShownName)) + (name.size() > longestShownName ? "…" : "");
}

NotationWarning warningOf(WarningKind kind, std::string_view program, const std::vector<std::string>& names)
{
    NotationWarning warning{.kind = kind, .program = program};
    for (std::size_t i = 0; i < std::min(names.size(), mostShownNames); ++i)
        warning.names.push_back(printable(shortName(names[i])));
    warning.number = Units(names.size() - warning.names.size());
    return warning;
}

void warnOfIgnored(std::string_view program, const std::vector<std::string>& names,
                   std::vector<NotationWarning>& warnings)
{
    const std::set<std::string> each(names.begin(), names.end());
    if (!each.empty())
        warnings.push_back(warningOf(WarningKind::Ignored, program, {each.begin(), each.end()}));
}

std::vector<Rule> rulesInSeconds(const Policy& policy, std::string_view program,
                                 std::vector<NotationWarning>& warnings)
{
    std::vector<Rule> rules;
    for (const Rule& rule : policy.rules) {
        if (isAtOnce(rule, program, warnings))
            continue;
        if (rule.window % 1s != Micros::zero()) {
            warnings.push_back({.kind = WarningKind::WholeSecondsOnly, .program = program, .rule = rule});
            continue;
        }
        warnOfBurst(rule, program, warnings);
        rules.push_back(rule);
    }
    return rules;
}

bool isAtOnce(const Rule& rule, std::string_view program, std::vector<NotationWarning>& warnings)
{
    if (rule.atOnce)
        warnings.push_back({.kind = WarningKind::AtOnceLost, .program = program, .rule = rule});
    return rule.atOnce;
}

void warnOfBurst(const Rule& rule, std::string_view program, std::vector<NotationWarning>& warnings)
{
    if (rule.burst > 0)
        warnings.push_back({.kind = WarningKind::BurstLost, .program = program, .rule = rule});
}

} // namespace ratewarden::notations_detail
