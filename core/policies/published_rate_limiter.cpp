// SPDX-License-Identifier: MIT
#include "core/policies/published_rate_limiter.h"

#include <utility>

namespace ratewarden {

Decision inMode(Decision decision, PolicyMode mode)
{
    if (mode == PolicyMode::Shadow && !decision.allowed() && decision.verdict != Verdict::Blocked) {
        decision.verdict = Verdict::Allowed;
        decision.rule.reset();
        decision.retryAfter = Micros::zero();
        decision.shadowed = true;
    }
    return decision;
}

Units costInMode(Units cost, PolicyMode mode)
{
    return mode == PolicyMode::Off ? 0 : cost;
}

PublishedRateLimiter::PublishedRateLimiter(Server& server, PublishedPolicy published)
    : m_published(std::move(published)), m_redis(server, m_published.policy)
{
    if (m_published.candidate)
        m_redis.countBeside(candidatePolicy(m_published));
}

void PublishedRateLimiter::fallBack(FallbackRateLimiter::Options options)
{
    // What is switched off holds nobody back, nor lets anybody wait, for an unreachable Redis.
    const std::optional<OnFailure> onFailure =
        m_published.mode == PolicyMode::Off ? OnFailure::Allow : m_published.onFailure;
    m_fallback.reset();
    if (!onFailure)
        return;
    options.onFailure = *onFailure;
    options.share = m_published.share;
    m_fallback.emplace(m_redis, m_published.policy, std::move(options));
}

RateLimiter& PublishedRateLimiter::limiter()
{
    return m_fallback ? static_cast<RateLimiter&>(*m_fallback) : m_redis;
}

Decision PublishedRateLimiter::decide(std::string_view token, Units cost, Mode mode)
{
    if (m_published.mode == PolicyMode::Off) {
        validateCost(cost);
        return limiter().decide(token, costInMode(cost, m_published.mode), Mode::Peek);
    }
    return inMode(limiter().decide(token, cost, mode), m_published.mode);
}

Decision PublishedRateLimiter::decide(RedisToken token, Units cost, Mode mode)
{
    if (m_published.mode == PolicyMode::Off) {
        validateCost(cost);
        return m_redis.decide(token, costInMode(cost, m_published.mode), Mode::Peek);
    }
    return inMode(m_redis.decide(token, cost, mode), m_published.mode);
}

std::vector<Decision> PublishedRateLimiter::acquireMany(std::span<const TokenRequest> tokens)
{
    std::vector<Decision> decisions;
    if (m_published.mode == PolicyMode::Off) {
        decisions.reserve(tokens.size());
        for (const TokenRequest& request : tokens)
            decisions.push_back(decide(request.token, request.cost, Mode::Acquire));
        return decisions;
    }
    decisions = limiter().acquireMany(tokens);
    for (Decision& decision : decisions)
        decision = inMode(std::move(decision), m_published.mode);
    return decisions;
}

bool PublishedRateLimiter::reset(std::string_view token)
{
    return limiter().reset(token);
}

} // namespace ratewarden
