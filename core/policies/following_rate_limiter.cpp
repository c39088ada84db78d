// SPDX-License-Identifier: MIT
#include "core/policies/following_rate_limiter.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <utility>

namespace ratewarden {

FollowingRateLimiter::FollowingRateLimiter(Server& server, const PolicyWatch& watch, std::string policy,
                                           Options options)
    : m_server(server), m_watch(watch), m_name(std::move(policy)), m_options(std::move(options))
{
    if (!m_options.breaker) // it outlives the versions of the policy
        m_options.breaker = std::make_shared<CircuitBreaker>();
}

void FollowingRateLimiter::follow()
{
    const std::uint64_t changes = m_watch.changes(); // before it is asked, so that no later one is missed
    if (m_published && changes == m_changesSeen)
        return;
    std::shared_ptr<const PublishedPolicy> newest =
        std::exchange(m_hasWaited, true) ? m_watch.find(m_name) : m_watch.waitFor(m_name, m_options.patience);
    if (!newest) {
        const std::string problem = m_watch.problem();
        if (!m_watch.hasRead())
            throw Unavailable(fmt::format("the policies on {} have not been read yet{}", m_server.where(),
                                          problem.empty() ? std::string() : ": " + problem),
                              Unavailable::Effect::None);
        throw InvalidArgument(
            fmt::format("no policy \"{}\" has been read from {}{}", printable(m_name), m_server.where(),
                        problem.empty() ? std::string("; publish it first") : ": " + problem));
    }
    m_changesSeen = changes;
    if (newest == m_published)
        return;
    m_published = std::move(newest);
    m_fallback.reset();
    m_redis.emplace(m_server, m_published->policy);
    if (m_published->candidate)
        m_redis->countBeside(candidatePolicy(*m_published));
    // What is switched off holds nobody back, nor lets anybody wait, for an unreachable Redis.
    const std::optional<OnFailure> onFailure =
        m_published->mode == PolicyMode::Off ? OnFailure::Allow : m_published->onFailure;
    if (onFailure)
        m_fallback.emplace(*m_redis, m_published->policy,
                           FallbackRateLimiter::Options{.onFailure = *onFailure,
                                                        .share = m_published->share,
                                                        .onChange = m_options.onAway,
                                                        .failures = m_options.failures,
                                                        .breaker = m_options.breaker});
}

RateLimiter& FollowingRateLimiter::limiter()
{
    return m_fallback ? static_cast<RateLimiter&>(*m_fallback) : *m_redis;
}

Decision FollowingRateLimiter::inMode(Decision decision) const
{
    if (m_published->mode == PolicyMode::Shadow && !decision.allowed() &&
        decision.verdict != Verdict::Blocked) {
        decision.verdict = Verdict::Allowed;
        decision.rule.reset();
        decision.retryAfter = Micros::zero();
        decision.shadowed = true;
    }
    return decision;
}

Decision FollowingRateLimiter::decide(std::string_view token, Units cost, Mode mode)
{
    follow();
    if (m_published->mode == PolicyMode::Off)
        return passUnlessBlocked(token, cost);
    return inMode(limiter().decide(token, cost, mode));
}

// Of a policy that is switched off: a cost of 0 always fits.
Decision FollowingRateLimiter::passUnlessBlocked(std::string_view token, Units cost)
{
    validateCost(cost);
    return limiter().decide(token, 0, Mode::Peek);
}

std::vector<Decision> FollowingRateLimiter::acquireMany(std::span<const TokenRequest> tokens)
{
    follow();
    std::vector<Decision> decisions;
    if (m_published->mode == PolicyMode::Off) {
        decisions.reserve(tokens.size());
        for (const TokenRequest& request : tokens)
            decisions.push_back(passUnlessBlocked(request.token, request.cost));
        return decisions;
    }
    decisions = limiter().acquireMany(tokens);
    for (Decision& decision : decisions)
        decision = inMode(std::move(decision));
    return decisions;
}

bool FollowingRateLimiter::reset(std::string_view token)
{
    follow();
    return limiter().reset(token);
}

} // namespace ratewarden
