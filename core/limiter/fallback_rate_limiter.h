// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/fallback.h"

#include <optional>
#include <type_traits>

namespace ratewarden {

/// A limiter that still decides when the one behind it fails with an error of Options::failures. Its
/// decisions then say withoutRedis, and Options::onChange is called when that begins and when it ends. While
/// Redis is unreachable, one call in each `retryInterval` tries it again; the others do not wait for it, as
/// CircuitBreaker says. Where only one node of a cluster fails (Unavailable::isOfOneNode()), its tokens are
/// decided without Redis, and the others are not. Other errors are thrown. Used by as many threads at a time
/// as the limiter behind it.
class FallbackRateLimiter final : public RateLimiter {
public:
    using Options = FallbackOptions;

    /// `redis` must outlive this. Throws InvalidArgument.
    FallbackRateLimiter(RateLimiter& redis, const Policy& policy, Options options);

    /// Refunds where requests are charged at the moment: in Redis, or in this process.
    Decision decide(const TokenRequest& request, Mode mode) override;
    /// What this process has charged without Redis is settled here: Settlement::locally. While Redis is
    /// unreachable nothing else is, and the reservation stays charged as it is: the decision then says
    /// withoutRedis, and that of no rule. Who knows better settles by the limiter behind this, later.
    Decision settle(std::string_view token, const Settlement& settlement) override;
    void settleMany(std::span<const TokenSettlement> settlements) override;
    /// As settle(); of a slot that Redis has nobody knows while it is unreachable, so that this throws
    /// Unavailable, without waiting for it.
    std::optional<Micros> renew(std::string_view token, const Settlement& slot) override;
    /// While Redis is unreachable, as settle() and decide() are.
    Decision settleAndReserve(const Settlement& settlement, const TokenRequest& request) override;
    /// Forgets the state here and in Redis; throws Unavailable when Redis is unreachable.
    bool reset(std::string_view token) override;
    /// If Redis becomes unreachable on the way, all are decided without it, and what it had charged by then
    /// stays charged. If a node of a cluster fails, its tokens alone are decided without Redis, whatever
    /// Options::failures says of the reason: to throw it would discard the decisions of the others.
    std::vector<Decision> decideMany(std::span<const TokenRequest> requests, Mode mode) override;

    bool isUnreachable() const { return m_fallback.isUnreachable(); }

private:
    template <class Ask, class Alone>
    std::invoke_result_t<Ask> redisOr(Ask ask, Alone alone);

    RateLimiter& m_redis;
    Fallback m_fallback;
};

} // namespace ratewarden
