// SPDX-License-Identifier: MIT
#include "core/algorithms/peak.h"

#include "core/algorithms/admission_kernels.h"

#include <algorithm>

namespace ratewarden {
namespace {

std::size_t largestCountIn(std::span<const Instant> times, Micros span)
{
    // While the largest number is known to be `most`, only a larger one matters: the request so many before.
    std::size_t most = 0;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (times[i - most] > times[i] - span)
            ++most;
    return most;
}

Units largestOnTheClock(const TimedRequests& requests, std::int64_t window)
{
    Units most = 0;
    Units count = 0;
    std::int64_t ends = kernels::longAgo;
    for (std::size_t i = 0; i < requests.times.size(); ++i) {
        const std::int64_t now = kernels::micros(requests.times[i]);
        if (ends <= now) {
            ends = now - now % window + window;
            count = 0;
        }
        count += requests.cost(i);
        most = std::max(most, count);
    }
    return most;
}

Units largestEstimate(const TimedRequests& requests, Micros window)
{
    const kernels::SlidingCounterRule rule({maxUnits, window});
    kernels::SlidingCounterRule::Cell cell;
    double most = 0;
    for (std::size_t i = 0; i < requests.times.size(); ++i)
        if (const std::uint32_t cost = requests.cost(i); cost > 0)
            most = std::max(most, rule.charge(cell, kernels::micros(requests.times[i]), cost));
    return Units(most);
}

/// About the largest level of a bucket that never denies, in units.
double highestLevel(const TimedRequests& requests, const Rule& rule)
{
    const double drains = double(rule.limit) / double(rule.window.count());
    double level = 0;
    double highest = 0;
    std::int64_t last = requests.times.empty() ? 0 : kernels::micros(requests.times.front());
    for (std::size_t i = 0; i < requests.times.size(); ++i) {
        const std::int64_t now = kernels::micros(requests.times[i]);
        level = std::max(0.0, level - double(now - last) * drains) + double(requests.cost(i));
        highest = std::max(highest, level);
        last = now;
    }
    return highest;
}

/// A bucket holds what came within a span less what drained meanwhile. Within less than a window less than
/// one limit drains, so that the limit is more than half of what came; and what came within more is no more
/// than that peak for each window begun.
Units smallestBucket(const TimedRequests& requests, Micros window)
{
    Units enough = largestIn(requests, window);
    Units tooFew = enough / 2;
    while (enough - tooFew > 1) {
        const Units middle = tooFew + (enough - tooFew) / 2;
        (bucketDenies(requests, {middle, window}) ? tooFew : enough) = middle;
    }
    return enough;
}

} // namespace

Units largestIn(const TimedRequests& requests, Micros span)
{
    if (requests.costs.empty())
        return Units(largestCountIn(requests.times, span));
    Units most = 0;
    Units within = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < requests.times.size(); ++i) {
        for (; requests.times[first] <= requests.times[i] - span; ++first)
            within -= requests.costs[first];
        within += requests.costs[i];
        most = std::max(most, within);
    }
    return most;
}

bool bucketDenies(const TimedRequests& requests, const Rule& rule)
{
    const kernels::BucketRule bucket(rule);
    kernels::BucketRule::Cell cell;
    for (std::size_t i = 0; i < requests.times.size(); ++i) {
        const std::uint32_t cost = requests.cost(i);
        if (cost > rule.capacity() ||
            (cost > 0 && bucket.wait(cell, kernels::micros(requests.times[i]), cost, cell) > 0))
            return true;
    }
    return false;
}

Units burstOf(const TimedRequests& requests, const Rule& rule)
{
    const double level = highestLevel(requests, rule);
    if (level <= 0)
        return 0;
    const auto denies = [&](Units burst) {
        return bucketDenies(requests, {rule.limit, rule.window, burst});
    };
    // It is within rounding of the level; what is tried says so.
    Units enough = std::min(maxUnits, Units(std::min(level, double(maxUnits))) + 1);
    while (denies(enough)) {
        if (enough == maxUnits)
            return maxUnits;
        enough = std::min(maxUnits, 2 * enough);
    }
    Units tooFew = std::max<Units>(0, enough - 3);
    if (tooFew > 0 && !denies(tooFew)) {
        enough = tooFew;
        tooFew = 0;
    }
    while (enough - tooFew > 1) {
        const Units middle = tooFew + (enough - tooFew) / 2;
        (denies(middle) ? tooFew : enough) = middle;
    }
    return enough;
}

Units peakOf(const TimedRequests& requests, Micros window, Keeps keeps)
{
    switch (keeps) {
    case Keeps::Counts:
        return largestOnTheClock(requests, window.count());
    case Keeps::SlidingCounts:
        return largestEstimate(requests, window);
    case Keeps::Bucket:
        return smallestBucket(requests, window);
    case Keeps::Charges:
        break;
    }
    return largestIn(requests, window);
}

} // namespace ratewarden
