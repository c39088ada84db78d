// SPDX-License-Identifier: MIT
#include "core/policies/rule_check.h"

#include <algorithm>
#include <cmath>

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

// Why the rule at `i` is not needed beside that at `k`; empty: it may be.
std::optional<RuleFinding> whyNotNeeded(const std::vector<Rule>& rules, std::size_t i, std::size_t k,
                                        const Algorithm& algorithm)
{
    using Kind = RuleFinding::Kind;
    const Rule& rule = rules[i];
    const Rule& other = rules[k];
    if (rule == other)
        return k < i ? std::optional(RuleFinding{Kind::Duplicate, i, k}) : std::nullopt;
    // Of two that say the same in other words one is needed.
    if (rule.atOnce || other.atOnce) // how long requests take, nobody knows
        return std::nullopt;
    if (!neverDeniesBeside(rule, other, algorithm) || (k > i && neverDeniesBeside(other, rule, algorithm)))
        return std::nullopt;
    return RuleFinding{rule.window == other.window  ? Kind::Contradictory
                       : rule.window > other.window ? Kind::Unreachable
                                                    : Kind::Redundant,
                       i, k};
}

// What the lease life of the policy costs the rule; empty: nothing.
std::optional<RuleFinding> costOfLease(const Policy& policy, std::size_t i, const Rule& deciding)
{
    using Kind = RuleFinding::Kind;
    const Rule& rule = policy.rules[i];
    if (rule == deciding)
        return std::nullopt;
    RuleFinding finding{.kind = Kind::LeaseTakesRate, .rule = i, .number = policy.lease.count()};
    if (rule.window != deciding.window) {
        finding.share = double(policy.lease.count()) / double(deciding.window.count());
    } else {
        finding.kind = Kind::LeaseTakesBurst;
        finding.share = double(rule.capacity() - deciding.capacity()) / double(rule.capacity());
    }
    return finding;
}

} // namespace

double mostInSpan(const Rule& rule, Micros span, const Algorithm& algorithm)
{
    const double windows = double(span.count()) / double(rule.window.count());
    switch (algorithm.keeps) {
    case Keeps::Charges: // every window's worth at its beginning
        return double(rule.limit) * std::ceil(std::max(windows, 1e-9));
    case Keeps::SlidingCounts: // the window before counts by its share
        return double(rule.limit) * (1 + windows);
    case Keeps::Counts: // at the end of one window, and the beginning of the next ones
        return double(rule.limit) * (std::floor(windows) + 2);
    case Keeps::Bucket:
        break;
    }
    return double(rule.capacity()) + double(rule.limit) * windows;
}

bool neverDeniesBeside(const Rule& rule, const Rule& other, const Algorithm& algorithm)
{
    if (rule.window == other.window && rule.limit >= other.limit && rule.capacity() >= other.capacity())
        return true;
    switch (algorithm.keeps) {
    case Keeps::Charges:
        return logNeverDenies(rule, other);
    case Keeps::SlidingCounts: // an estimate, of which nothing is known
        return false;
    case Keeps::Counts:
        return fixedNeverDenies(rule, other);
    case Keeps::Bucket:
        break;
    }
    return other.limit > 0 && bucketNeverDenies(rule, other);
}

std::vector<RuleFinding> checkRules(const Policy& policy, Units cost, bool apart)
{
    using Kind = RuleFinding::Kind;
    const std::vector<Rule> rules = decidingRules(policy);
    const Algorithm& algorithm = algorithmNamed(policy.algorithm);
    std::vector<RuleFinding> findings;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (rules[i].limit == 0) {
            findings.push_back({.kind = Kind::DeniesAll, .rule = i});
            continue;
        }
        if (rules[i].unitsOf(cost) > rules[i].capacity())
            findings.push_back({.kind = Kind::NeverFits, .rule = i, .number = cost});
        std::optional<RuleFinding> why;
        for (std::size_t k = 0; !apart && k < rules.size() && !why; ++k)
            if (k != i && rules[k].limit > 0)
                why = whyNotNeeded(rules, i, k, algorithm);
        if (why)
            findings.push_back(*why);
        else if (algorithm.keeps == Keeps::Counts && rules[i].limit > 1)
            findings.push_back({.kind = Kind::DoubleBurst, .rule = i, .number = 2 * rules[i].limit});
        if (const auto taken = costOfLease(policy, i, rules[i]))
            findings.push_back(*taken);
    }
    return findings;
}

} // namespace ratewarden
