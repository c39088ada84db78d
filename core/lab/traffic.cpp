// SPDX-License-Identifier: MIT
#include "core/lab/traffic.h"

namespace ratewarden {

Traffic::Traffic(TrafficShape shape, double perSecond, Instant start, std::uint32_t seed, int burst)
    : m_shape(shape), m_perSecond(perSecond), m_burst(burst), m_last(start), m_random(seed)
{
}

Instant Traffic::next()
{
    m_last += gap();
    return m_last;
}

Micros Traffic::gap()
{
    const double mean = 1e6 / m_perSecond;
    switch (m_shape) {
    case TrafficShape::Steady:
        return Micros(std::int64_t(mean * std::uniform_real_distribution(0.9, 1.1)(m_random)));
    case TrafficShape::Random:
        return Micros(std::int64_t(std::exponential_distribution(1.0 / mean)(m_random)));
    case TrafficShape::Bursty:
        if (m_leftInBurst > 0) {
            --m_leftInBurst;
            return Micros(std::int64_t(std::uniform_real_distribution(0.2, 1.8)(m_random) * 1e6 / m_burst));
        }
        m_leftInBurst = m_burst - 1;
        return Micros(std::int64_t(mean * m_burst * std::uniform_real_distribution(0.7, 1.3)(m_random)));
    }
    return Micros(std::int64_t(mean));
}

} // namespace ratewarden
