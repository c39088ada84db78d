// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <cstdint>
#include <random>

namespace ratewarden {

/// How requests come in.
enum class TrafficShape {
    Steady, ///< evenly, with a tenth of jitter
    Random, ///< independently of each other: exponential gaps
    Bursty  ///< many within a second, then a pause that keeps the mean
};

/// The times at which one client sends requests, reproducible from the seed.
class Traffic {
public:
    /// `perSecond` is the mean rate; `burst` the number of requests in one burst, for Bursty. Throws
    /// InvalidArgument unless perSecond > 0 and burst > 0.
    Traffic(TrafficShape shape, double perSecond, Instant start, std::uint32_t seed, int burst = 10);

    /// When the next request comes; never before the one before it.
    Instant next();

private:
    Micros gap();

    TrafficShape m_shape;
    double m_perSecond;
    int m_burst;
    int m_leftInBurst = 0;
    Instant m_last;
    std::mt19937 m_random;
};

} // namespace ratewarden
