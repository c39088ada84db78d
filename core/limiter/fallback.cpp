// SPDX-License-Identifier: MIT
#include "core/limiter/fallback.h"

#include "core/model/rule_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ratewarden {
namespace {

Policy atShare(Policy policy, double share)
{
    if (!(share > 0) || share > 1)
        throw InvalidArgument(Problem(Fault::ShareRange, fmt::format("{}", share)));
    const auto scaled = [share](Units units) {
        return units == 0 ? 0 : std::max<Units>(1, Units(double(units) * share));
    };
    for (Rule& rule : policy.rules) {
        rule.limit = scaled(rule.limit);
        rule.burst = scaled(rule.burst);
    }
    policy.lease = {}; // nobody else decides here
    return policy;
}

/// The other nodes of the cluster serve: only this request is decided without Redis.
bool isOfOneNode(const Error& error)
{
    const auto* const unavailable = dynamic_cast<const Unavailable*>(&error);
    return unavailable != nullptr && unavailable->isOfOneNode();
}

} // namespace

Fallback::Fallback(const Policy& policy, FallbackOptions options)
    : m_policy(policy)
    , m_options(std::move(options))
    , m_breaker(m_options.breaker ? m_options.breaker
                                  : std::make_shared<CircuitBreaker>(m_options.retryInterval))
{
    validatedAlgorithm(m_policy);
    if (m_options.onFailure == OnFailure::Local)
        m_local.emplace(atShare(m_policy, m_options.share));
}

/// Under a lock, so that changes are told in their order.
void Fallback::settle(CircuitBreaker::Pass& pass, const Error* failure)
{
    if (failure == nullptr && !pass.isProbe())
        return;
    const std::scoped_lock lock(m_changeMutex);
    const bool changed = failure ? pass.failed() : pass.succeeded();
    if (changed && m_options.onChange)
        m_options.onChange(failure);
}

bool Fallback::takesOver(CircuitBreaker::Pass& pass, const Error& error)
{
    if (dynamic_cast<const InvalidArgument*>(&error) != nullptr) // perhaps before anything was sent
        return false;
    const bool counts = m_options.failures.contains(error);
    settle(pass, counts && !isOfOneNode(error) ? &error : nullptr);
    return counts;
}

Decision Fallback::decide(const TokenRequest& request, Mode mode)
{
    validateToken(request.token);
    validateCost(request.cost);
    Decision decision;
    if (m_local) {
        decision = m_local->decide(request, mode);
    } else {
        decision.now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
        for (const Rule& rule : m_policy.rules)
            decision.usage.push_back({rule, 0, Micros::zero()}); // what is used is not known
        if (m_options.onFailure == OnFailure::Deny) {
            decision.verdict = Verdict::RedisUnreachable;
            decision.retryAfter = m_breaker->interval();
        }
    }
    if (reserves(mode) && !decision.allowed() && m_policy.lease != Micros::zero())
        decision.lease = m_policy.lease; // so that it is asked as soon when Redis is back
    decision.withoutRedis = true;
    if (mode == Mode::Reserve) // what a lease leaves over stays charged
        decision.chargedLocally = decision.chargedAt;
    decision.chargedAt.reset(); // in Redis there is nothing to settle
    return decision;
}

Decision Fallback::settleLocally(std::string_view token, Settlement settlement)
{
    if (!m_local)
        return settle(token);
    settlement.locally = false;
    Decision decision = m_local->settle(token, settlement);
    decision.withoutRedis = true;
    return decision;
}

std::optional<Micros> Fallback::renewLocally(std::string_view token, Settlement slot)
{
    if (!m_local)
        return {};
    slot.locally = false;
    return m_local->renew(token, slot);
}

std::vector<Decision> Fallback::decideMany(std::span<const TokenRequest> requests, Mode mode)
{
    std::vector<Decision> decisions;
    decisions.reserve(requests.size());
    for (const TokenRequest& request : requests)
        decisions.push_back(decide(request, mode));
    return decisions;
}

std::optional<Micros> Fallback::renew() const
{
    throw Unavailable(
        "Redis is unreachable, so that it is not known whether the slot is still held: renew it again",
        Unavailable::Effect::Uncertain);
}

void Fallback::decideUnreachable(std::span<const TokenRequest> requests, Mode mode,
                                 std::vector<Decision>& decisions)
{
    for (std::size_t i = 0; i < decisions.size(); ++i)
        if (decisions[i].verdict == Verdict::RedisUnreachable)
            decisions[i] = decide(requests[i], mode);
}

void Fallback::reset(std::string_view token)
{
    if (m_local)
        m_local->reset(token);
}

} // namespace ratewarden
