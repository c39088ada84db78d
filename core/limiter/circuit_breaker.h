// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace ratewarden {

/// Keeps calls away from a server that fails. Closed, it admits every call. A failure opens it, and it admits
/// none for an interval; then it is half-open and admits one call, the probe, whose success closes it and
/// whose failure opens it for another interval. So a server that hangs costs the calls that are under way
/// when the first of them fails, and one probe for each interval.
///
/// Calls that were admitted before it opened change nothing any more when they end. Thread-safe, so that
/// several limiters on one server may share one; a call costs one atomic read while it is closed.
class CircuitBreaker {
public:
    using Clock = std::chrono::steady_clock;

    explicit CircuitBreaker(std::chrono::milliseconds interval = std::chrono::milliseconds(1000))
        : m_interval(interval)
    {
    }
    CircuitBreaker(const CircuitBreaker&) = delete;
    CircuitBreaker& operator=(const CircuitBreaker&) = delete;

    /// A call that was admitted. Without a result, as of a call that never got as far as the server, it
    /// changes nothing, and another may be the probe.
    class Pass {
    public:
        Pass(Pass&& other) noexcept;
        Pass& operator=(Pass&&) = delete;
        ~Pass();

        /// It was admitted by an open breaker.
        bool isProbe() const { return m_isProbe; }
        /// The server has answered. True when this has closed the breaker.
        bool succeeded();
        /// True when this has opened the breaker, and not merely kept it open.
        bool failed(Clock::time_point now = Clock::now());

    private:
        friend class CircuitBreaker;
        Pass(CircuitBreaker& breaker, std::uint64_t period, bool isProbe)
            : m_breaker(&breaker), m_period(period), m_isProbe(isProbe)
        {
        }

        CircuitBreaker* m_breaker; // null: it has its result, or was moved from
        std::uint64_t m_period;
        bool m_isProbe;
    };

    /// Nothing: do without the server.
    std::optional<Pass> admit(Clock::time_point now = Clock::now());

    bool isOpen() const { return isOpenIn(m_period.load(std::memory_order_acquire)); }
    std::chrono::milliseconds interval() const { return m_interval; }

private:
    static constexpr bool isOpenIn(std::uint64_t period) { return period % 2 == 1; }

    const std::chrono::milliseconds m_interval;
    std::atomic<std::uint64_t> m_period = 0; // counts openings and closings; changed under the mutex
    std::mutex m_mutex;                      // of the rest
    bool m_isProbing = false;
    Clock::time_point m_nextProbe{};
};

} // namespace ratewarden
