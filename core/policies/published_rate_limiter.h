// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/published_policy.h"

#include <memory>
#include <optional>

namespace ratewarden {

/// What a decision by the rules of a policy comes to in its mode: in shadow mode a denial becomes an allowed
/// request with Decision::shadowed set. A block holds in any mode.
Decision inMode(Decision decision, PolicyMode mode);

/// The cost by which a request is judged: 0, which always fits, where the policy is off.
Units costInMode(Units cost, PolicyMode mode);

/// Throws BadPolicy for a policy that judges the keys of another limiter: nothing decides by it.
void requireDecidable(const PublishedPolicy& published);

/// How its limiters go on without Redis: `options` with the policy's onFailure and share; nothing: they do
/// not. What is switched off allows every request then.
std::optional<FallbackOptions> fallbackOf(const PublishedPolicy& published, FallbackOptions options);

/// What becomes of a request under a policy that is off, if the token's state is damaged or its node is
/// unreachable: only a block denies it. A block is the same under every policy, so it is asked for under this
/// one, whose state nobody has charged.
Policy policyForBlocks(const PublishedPolicy& published);

/// A limiter in Redis by one version of a published policy: its rules, its mode, its candidate, whether it
/// hashes tokens, and what to do when Redis is unreachable. Used by as many threads at a time as its server,
/// but for fallBack().
class PublishedRateLimiter final : public RateLimiter {
public:
    /// The server must outlive it. Throws BadPolicy.
    PublishedRateLimiter(Server& server, PublishedPolicy published);

    /// From now on it decides without Redis while that is unreachable, if the policy says how: see
    /// fallbackOf(). To be called before other threads use the limiter.
    void fallBack(FallbackRateLimiter::Options options);

    /// Throws what RedisRateLimiter throws. Switched off, nothing is charged, and a token whose state is
    /// damaged is allowed, without usage, unless it is blocked.
    Decision decide(const TokenRequest& request, Mode mode) override;
    /// The same for a token whose name in Redis is known already; it never falls back.
    Decision decide(const RedisRequest& request, Mode mode);
    std::vector<Decision> decideMany(std::span<const TokenRequest> tokens, Mode mode) override;
    /// In any mode, as what was reserved was charged in another. What is charged as a candidate stays as
    /// reserved.
    Decision settle(std::string_view token, const Settlement& settlement) override;
    void settleMany(std::span<const TokenSettlement> settlements) override
    {
        limiter().settleMany(settlements);
    }
    std::optional<Micros> renew(std::string_view token, const Settlement& slot) override
    {
        if (slot.locally && !m_fallback) // another version gave it, which had one
            return {};
        return limiter().renew(token, slot);
    }
    Decision settleAndReserve(const Settlement& settlement, const TokenRequest& request) override;
    bool reset(std::string_view token) override;

    const PublishedPolicy& published() const { return m_published; }

private:
    RateLimiter& limiter();
    template <class Token>
    Decision whileOff(Token token) const;

    Server& m_server;
    const PublishedPolicy m_published;
    RedisRateLimiter m_redis;
    // In an optional, GCC 14 takes its parts for uninitialized.
    std::unique_ptr<FallbackRateLimiter> m_fallback;
};

} // namespace ratewarden
