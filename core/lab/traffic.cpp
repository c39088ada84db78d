// SPDX-License-Identifier: MIT
#include "core/lab/traffic.h"

#include "core/model/errors.h"

#include <algorithm>

namespace ratewarden {

Traffic::Traffic(TrafficShape shape, double perSecond, Instant start, std::uint32_t seed, int burst)
    : m_shape(shape), m_perSecond(perSecond), m_burst(burst), m_last(start), m_random(seed)
{
    if (!(perSecond > 0) || burst < 1)
        throw InvalidArgument("traffic needs a rate above 0 and bursts of 1 request or more");
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
    case TrafficShape::Bursty: {
        // A burst takes about a second; at rates that leave no room for that, half of the time there is.
        const double within = std::min(1e6 / m_burst, mean / 2);
        if (m_leftInBurst > 0) {
            --m_leftInBurst;
            return Micros(std::int64_t(within * std::uniform_real_distribution(0.2, 1.8)(m_random)));
        }
        m_leftInBurst = m_burst - 1;
        const double pause = mean * m_burst - within * (m_burst - 1);
        return Micros(std::int64_t(pause * std::uniform_real_distribution(0.7, 1.3)(m_random)));
    }
    }
    return Micros(std::int64_t(mean));
}

} // namespace ratewarden
