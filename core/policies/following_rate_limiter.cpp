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
    if (newest != m_published) {
        m_published.reset(); // until there is a limiter by it
        m_limiter.emplace(m_server, *newest);
        m_limiter->fallBack(
            {.onChange = m_options.onAway, .failures = m_options.failures, .breaker = m_options.breaker});
        m_published = std::move(newest);
    }
    m_changesSeen = changes;
}

Decision FollowingRateLimiter::decide(std::string_view token, Units cost, Mode mode)
{
    follow();
    return m_limiter->decide(token, cost, mode);
}

std::vector<Decision> FollowingRateLimiter::decideMany(std::span<const TokenRequest> tokens, Mode mode)
{
    follow();
    return m_limiter->decideMany(tokens, mode);
}

bool FollowingRateLimiter::reset(std::string_view token)
{
    follow();
    return m_limiter->reset(token);
}

} // namespace ratewarden
