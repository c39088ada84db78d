// SPDX-License-Identifier: MIT
#include "core/algorithms/algorithm.h"
#include "core/algorithms/fixed_window.h"
#include "core/algorithms/gcra.h"
#include "core/algorithms/record_state.h"
#include "core/algorithms/sliding_log.h"
#include "core/algorithms/sliding_window_counter.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

// Exact, in different layouts.
constexpr Algorithm logIn(std::string_view script, std::string_view name, std::string_view title,
                          std::string_view keySuffix, StateSize size, bool takesSlots = false)
{
    return {name, title, keySuffix, script, Keeps::Charges, size, makeSlidingLog, nullptr, takesSlots};
}

// GCRA, the token bucket and the leaky bucket as a meter are one thing told in three ways: a bucket of
// `burst` units that drains, or fills, at limit / window. They share a script and a twin, and have keys of
// their own.
constexpr Algorithm bucketCalled(std::string_view name, std::string_view title, std::string_view keySuffix)
{
    return {name, title, keySuffix, "gcra", Keeps::Bucket, {0, 13, 13}, makeGcra, reportGcra};
}

constexpr std::array registry{
    logIn("sliding_log_packed", "sliding-log", "sliding log", "log", {8, 6, 6}),
    logIn("sliding_log_zset", "sliding-log-zset", "sliding log (sorted set)", "zlog", {0, 31, 119}),
    logIn("sliding_log_list", "sliding-log-list", "sliding log (list)", "llog", {0, 27, 25}),
    logIn("sliding_log_stream", "sliding-log-stream", "sliding log (stream)", "xlog", {4700, 0, 21}),
    logIn("in_flight", "in-flight", "in flight", "slots", {0, 31, 119}, true),
    Algorithm{"sliding-window-counter",
              "sliding window counter",
              "swc",
              "sliding_window_counter",
              Keeps::SlidingCounts,
              {0, 15, 15},
              makeSlidingWindowCounter,
              reportSlidingWindowCounter},
    Algorithm{"fixed-window",
              "fixed window",
              "fixed",
              "fixed_window",
              Keeps::Counts,
              {0, 13, 13},
              makeFixedWindow,
              reportFixedWindow},
    bucketCalled("gcra", "GCRA", "gcra"),
    bucketCalled("token-bucket", "token bucket", "tokens"),
    bucketCalled("leaky-bucket", "leaky bucket", "leaky"),
};

/// Null for an unknown name.
const Algorithm* find(std::string_view name)
{
    const auto* const found = std::ranges::find(registry, name, &Algorithm::name);
    return found == registry.end() ? nullptr : found;
}

/// Records tell their rules by these.
void validateTags(const std::vector<Rule>& rules)
{
    for (auto rule = rules.begin(); rule != rules.end(); ++rule) {
        const auto other = std::find_if(rules.begin(), rule, [&](const Rule& former) {
            return former.window != rule->window && recordTag(former.window) == recordTag(rule->window);
        });
        if (other != rule)
            throw BadPolicy(Problem(Fault::SameTag, notation(*other), notation(*rule)));
    }
}

void validateSlots(const Policy& policy, const Algorithm& algorithm)
{
    const auto first = std::ranges::find(policy.rules, true, &Rule::atOnce);
    if (first == policy.rules.end())
        return;
    if (!algorithm.takesSlots)
        throw BadPolicy(Problem(Fault::NoSlots, algorithm.name, notation(*first)));
    if (policy.lease != Micros::zero())
        throw BadPolicy(Problem(Fault::NoLeaseOfSlots, notation(*first)));
}

Problem unknownName(std::string_view name)
{
    std::string names;
    for (const Algorithm& algorithm : registry)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", algorithm.name);
    return {Fault::UnknownAlgorithm, name, names};
}

// From the beginning of a window.
int windowsUntilFree(Keeps keeps)
{
    return keeps == Keeps::SlidingCounts ? 2 : 1;
}

} // namespace

Instant Algorithm::chargedAt(const Decision& decision) const
{
    Instant at = decision.now;
    if (keeps == Keeps::Bucket)
        return at;
    const int windows = windowsUntilFree(keeps);
    for (const RuleUsage& usage : decision.usage)
        if (!usage.rule.atOnce) // a slot is named by the decision's clock
            at = std::max(at, decision.now + usage.resetAfter - windows * usage.rule.window);
    return at;
}

Rule Algorithm::ruleAsWritten(Rule rule) const
{
    rule.atOnce = takesSlots && rule.burst > 0;
    if (!takesBurst() || rule.burst == rule.limit)
        rule.burst = 0;
    return rule;
}

std::optional<Micros> Algorithm::leaseOf(const Decision& decision, Micros life) const
{
    if (life == Micros::zero())
        return std::nullopt;
    if (!decision.allowed())
        return life;
    if (keeps == Keeps::Charges || keeps == Keeps::Bucket)
        return decision.overridden ? Micros::zero() : life;
    for (const RuleUsage& usage : decision.usage) // a lease ends with its window
        life = std::min(life, usage.resetAfter - (windowsUntilFree(keeps) - 1) * usage.rule.window);
    return std::max(life, Micros::zero());
}

std::span<const Algorithm> algorithms()
{
    return registry;
}

const Algorithm& algorithmNamed(std::string_view name)
{
    if (const Algorithm* const found = find(name))
        return *found;
    throw InvalidArgument(unknownName(name));
}

const Algorithm& validatedAlgorithm(const Policy& policy)
{
    validatePolicy(policy);
    const Algorithm* const found = find(policy.algorithm);
    if (found == nullptr)
        throw BadPolicy(unknownName(policy.algorithm));
    const Algorithm& algorithm = *found;
    for (const Rule& rule : policy.rules)
        if (rule.burst > 0 && !algorithm.takesBurst())
            throw BadPolicy(Problem(Fault::NoBurst, algorithm.name, notation(rule)));
    validateSlots(policy, algorithm);
    if (algorithm.keeps != Keeps::Charges)
        validateTags(policy.rules);
    validateRules(decidingRules(policy));
    return algorithm;
}

std::vector<Rule> decidingRules(const Policy& policy)
{
    std::vector<Rule> rules = policy.rules;
    if (policy.lease == Micros::zero())
        return rules;
    const Keeps keeps = algorithmNamed(policy.algorithm).keeps;
    for (Rule& rule : rules) {
        if (keeps == Keeps::Charges)
            rule.window += policy.lease;
        if (keeps != Keeps::Bucket || rule.limit == 0)
            continue;
        using Wide = __int128;
        const auto freed =
            Units((Wide(rule.limit) * policy.lease.count() + rule.window.count() - 1) / rule.window.count());
        if (freed >= rule.capacity())
            throw BadPolicy(Problem(Fault::LeaseTooLong, spanNotation(policy.lease), notation(rule)));
        rule.burst = rule.capacity() - freed;
    }
    return rules;
}

const Algorithm* algorithmWithKeySuffix(std::string_view suffix)
{
    const auto* const found = std::ranges::find(registry, suffix, &Algorithm::keySuffix);
    return found == registry.end() ? nullptr : found;
}

} // namespace ratewarden
