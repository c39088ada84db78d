// SPDX-License-Identifier: MIT
#include "core/tokens/token_status.h"

#include "core/formats/leased_units.h"

#include <algorithm>

namespace ratewarden {
namespace {

constexpr std::array<std::string_view, tokenStatusCount> tokenStatusNames{"limited", "blocked", "near",
                                                                          "ok",      "idle",    "unknown"};

} // namespace

std::string_view nameOf(TokenStatus status)
{
    return tokenStatusNames.at(std::size_t(status));
}

std::optional<TokenStatus> tokenStatusNamed(std::string_view name)
{
    for (std::size_t i = 0; i < tokenStatusNames.size(); ++i)
        if (tokenStatusNames.at(i) == name)
            return TokenStatus(i);
    return std::nullopt;
}

double steadyShare(const Decision& decision)
{
    double largest = 0;
    for (const RuleUsage& usage : decision.usage)
        if (usage.rule.atOnce || usage.rule.window > momentary)
            largest = std::max(largest, usage.share());
    return largest;
}

TokenStatus statusOf(const Reading& reading)
{
    if (reading.block)
        return TokenStatus::Blocked;
    if (!reading.decision)
        return reading.limited ? TokenStatus::Limited : TokenStatus::Unknown;
    const Decision& decision = *reading.decision;
    if (!decision.allowed())
        return TokenStatus::Limited;
    if (steadyShare(decision) >= nearShare)
        return TokenStatus::Near;
    return std::ranges::any_of(decision.usage, [](const RuleUsage& usage) { return usage.used > 0; })
               ? TokenStatus::Ok
               : TokenStatus::Idle;
}

bool isActive(TokenStatus status, Units used)
{
    return status == TokenStatus::Unknown ? used > 0 : status != TokenStatus::Idle;
}

std::optional<Micros> waitOf(const Reading& reading)
{
    if (reading.block)
        return reading.block->until ? std::optional(*reading.block->until - reading.at) : std::nullopt;
    return reading.decision ? reading.decision->retryAfter : reading.retryAfter;
}

std::optional<RequestRates> requestRatesOf(const Reading& reading)
{
    const bool isCounted =
        !reading.counts.empty() || (!reading.problem && reading.policy && reading.policy->counters);
    return isCounted ? std::optional(ratesOf(reading.counts, reading.at)) : std::nullopt;
}

TokenFigures figuresOf(const Reading& reading)
{
    TokenFigures figures;
    figures.status = statusOf(reading);
    figures.isUnread = bool(reading.problem);
    if (reading.decision && !reading.decision->usage.empty()) {
        figures.overridden = reading.decision->overridden;
        const std::size_t tightest = reading.decision->tightestRule();
        figures.tightest = reading.decision->usage[tightest];
        // Under a lease life a log counts over a longer window than the rule is called by.
        if (reading.policy && tightest < reading.policy->rules.size()) {
            Rule longer = reading.policy->rules[tightest];
            longer.window += reading.policy->lease;
            if (longer == figures.tightest->rule)
                figures.tightest->rule = reading.policy->rules[tightest];
        }
        figures.steadyShare = steadyShare(*reading.decision);
        for (const RuleUsage& usage : reading.decision->usage)
            if (usage.rule.atOnce)
                figures.inFlight = usage.used;
        figures.mostReserved = mostOpenUnits(reading);
        figures.mostLeased = mostInLeases(reading);
    } else {
        figures.used = reading.used;
    }
    figures.wait = waitOf(reading);
    figures.rates = requestRatesOf(reading);
    return figures;
}

bool isHeldBack(TokenStatus status, double denied, Micros wait)
{
    if (status == TokenStatus::Blocked || status == TokenStatus::Unknown)
        return false;
    return denied > 0 || (status == TokenStatus::Limited && wait >= momentary);
}

std::array<double, 4> urgencyOf(TokenStatus status, double denied, Micros wait, double steadyShare)
{
    const TokenStatus rank = status == TokenStatus::Blocked || status == TokenStatus::Unknown ? status
                             : isHeldBack(status, denied, wait) ? TokenStatus::Limited
                             : steadyShare >= nearShare         ? TokenStatus::Near
                                                                : TokenStatus::Ok;
    return {-double(rank), std::max(0.0, denied),
            wait >= momentary ? double(wait / std::chrono::seconds(5)) : 0.0, steadyShare};
}

} // namespace ratewarden
