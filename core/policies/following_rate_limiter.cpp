// SPDX-License-Identifier: MIT
#include "core/policies/following_rate_limiter.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {
namespace {

// What passes because its policy is switched off.
Decision passed()
{
    Decision decision;
    decision.now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    return decision;
}

} // namespace

FollowingRateLimiter::FollowingRateLimiter(Connection& connection, const PolicyWatch& watch,
                                           std::string policy, Options options)
    : m_connection(connection), m_watch(watch), m_name(std::move(policy)), m_options(std::move(options))
{
}

void FollowingRateLimiter::follow()
{
    std::shared_ptr<const PublishedPolicy> newest =
        m_published ? m_watch.find(m_name) : m_watch.waitFor(m_name, m_options.patience);
    if (!newest) {
        const std::string problem = m_watch.problem();
        throw BadPolicy(fmt::format("no policy \"{}\" has been read from {}{}", printable(m_name),
                                    m_connection.endpoint().text(),
                                    problem.empty() ? std::string("; publish it first") : ": " + problem));
    }
    if (newest == m_published)
        return;
    m_published = std::move(newest);
    m_fallback.reset();
    m_redis.emplace(m_connection, m_published->policy);
    if (m_published->candidate)
        m_redis->countBeside(candidatePolicy(*m_published));
    if (m_published->whenAway)
        m_fallback.emplace(*m_redis, m_published->policy,
                           FallbackRateLimiter::Options{*m_published->whenAway, m_published->share,
                                                        std::chrono::seconds(1), m_options.onAway});
}

RateLimiter& FollowingRateLimiter::limiter()
{
    return m_fallback ? static_cast<RateLimiter&>(*m_fallback) : *m_redis;
}

Decision FollowingRateLimiter::inMode(Decision decision) const
{
    if (m_published->mode == PolicyMode::Shadow && !decision.allowed()) {
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
    if (m_published->mode == PolicyMode::Off) {
        validateToken(token);
        validateCost(cost);
        return passed();
    }
    return inMode(limiter().decide(token, cost, mode));
}

std::vector<Decision> FollowingRateLimiter::acquireMany(std::span<const TokenRequest> tokens)
{
    follow();
    if (m_published->mode == PolicyMode::Off)
        return {tokens.size(), passed()};
    std::vector<Decision> decisions = limiter().acquireMany(tokens);
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
