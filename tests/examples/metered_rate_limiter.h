// SPDX-License-Identifier: MIT
#pragma once

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <ratewarden/ratewarden.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Counts for Prometheus what a limiter decides, and how long that takes. As many threads may use it as may
/// use that limiter; both it and the registry must outlive this.
class MeteredRateLimiter final : public ratewarden::RateLimiter {
public:
    MeteredRateLimiter(RateLimiter& limiter, const std::string& policy, prometheus::Registry& registry)
        : m_limiter(limiter)
        , m_withoutRedis(prometheus::BuildCounter()
                             .Name("ratewarden_decisions_without_redis_total")
                             .Help("Decisions made while Redis was unreachable.")
                             .Register(registry)
                             .Add({{"policy", policy}}))
        , m_seconds(prometheus::BuildHistogram()
                        .Name("ratewarden_decision_seconds")
                        .Help("How long decisions take, also those that fail.")
                        .Register(registry)
                        .Add({{"policy", policy}}, buckets()))
    {
        auto& decisions = prometheus::BuildCounter()
                              .Name("ratewarden_decisions_total")
                              .Help("Decisions by result.")
                              .Register(registry);
        for (std::size_t i = 0; i < results.size(); ++i)
            m_decisions.at(i) = &decisions.Add({{"policy", policy}, {"result", results.at(i)}});
    }

    ratewarden::Decision decide(const ratewarden::TokenRequest& request, ratewarden::Mode mode) override
    {
        return timed([&] {
            ratewarden::Decision decision = m_limiter.decide(request, mode);
            count(decision, mode);
            return decision;
        });
    }

    std::vector<ratewarden::Decision> decideMany(std::span<const ratewarden::TokenRequest> requests,
                                                 ratewarden::Mode mode) override
    {
        return timed([&] {
            std::vector<ratewarden::Decision> decisions = m_limiter.decideMany(requests, mode);
            for (const ratewarden::Decision& decision : decisions)
                count(decision, mode);
            return decisions;
        });
    }

    ratewarden::Decision settle(std::string_view token, const ratewarden::Settlement& settlement) override
    {
        return m_limiter.settle(token, settlement);
    }
    bool reset(std::string_view token) override { return m_limiter.reset(token); }

private:
    using Clock = std::chrono::steady_clock;
    // In the order of Verdict, and what is none.
    static constexpr std::array results{"allowed",           "denied",    "blocked",  "never_fits",
                                        "redis_unreachable", "undecided", "shadowed", "error"};
    static constexpr std::size_t shadowed = results.size() - 2;
    static constexpr std::size_t error = results.size() - 1;

    static prometheus::Histogram::BucketBoundaries buckets()
    {
        return {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2};
    }

    template <class Decide>
    std::invoke_result_t<Decide> timed(Decide decide)
    {
        const Clock::time_point start = Clock::now();
        try {
            std::invoke_result_t<Decide> decided = decide();
            observe(start);
            return decided;
        } catch (...) {
            observe(start);
            m_decisions.at(error)->Increment();
            throw;
        }
    }

    void observe(Clock::time_point start)
    {
        m_seconds.Observe(std::chrono::duration<double>(Clock::now() - start).count());
    }

    void count(const ratewarden::Decision& decision, ratewarden::Mode mode)
    {
        if (!ratewarden::charges(mode)) // no request is allowed or denied
            return;
        m_decisions.at(decision.shadowed ? shadowed : std::size_t(decision.verdict))->Increment();
        if (decision.withoutRedis)
            m_withoutRedis.Increment();
    }

    RateLimiter& m_limiter;
    std::array<prometheus::Counter*, results.size()> m_decisions{};
    prometheus::Counter& m_withoutRedis;
    prometheus::Histogram& m_seconds;
};
