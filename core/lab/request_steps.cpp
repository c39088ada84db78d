// SPDX-License-Identifier: MIT
#include "core/lab/request_steps.h"

#include "core/algorithms/admission.h"

#include <algorithm>
#include <stdexcept>

namespace ratewarden {
namespace {

TimedRequests requestsOf(const GroupedTrace& traffic, TokenId token)
{
    return {traffic.times(token), traffic.costs(token)};
}

bool differs(const RequestStep& one, const RequestStep& other)
{
    return one.allowed() != other.allowed();
}

/// Sum of the costs of what was charged at `from` or later and before `to`.
Units chargedIn(std::span<const Charge> charges, Instant from, Instant to)
{
    Units sum = 0;
    for (const Charge& charge : charges)
        if (charge.at >= from && charge.at < to)
            sum += charge.cost;
    return sum;
}

/// How the cost stands under one rule when `charges` came before it.
RuleStep ruleStep(const Algorithm& algorithm, const Rule& rule, std::span<const Charge> charges, Instant now,
                  Units cost)
{
    // What is older counts no more, but in a bucket, which may hold units for as long as it is kept full.
    if (algorithm.keeps != Keeps::Bucket)
        charges = std::span(std::ranges::upper_bound(charges, now - 2 * rule.window, {}, &Charge::at),
                            charges.end());
    // Alone under this rule: whether the others have room does not matter here.
    TokenStateOf state(algorithm);
    const std::vector<Rule> alone{rule};
    for (const Charge& charge : charges)
        state->decide(alone, charge.at, charge.cost, Mode::Acquire);
    const Decision decision = state->decide(alone, now, cost, Mode::Peek);
    RuleStep step;
    step.rule = rule;
    step.used = decision.usage[0].used;
    step.wait = decision.retryAfter;
    const Instant windowStart{now.time_since_epoch() - now.time_since_epoch() % rule.window};
    switch (algorithm.keeps) {
    case Keeps::Charges: {
        const auto inWindow = std::ranges::upper_bound(charges, now - rule.window, {}, &Charge::at);
        step.entries = std::size_t(charges.end() - inWindow);
        if (decision.verdict != Verdict::DeniedByRule)
            break;
        step.reason = WaitReason::EntryInWindow;
        Units gone = 0;
        for (const Charge& charge : std::span(inWindow, charges.end())) {
            ++step.entry;
            step.entryAge = now - charge.at;
            gone += charge.cost;
            if (step.used - gone + cost <= rule.limit)
                break;
        }
        break;
    }
    case Keeps::SlidingCounts:
        step.windowStart = windowStart;
        step.inWindow = chargedIn(charges, windowStart, windowStart + rule.window);
        step.inWindowBefore = chargedIn(charges, windowStart - rule.window, windowStart);
        step.reason = WaitReason::WindowSlides;
        break;
    case Keeps::Counts:
        step.windowStart = windowStart;
        step.inWindow = step.used;
        step.reason = WaitReason::WindowNotOver;
        break;
    case Keeps::Bucket:
        if (rule.limit > 0)
            step.perUnit = Micros((rule.window.count() + rule.limit - 1) / rule.limit);
        step.reason = WaitReason::BucketNotDrained;
        break;
    }
    if (decision.allowed())
        step.reason = WaitReason::None;
    else if (decision.verdict == Verdict::NeverFits)
        step.reason = WaitReason::NeverFits;
    return step;
}

/// Of several rules that deny: one that never has room, else the one with the longest wait; the first of
/// those.
StepExplanation explained(const Candidate& candidate, std::span<const Charge> charges, Instant now,
                          Units cost)
{
    StepExplanation explanation;
    RequestStep& step = explanation.step;
    step.time = now;
    step.cost = cost;
    const Algorithm& algorithm = validatedAlgorithm(candidate.policy);
    for (const Rule& rule : candidate.policy.rules) {
        const auto index = std::uint8_t(explanation.rules.size());
        explanation.rules.push_back(ruleStep(algorithm, rule, charges, now, cost));
        const RuleStep& under = explanation.rules.back();
        if (step.verdict == Verdict::NeverFits || under.reason == WaitReason::None)
            continue;
        if (under.reason == WaitReason::NeverFits || *under.wait > *step.retryAfter) {
            step.verdict = under.wait ? Verdict::DeniedByRule : Verdict::NeverFits;
            step.rule = index;
            step.retryAfter = under.wait;
        }
    }
    return explanation;
}

StepExplanation explainAfter(const TimedRequests& before, const Candidate& candidate, Instant now, Units cost)
{
    std::vector<Charge> charges;
    makeAdmission(candidate.policy)->admit(before, Clients::AsRecorded, nullptr, &charges);
    return explained(candidate, charges, now, cost);
}

TimedRequests first(const TimedRequests& requests, std::size_t count)
{
    return {requests.times.first(count),
            requests.costs.empty() ? requests.costs : requests.costs.first(count)};
}

} // namespace

std::vector<RequestStep> verdictsOf(const GroupedTrace& traffic, TokenId token, const Candidate& candidate)
{
    TokenStateOf state(validatedAlgorithm(candidate.policy));
    const TimedRequests requests = requestsOf(traffic, token);
    std::vector<RequestStep> steps;
    steps.reserve(requests.times.size());
    for (std::size_t i = 0; i < requests.times.size(); ++i) {
        const Units cost = requests.cost(i);
        const Decision decision =
            state->decide(candidate.policy.rules, requests.times[i], cost, Mode::Acquire);
        RequestStep& step = steps.emplace_back();
        step.time = requests.times[i];
        step.cost = cost;
        step.verdict = decision.verdict;
        step.retryAfter = decision.retryAfter;
        if (decision.rule)
            step.rule = std::uint8_t(*decision.rule);
    }
    return steps;
}

std::optional<std::size_t> nextDifference(const std::vector<RequestStep>& one,
                                          const std::vector<RequestStep>& other, std::size_t from)
{
    for (std::size_t i = from; i < std::min(one.size(), other.size()); ++i)
        if (differs(one[i], other[i]))
            return i;
    return std::nullopt;
}

std::optional<std::size_t> previousDifference(const std::vector<RequestStep>& one,
                                              const std::vector<RequestStep>& other, std::size_t before)
{
    for (std::size_t i = std::min({before, one.size(), other.size()}); i > 0; --i)
        if (differs(one[i - 1], other[i - 1]))
            return i - 1;
    return std::nullopt;
}

StepExplanation explain(const GroupedTrace& traffic, TokenId token, const Candidate& candidate,
                        std::size_t request)
{
    const TimedRequests requests = requestsOf(traffic, token);
    if (request >= requests.times.size())
        throw std::out_of_range("explain");
    return explainAfter(first(requests, request), candidate, requests.times[request], requests.cost(request));
}

StepExplanation ask(const GroupedTrace& traffic, TokenId token, const Candidate& candidate, Instant now,
                    Units cost)
{
    validateCost(cost);
    const TimedRequests requests = requestsOf(traffic, token);
    const auto later = std::ranges::upper_bound(requests.times, now);
    return explainAfter(first(requests, std::size_t(later - requests.times.begin())), candidate, now, cost);
}

} // namespace ratewarden
