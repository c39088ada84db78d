// SPDX-License-Identifier: MIT
#include "core/policies/rule_check.h"

#include "core/algorithms/algorithm.h"

#include <fmt/format.h>

namespace ratewarden {
namespace {

using Wide = __int128; // products of limits and windows

// In one window of `rule` pass at most as many groups of `other.limit` as begin in it, each one window of the
// other after the last.
bool logNeverDenies(const Rule& rule, const Rule& other)
{
    return other.limit == 0 || Wide(rule.limit / other.limit) * other.window.count() >= rule.window.count();
}

// What passes in any time t is at most burst + rate * t: the one line must lie above the other.
bool bucketNeverDenies(const Rule& rule, const Rule& other)
{
    return rule.capacity() >= other.capacity() &&
           Wide(rule.limit) * other.window.count() >= Wide(other.limit) * rule.window.count();
}

// Windows begin at multiples of themselves: so many of the other can lie in one of the rule's.
bool fixedNeverDenies(const Rule& rule, const Rule& other)
{
    const std::int64_t its = rule.window.count();
    const std::int64_t others = other.window.count();
    const std::int64_t most = its % others == 0 ? its / others : others % its == 0 ? 1 : its / others + 2;
    return Wide(rule.limit) >= Wide(other.limit) * most;
}

} // namespace

bool neverDeniesBeside(const Rule& rule, const Rule& other, const std::string& algorithm)
{
    if (rule.window == other.window && rule.limit >= other.limit && rule.capacity() >= other.capacity())
        return true;
    if (algorithm.starts_with("sliding-log"))
        return logNeverDenies(rule, other);
    if (algorithm == "fixed-window")
        return fixedNeverDenies(rule, other);
    return algorithmNamed(algorithm).takesBurst && other.limit > 0 && bucketNeverDenies(rule, other);
}

std::vector<RuleFinding> checkRules(const Policy& policy)
{
    using Kind = RuleFinding::Kind;
    const std::vector<Rule>& rules = policy.rules;
    std::vector<RuleFinding> findings;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string name = notation(rules[i]);
        if (rules[i].limit == 0) {
            findings.push_back({Kind::BlocksAll, i, std::nullopt, fmt::format("{} lets nothing pass", name)});
            continue;
        }
        std::optional<RuleFinding> why;
        for (std::size_t k = 0; k < rules.size() && !why; ++k) {
            if (k == i || rules[k].limit == 0)
                continue;
            if (rules[k] == rules[i]) {
                if (k < i)
                    why = {Kind::Duplicate, i, k, fmt::format("{} stands there twice", name)};
            } else if (neverDeniesBeside(rules[i], rules[k], policy.algorithm) &&
                       // Of two that say the same in other words one is needed.
                       (k < i || !neverDeniesBeside(rules[k], rules[i], policy.algorithm))) {
                why = {Kind::Redundant, i, k,
                       fmt::format("{} never denies anything that {} lets pass", name, notation(rules[k]))};
            }
        }
        if (why)
            findings.push_back(std::move(*why));
        else if (policy.algorithm == "fixed-window" && rules[i].limit > 1)
            findings.push_back({Kind::DoubleBurst, i, std::nullopt,
                                fmt::format("{} lets {} pass within a moment, across the seam of two windows",
                                            name, 2 * rules[i].limit)});
    }
    return findings;
}

} // namespace ratewarden
