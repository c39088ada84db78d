// SPDX-License-Identifier: MIT
#include "core/policies/rate_limit_headers.h"

#include "core/algorithms/algorithm.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::int64_t largestInteger = 999'999'999'999'999; // of a structured field

std::int64_t secondsUp(Micros time)
{
    return std::chrono::ceil<std::chrono::seconds>(time).count();
}

// Nobody is asked to come back at once.
std::int64_t secondsToWait(Micros time)
{
    return std::max<std::int64_t>(1, secondsUp(time));
}

bool isPrintableAscii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::string inQuotes(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

/// Those of the document, although scripts decide by stricter ones under a lease life; or the override's.
std::vector<Rule> promisedRules(const Decision& decision, const Policy& policy)
{
    if (decision.usage.empty() || decision.withoutRedis) // where the limits are those of a share
        return policy.rules;
    std::vector<Rule> rules;
    std::ranges::transform(decision.usage, std::back_inserter(rules), &RuleUsage::rule);
    return rules == decidingRules(policy) ? policy.rules : rules;
}

// Clients match the items of the two fields by their names, so that these must differ.
std::vector<std::string> headerNames(const std::vector<Rule>& rules, const std::vector<std::string>& given)
{
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        std::string name = i < given.size() && !given[i].empty() && isPrintableAscii(given[i])
                               ? given[i]
                               : notation(rules[i]);
        if (taken.contains(name))
            name += fmt::format(" #{}", i + 1);
        taken.insert(name);
        names.push_back(inQuotes(name));
    }
    return names;
}

std::string policyField(const std::vector<Rule>& rules, const std::vector<std::string>& names)
{
    std::string field;
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (!rules[i].atOnce) // the draft knows quotas of a time alone
            field += fmt::format("{}{};q={};w={}", field.empty() ? "" : ",", names[i],
                                 std::min(rules[i].limit, largestInteger), secondsUp(rules[i].window));
    return field;
}

// Empty: not worth telling, or not to be told beside Retry-After.
std::optional<std::int64_t> secondsToReset(const Decision& decision, std::size_t rule)
{
    if (decision.verdict == Verdict::Blocked || decision.rule == rule)
        return decision.retryAfter ? std::optional(secondsToWait(*decision.retryAfter)) : std::nullopt;
    const RuleUsage& usage = decision.usage[rule];
    if (usage.used == 0)
        return std::nullopt;
    const std::int64_t seconds = secondsUp(usage.resetAfter);
    if (!decision.allowed() && decision.retryAfter && seconds > secondsToWait(*decision.retryAfter))
        return std::nullopt;
    return seconds;
}

std::string usageField(const Decision& decision, const std::vector<std::string>& names)
{
    std::string field;
    for (std::size_t i = 0; i < decision.usage.size(); ++i) {
        if (decision.usage[i].rule.atOnce)
            continue;
        const Units left = decision.verdict == Verdict::Blocked ? 0 : decision.usage[i].remaining();
        field += fmt::format("{}{};r={}", field.empty() ? "" : ",", names[i], std::min(left, largestInteger));
        if (const auto seconds = secondsToReset(decision, i))
            field += fmt::format(";t={}", *seconds);
    }
    return field;
}

std::vector<HttpHeader> headers(const Decision& decision, const Policy& policy,
                                const std::vector<std::string>& ruleNames, bool announced)
{
    std::vector<HttpHeader> headers;
    const bool isKnown = !decision.overridden || !decision.usage.empty(); // which rules it obeys
    if (announced && isKnown) {
        const std::vector<Rule> rules = promisedRules(decision, policy);
        const std::vector<std::string> names =
            headerNames(rules, rules == policy.rules ? ruleNames : std::vector<std::string>());
        const auto add = [&](const char* name, std::string field) {
            if (!field.empty())
                headers.push_back({name, std::move(field)});
        };
        add("RateLimit-Policy", policyField(rules, names));
        if (!decision.usage.empty() && !decision.withoutRedis)
            add("RateLimit", usageField(decision, names));
    }
    if (!decision.allowed() && decision.retryAfter)
        headers.push_back({"Retry-After", std::to_string(secondsToWait(*decision.retryAfter))});
    return headers;
}

} // namespace

std::vector<HttpHeader> rateLimitHeaders(const Decision& decision, const Policy& policy)
{
    return headers(decision, policy, {}, !decision.shadowed);
}

std::vector<HttpHeader> rateLimitHeaders(const Decision& decision, const PublishedPolicy& published)
{
    return headers(decision, published.policy, published.ruleNames,
                   published.mode == PolicyMode::Enforced && !decision.shadowed);
}

} // namespace ratewarden
