// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/circuit_breaker.h"
#include "core/limiter/failures.h"
#include "core/limiter/local_rate_limiter.h"
#include "core/model/errors.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

namespace ratewarden {

/// What to do with requests while Redis is unreachable.
enum class OnFailure {
    Allow, ///< fail open: allow every request
    Deny,  ///< fail closed: deny every request
    Local  ///< local fallback: decide in this process, at a share of each limit
};

/// A limiter that still decides when the one behind it fails with an error of Options::failures. Its
/// decisions then say withoutRedis, and Options::onChange is called when that begins and when it ends. While
/// Redis is unreachable, one call in each `retryInterval` tries it again; the others do not wait for it, as
/// CircuitBreaker says. Where only one node of a cluster fails (Unavailable::isOfOneNode()), its tokens are
/// decided without Redis, and the others are not. Other errors are thrown. Used by as many threads at a time
/// as the limiter behind it.
class FallbackRateLimiter final : public RateLimiter {
public:
    struct Options {
        OnFailure onFailure = OnFailure::Local;
        /// For Local: the part of each limit that applies here, above 0 and up to 1. Each of n processes that
        /// share the load takes 1 / n.
        double share = 1.0;
        std::chrono::milliseconds retryInterval{1000};
        /// Called with the error when Redis becomes unreachable, and with null when it is back; by the thread
        /// that noticed, one call at a time. Must not use the limiter.
        std::function<void(const Error*)> onChange = {};
        /// What counts as unreachable.
        Failures failures = {};
        /// Shared by limiters on the same server, so that what one of them has noticed costs the others
        /// nothing. Its interval then applies instead of retryInterval, and only the limiter that notices
        /// calls its onChange. Null: one of its own.
        std::shared_ptr<CircuitBreaker> breaker = {};
    };

    /// `redis` must outlive this. Throws InvalidArgument.
    FallbackRateLimiter(RateLimiter& redis, const Policy& policy, Options options);

    /// Refunds where requests are charged at the moment: in Redis, or in this process.
    Decision decide(std::string_view token, Units cost, Mode mode) override;
    /// Forgets the state here and in Redis; throws Unavailable when Redis is unreachable.
    bool reset(std::string_view token) override;
    /// If Redis becomes unreachable on the way, all are decided without it, and what it had charged by then
    /// stays charged. If a node of a cluster fails, its tokens alone are decided without Redis, whatever
    /// Options::failures says of the reason: to throw it would discard the decisions of the others.
    std::vector<Decision> decideMany(std::span<const TokenRequest> requests, Mode mode) override;

    bool isUnreachable() const { return m_breaker->isOpen(); }

private:
    template <class Ask, class Alone>
    std::invoke_result_t<Ask> redisOr(Ask ask, Alone alone);
    void settle(CircuitBreaker::Pass& pass, const Error* failure);
    Decision decideAlone(std::string_view token, Units cost, Mode mode);

    RateLimiter& m_redis;
    const Policy m_policy;
    const Options m_options;
    const std::shared_ptr<CircuitBreaker> m_breaker;
    std::optional<LocalRateLimiter> m_local;
    std::mutex m_changeMutex; // held during onChange
};

} // namespace ratewarden
