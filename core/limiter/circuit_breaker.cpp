// SPDX-License-Identifier: MIT
#include "core/limiter/circuit_breaker.h"

#include <utility>

namespace ratewarden {

std::optional<CircuitBreaker::Pass> CircuitBreaker::admit(Clock::time_point now)
{
    if (const std::uint64_t period = m_period.load(std::memory_order_acquire); !isOpenIn(period))
        return Pass(*this, period, false);
    const std::scoped_lock lock(m_mutex);
    const std::uint64_t period = m_period.load(std::memory_order_relaxed);
    if (!isOpenIn(period)) // closed meanwhile
        return Pass(*this, period, false);
    if (m_isProbing || now < m_nextProbe)
        return std::nullopt;
    m_isProbing = true;
    return Pass(*this, period, true);
}

CircuitBreaker::Pass::Pass(Pass&& other) noexcept
    : m_breaker(std::exchange(other.m_breaker, nullptr)), m_period(other.m_period), m_isProbe(other.m_isProbe)
{
}

CircuitBreaker::Pass::~Pass()
{
    if (m_breaker == nullptr || !m_isProbe)
        return;
    const std::scoped_lock lock(m_breaker->m_mutex);
    m_breaker->m_isProbing = false;
}

bool CircuitBreaker::Pass::succeeded()
{
    CircuitBreaker& breaker = *std::exchange(m_breaker, nullptr);
    if (!m_isProbe)
        return false;
    const std::scoped_lock lock(breaker.m_mutex);
    breaker.m_isProbing = false;
    breaker.m_period.fetch_add(1, std::memory_order_release);
    return true;
}

bool CircuitBreaker::Pass::failed(Clock::time_point now)
{
    CircuitBreaker& breaker = *std::exchange(m_breaker, nullptr);
    const std::scoped_lock lock(breaker.m_mutex);
    if (m_period != breaker.m_period.load(std::memory_order_relaxed))
        return false; // a straggler
    breaker.m_nextProbe = now + breaker.m_interval;
    if (m_isProbe) {
        breaker.m_isProbing = false;
        return false;
    }
    breaker.m_period.fetch_add(1, std::memory_order_release);
    return true;
}

} // namespace ratewarden
