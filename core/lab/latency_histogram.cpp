// SPDX-License-Identifier: MIT
#include "core/lab/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ratewarden {
namespace {

// Up to 256 each number has a bucket. From there on each power of two has 128 of them, so that a bucket is
// less than 1/128 of what it counts wide.
constexpr int halfBits = 7;
constexpr std::uint64_t exactBelow = std::uint64_t(1) << (halfBits + 1);
constexpr int largestBits = 40;
constexpr std::uint64_t largestCounted = (std::uint64_t(1) << largestBits) - 1;

std::size_t bucketOf(std::uint64_t value)
{
    if (value < exactBelow)
        return std::size_t(value);
    const int shift = std::bit_width(value) - (halfBits + 1);
    return (std::size_t(shift) << halfBits) + std::size_t(value >> shift);
}

/// The largest value that the bucket counts.
std::uint64_t bucketEnd(std::size_t bucket)
{
    if (bucket < exactBelow)
        return bucket;
    const std::size_t shift = (bucket >> halfBits) - 1;
    return ((std::uint64_t(bucket) - (shift << halfBits) + 1) << shift) - 1;
}

} // namespace

LatencyHistogram::LatencyHistogram() : m_buckets(bucketOf(largestCounted) + 1) {}

void LatencyHistogram::add(Micros latency)
{
    const auto value = std::uint64_t(std::clamp<std::int64_t>(latency.count(), 0, largestCounted));
    ++m_buckets[bucketOf(value)];
    ++m_count;
    m_max = std::max(m_max, Micros(std::int64_t(value)));
}

void LatencyHistogram::clear()
{
    std::ranges::fill(m_buckets, 0);
    m_count = 0;
    m_max = {};
}

Micros LatencyHistogram::quantile(double share) const
{
    const double wanted = std::ceil(std::clamp(share, 0.0, 1.0) * double(m_count));
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < m_buckets.size(); ++i) {
        sum += m_buckets[i];
        if (sum > 0 && double(sum) >= wanted)
            return std::min(m_max, Micros(std::int64_t(bucketEnd(i))));
    }
    return {};
}

std::vector<LatencyHistogram::Step> LatencyHistogram::steps() const
{
    std::vector<Step> steps;
    for (std::size_t i = 0; i < m_buckets.size(); ++i)
        if (m_buckets[i] > 0)
            steps.push_back({std::min(m_max, Micros(std::int64_t(bucketEnd(i)))), m_buckets[i]});
    return steps;
}

} // namespace ratewarden
