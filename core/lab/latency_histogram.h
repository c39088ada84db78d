// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ratewarden {

/// How often which latency was seen. Buckets grow with what they count, so that any quantile is at most 1 %
/// too long and never too short, in the same small memory for any number of latencies.
class LatencyHistogram {
public:
    LatencyHistogram();

    /// From 0 to about 12 days; what is outside counts as the nearest of these.
    void add(Micros latency);
    void clear();

    std::uint64_t count() const { return m_count; }
    /// Exact.
    Micros max() const { return m_max; }
    /// The latency that this share of all does not exceed; 0.5 is the median, 1 the largest. Zero when there
    /// are none.
    Micros quantile(double share) const;

    /// One step on the way to the largest: how many latencies were up to there.
    struct Step {
        Micros upTo{};
        std::uint64_t count = 0; ///< of this bucket alone
    };
    /// The buckets that hold something, shortest first.
    std::vector<Step> steps() const;

private:
    std::vector<std::uint64_t> m_buckets;
    std::uint64_t m_count = 0;
    Micros m_max{};
};

} // namespace ratewarden
