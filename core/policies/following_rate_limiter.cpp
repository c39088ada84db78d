// SPDX-License-Identifier: MIT
#include "core/policies/following_rate_limiter.h"

#include <utility>

namespace ratewarden {
namespace {

PolicyFollower<PublishedRateLimiter>::Make limitersOn(Server& server, FollowingRateLimiter::Options options)
{
    FallbackOptions fallback{.onChange = std::move(options.onAway),
                             .failures = options.failures,
                             .breaker = std::move(options.breaker)};
    if (!fallback.breaker) // it outlives the versions of the policy
        fallback.breaker = std::make_shared<CircuitBreaker>();
    return [&server, fallback](const PublishedPolicy& published) {
        auto limiter = std::make_shared<PublishedRateLimiter>(server, published);
        limiter->fallBack(fallback);
        return limiter;
    };
}

} // namespace

FollowingRateLimiter::FollowingRateLimiter(Server& server, const PolicyWatch& watch, std::string policy,
                                           Options options)
    : m_server(server)
    , m_patience(options.patience)
    , m_follower(watch, std::move(policy), limitersOn(server, std::move(options)))
{
}

std::shared_ptr<PublishedRateLimiter> FollowingRateLimiter::newest()
{
    std::shared_ptr<PublishedRateLimiter> limiter = m_follower.newest();
    if (limiter)
        return limiter;
    if (m_follower.mayAsk()) {
        if (m_follower.watch().waitFor(m_follower.name(), m_patience))
            limiter = m_follower.newest();
        else
            m_follower.wasInVain();
    }
    if (!limiter)
        throwUnknownPolicy(m_follower.watch(), m_follower.name(), m_server.where());
    return limiter;
}

} // namespace ratewarden
