// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/local_rate_limiter.h"
#include "core/model/errors.h"

#include <chrono>
#include <functional>
#include <optional>
#include <type_traits>

namespace ratewarden {

/// What to do with requests while Redis is unreachable.
enum class OnFailure {
    Allow, ///< fail open: allow every request
    Deny,  ///< fail closed: deny every request
    Local  ///< local fallback: decide in this process, at a share of each limit
};

/// A limiter that still decides when the one behind it throws Unavailable. Its decisions then say
/// withoutRedis, and Options::onChange is called when that begins and when it ends. While Redis is
/// unreachable, one call every `retryInterval` tries it again; the others do not wait for it. Other errors
/// are passed on. Used by one thread at a time, as the limiter behind it is.
class FallbackRateLimiter final : public RateLimiter {
public:
    struct Options {
        OnFailure onFailure = OnFailure::Local;
        /// For Local: the part of each limit that applies here, above 0 and up to 1. Each of n processes that
        /// share the load takes 1 / n.
        double share = 1.0;
        std::chrono::milliseconds retryInterval{1000};
        /// Called with the error when Redis becomes unreachable, and with null when it is back.
        std::function<void(const Unavailable*)> onChange;
    };

    /// `redis` must outlive this. Throws InvalidArgument.
    FallbackRateLimiter(RateLimiter& redis, const Policy& policy, Options options);

    /// Refunds where requests are charged at the moment: in Redis, or in this process.
    Decision decide(std::string_view token, Units cost, Mode mode) override;
    /// Forgets the state here and in Redis; throws Unavailable when Redis is unreachable.
    bool reset(std::string_view token) override;
    /// Redis decides all of them, or none: if it becomes unreachable on the way, all are decided without it,
    /// and what it had charged by then stays charged.
    std::vector<Decision> acquireMany(std::span<const TokenRequest> requests) override;

    bool isUnreachable() const { return m_unreachable; }

private:
    template <class Ask, class Alone>
    std::invoke_result_t<Ask> redisOr(Ask ask, Alone alone);
    Decision decideAlone(std::string_view token, Units cost, Mode mode);

    RateLimiter& m_redis;
    const Policy m_policy;
    const Options m_options;
    std::optional<LocalRateLimiter> m_local;
    bool m_unreachable = false;
    std::chrono::steady_clock::time_point m_nextTry{};
};

} // namespace ratewarden
