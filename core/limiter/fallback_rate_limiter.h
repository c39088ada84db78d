// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/local_rate_limiter.h"
#include "core/model/errors.h"

#include <chrono>
#include <functional>
#include <optional>
#include <type_traits>

namespace ratewarden {

/// What to do with requests while Redis is away.
enum class WhenAway {
    Allow, ///< let everything pass: rather no limit than no service
    Deny,  ///< let nothing pass, and ask again soon
    Local  ///< decide in this process, at a share of each limit
};

/// A limiter that goes on deciding when the one behind it throws Unavailable. Its decisions then say
/// withoutRedis, and whoever was given to the constructor is told when that begins and when it ends: it never
/// happens silently. While Redis is away it is asked again every `retryInterval`, and the calls in between do
/// not wait for it. Other errors are thrown on. Used by one thread at a time, as the limiter behind it is.
class FallbackRateLimiter final : public RateLimiter {
public:
    struct Options {
        WhenAway whenAway = WhenAway::Local;
        /// Of each limit, for Local: above 0 and up to 1. One of n processes that share the load takes 1 / n.
        double share = 1.0;
        std::chrono::milliseconds retryInterval{1000};
        /// Told with the error when Redis goes away, and with nothing when it is back.
        std::function<void(const Unavailable*)> onChange;
    };

    /// `redis` must outlive this. Throws InvalidArgument.
    FallbackRateLimiter(RateLimiter& redis, const Policy& policy, Options options);

    /// What is given back goes to where requests are charged at the moment.
    Decision decide(std::string_view token, Units cost, Mode mode) override;
    /// Forgets it here and in Redis; throws Unavailable when Redis is away.
    bool reset(std::string_view token) override;
    /// All of them by Redis, or all without it: when it goes away in the middle, what it had charged until
    /// then is charged there too.
    std::vector<Decision> acquireMany(std::span<const TokenRequest> requests) override;

    bool away() const { return m_away; }

private:
    template <class Ask, class Alone>
    std::invoke_result_t<Ask> redisOr(Ask ask, Alone alone);
    Decision decideAlone(std::string_view token, Units cost, Mode mode);

    RateLimiter& m_redis;
    const Policy m_policy;
    const Options m_options;
    std::optional<LocalRateLimiter> m_local;
    bool m_away = false;
    std::chrono::steady_clock::time_point m_nextTry{};
};

} // namespace ratewarden
