// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "tests/support/limiter_fixture.h"

#include <atomic>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ratewarden::test {

/// What the limiter behind leases is asked for.
class WatchedLimiter final : public RateLimiter {
public:
    explicit WatchedLimiter(RateLimiter& limiter) : m_limiter(limiter) {}

    Decision decide(const TokenRequest& request, Mode mode) override
    {
        return asked([&] { return m_limiter.decide(request, mode); });
    }
    Decision settle(std::string_view token, const Settlement& settlement) override
    {
        ++settled;
        if (beforeSettle)
            beforeSettle(token);
        return m_limiter.settle(token, settlement);
    }
    Decision settleAndReserve(const Settlement& settlement, const TokenRequest& request) override
    {
        ++settled;
        return asked([&] { return m_limiter.settleAndReserve(settlement, request); });
    }
    std::vector<Decision> decideMany(std::span<const TokenRequest> requests, Mode mode) override
    {
        return asked([&] { return m_limiter.decideMany(requests, mode); });
    }
    bool reset(std::string_view token) override
    {
        if (beforeReset)
            beforeReset();
        return m_limiter.reset(token);
    }

    std::atomic<int> calls = 0;
    std::atomic<int> settled = 0;
    std::function<void()> before; // each call, on the way
    std::function<void()> after;  // with its answer
    std::function<void()> beforeReset;
    std::function<void(std::string_view token)> beforeSettle;

private:
    template <class Ask>
    std::invoke_result_t<Ask> asked(Ask ask)
    {
        ++calls;
        if (before)
            before();
        std::invoke_result_t<Ask> answer = ask();
        if (after)
            after();
        return answer;
    }

    RateLimiter& m_limiter;
};

/// What tests of leases share: a clock of theirs that stands still, and what comes of requests.
class LeaseFixture : protected LimiterFixture {
protected:
    LeaseOptions options(Units mostUnits = 1'000'000)
    {
        LeaseOptions options;
        options.mostUnits = mostUnits;
        options.clock = [this] {
            return m_now;
        };
        return options;
    }

    /// Requests that come evenly; returns how many were allowed.
    int acquire(LeasedRateLimiter& limiter, int requests, Micros every)
    {
        int allowed = 0;
        for (int i = 0; i < requests; ++i, m_now += every)
            allowed += limiter.acquire("t").allowed() ? 1 : 0;
        return allowed;
    }

    Units used(const Policy& policy, std::string_view token = "t")
    {
        return RedisRateLimiter(m_connection, policy).peek(token).usage.at(0).used;
    }

    Micros m_now = std::chrono::hours(1); // by the clock of leases
};

} // namespace ratewarden::test
