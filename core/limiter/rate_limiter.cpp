// SPDX-License-Identifier: MIT
#include "core/limiter/rate_limiter.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ratewarden {

std::vector<Decision> RateLimiter::decideMany(std::span<const TokenRequest> requests, Mode mode)
{
    std::vector<Decision> decisions;
    decisions.reserve(requests.size());
    for (const TokenRequest& request : requests)
        decisions.push_back(decide(request.token, request.cost, mode));
    return decisions;
}

Decision RateLimiter::waitFor(std::string_view token, Micros patience, Units cost,
                              const std::stop_token& stop)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const auto longest = std::chrono::floor<Micros>(Clock::time_point::max() - start);
    const Clock::time_point deadline = start + std::clamp(patience, Micros::zero(), longest);
    std::mutex mutex;
    std::condition_variable_any stopped;
    while (true) {
        Decision decision = acquire(token, cost);
        if (decision.allowed() || !decision.retryAfter || Clock::now() + *decision.retryAfter > deadline)
            return decision;
        std::unique_lock lock(mutex);
        stopped.wait_for(lock, stop, *decision.retryAfter, [] { return false; });
        if (stop.stop_requested())
            return decision;
    }
}

} // namespace ratewarden
