// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/circuit_breaker.h"
#include "core/limiter/failures.h"
#include "core/limiter/local_rate_limiter.h"
#include "core/limiter/on_failure.h"
#include "core/model/errors.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace ratewarden {

struct FallbackOptions {
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

/// When a limiter goes on without Redis, and how it decides then; without asking anybody, so that limiters
/// that block and those that do not share it. Thread-safe.
class Fallback {
public:
    /// Throws InvalidArgument.
    Fallback(const Policy& policy, FallbackOptions options);

    /// Nothing: decide without Redis.
    std::optional<CircuitBreaker::Pass> admit() { return m_breaker->admit(); }
    /// Redis has answered.
    void succeeded(CircuitBreaker::Pass& pass) { settle(pass, nullptr); }
    /// Asking Redis came to that. True: decide without it; false: the error is the caller's.
    bool takesOver(CircuitBreaker::Pass& pass, const Error& error);

    Decision decide(const TokenRequest& request, Mode mode);
    std::vector<Decision> decideMany(std::span<const TokenRequest> requests, Mode mode);
    /// Nothing of what Redis has is settled without it: the reservation stays charged there as it is.
    Decision settle(std::string_view token) { return decide({token, 0}, Mode::Peek); }
    /// Throws Unavailable: no slot that Redis has is known here.
    std::optional<Micros> renew() const;
    /// Of what decide() has charged: Settlement::locally. Nothing is settled if it was another Fallback.
    Decision settleLocally(std::string_view token, Settlement settlement);
    std::optional<Micros> renewLocally(std::string_view token, Settlement slot);
    /// Of many: those whose node of a cluster was unreachable.
    void decideUnreachable(std::span<const TokenRequest> requests, Mode mode,
                           std::vector<Decision>& decisions);
    /// Forgets what was decided here.
    void reset(std::string_view token);

    bool isUnreachable() const { return m_breaker->isOpen(); }

private:
    void settle(CircuitBreaker::Pass& pass, const Error* failure);

    const Policy m_policy;
    const FallbackOptions m_options;
    const std::shared_ptr<CircuitBreaker> m_breaker;
    std::optional<LocalRateLimiter> m_local;
    std::mutex m_changeMutex; // held during onChange
};

} // namespace ratewarden
