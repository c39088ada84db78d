// SPDX-License-Identifier: MIT
#pragma once

#include "core/policies/policy_follower.h"
#include "core/policies/published_rate_limiter.h"

namespace ratewarden {

/// A limiter in Redis that takes its policy by name and follows what is published under it, without a
/// restart: rules, algorithm, mode, candidate, and what to do when Redis is unreachable. Used by as many
/// threads at a time as its server; many limiters may share a watch, a server for many threads, and a
/// breaker.
class FollowingRateLimiter final : public RateLimiter {
public:
    struct Options {
        /// How long the first calls wait for the policies to be read, and for this one to be found; also the
        /// longest that a later call takes to ask again for a policy that is not known, every 250 ms.
        std::chrono::milliseconds patience{2000};
        /// Called with the error when Redis becomes unreachable, and with null when it is back; only under
        /// a policy that says what to do then.
        std::function<void(const Error*)> onAway = {};
        /// Which errors count as unreachable then.
        Failures failures = {};
        /// To be shared by the limiters of all policies on the same server: see FallbackRateLimiter. Null:
        /// one of its own.
        std::shared_ptr<CircuitBreaker> breaker = {};
    };

    /// Both must outlive it.
    FollowingRateLimiter(Server& server, const PolicyWatch& watch, std::string policy, Options options);
    FollowingRateLimiter(Server& server, const PolicyWatch& watch, std::string policy)
        : FollowingRateLimiter(server, watch, std::move(policy), Options())
    {
    }

    /// Throws, besides what RedisRateLimiter throws, InvalidArgument while no policy of the name has been
    /// seen, and Unavailable while none has been read at all. In shadow mode a request that would be denied,
    /// also because Redis is unreachable, is allowed, and Decision::shadowed is set. Switched off, every
    /// request is allowed and nothing is charged. A block holds in any mode while Redis is reachable.
    Decision decide(const TokenRequest& request, Mode mode) override
    {
        return newest()->decide(request, mode);
    }
    std::vector<Decision> decideMany(std::span<const TokenRequest> tokens, Mode mode) override
    {
        return newest()->decideMany(tokens, mode);
    }
    /// By the newest version. Where that has another algorithm, whose state does not have what was reserved,
    /// settle by none.
    Decision settle(std::string_view token, const Settlement& settlement) override
    {
        return newest()->settle(token, settlement);
    }
    void settleMany(std::span<const TokenSettlement> settlements) override
    {
        newest()->settleMany(settlements);
    }
    /// By the newest version, as settle().
    std::optional<Micros> renew(std::string_view token, const Settlement& slot) override
    {
        return newest()->renew(token, slot);
    }
    Decision settleAndReserve(const Settlement& settlement, const TokenRequest& request) override
    {
        return newest()->settleAndReserve(settlement, request);
    }
    bool reset(std::string_view token) override { return newest()->reset(token); }

    /// The version that decides now; 0: none has been seen.
    std::int64_t version() const { return m_follower.version(); }

private:
    std::shared_ptr<PublishedRateLimiter> newest();

    Server& m_server;
    const std::chrono::milliseconds m_patience;
    PolicyFollower<PublishedRateLimiter> m_follower;
};

} // namespace ratewarden
