// SPDX-License-Identifier: MIT
#include "core/explain/proportion_test.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace ratewarden {
namespace {

/// Slices of time that are so far apart at most are taken to go together.
constexpr std::size_t slicesTogether = 3;

double sumOf(std::span<const Slice> slices, double Slice::*what)
{
    double sum = 0;
    for (const Slice& slice : slices)
        sum += slice.*what;
    return sum;
}

/// What the value of independent events varies.
double independentVariance(const SlicedEstimate& estimate, double value)
{
    const double size = std::max(estimate.size, 1e-9);
    if (estimate.isRate)
        return std::max(value, 1 / size) / size;            // Poisson's
    const double share = (value * size + 0.5) / (size + 1); // never sure of 0 or 1
    return share * (1 - share) / (size + 1);
}

// The variance of a ratio by its residuals in the slices, those of neighbors together (Newey and West).
void addVariance(std::span<const Slice> slices, std::size_t together, SlicedEstimate& estimate)
{
    if (slices.empty())
        return;
    double alone = 0;
    double pairs = 0;
    double filled = 0;
    const auto residual = [&](std::size_t i) {
        return slices[i].with - estimate.value * slices[i].all;
    };
    for (std::size_t i = 0; i < slices.size(); ++i) {
        filled += slices[i].all > 0 ? 1 : 0;
        alone += residual(i) * residual(i);
        for (std::size_t lag = 1; lag <= std::min(together, i); ++lag)
            pairs += 2 * (1 - double(lag) / double(together + 1)) * residual(i) * residual(i - lag);
    }
    const double freedom = std::max(filled - 1, 1.0);
    const double variance =
        (alone + std::max(pairs, 0.0)) / (estimate.size * estimate.size) * (freedom + 1) / freedom;
    if (variance < estimate.variance)
        return;
    estimate.variance = variance;
    estimate.freedom = freedom;
}

SlicedEstimate estimateOf(std::span<const Slice> times, std::span<const Slice> clients, bool isRate)
{
    SlicedEstimate estimate;
    estimate.isRate = isRate;
    estimate.size = sumOf(times, &Slice::all);
    if (estimate.size <= 0)
        return estimate;
    estimate.value = sumOf(times, &Slice::with) / estimate.size;
    addVariance(times, slicesTogether, estimate);
    addVariance(clients, 0, estimate);
    estimate.variance = std::max(estimate.variance, independentVariance(estimate, estimate.value));
    return estimate;
}

} // namespace

SlicedEstimate shareOf(std::span<const Slice> times, std::span<const Slice> clients)
{
    return estimateOf(times, clients, false);
}

SlicedEstimate rateOf(std::span<const Slice> times)
{
    return estimateOf(times, {}, true);
}

double chanceOfDifference(SlicedEstimate one, SlicedEstimate other)
{
    if (one.size <= 0 || other.size <= 0)
        return 1;
    const double common = (one.value * one.size + other.value * other.size) / (one.size + other.size);
    const double bursts = std::max(one.variance / independentVariance(one, one.value),
                                   other.variance / independentVariance(other, other.value));
    for (SlicedEstimate* const side : {&one, &other})
        side->variance = std::max(side->variance, bursts * independentVariance(*side, common));
    const double variance = one.variance + other.variance;
    const double squared = (one.value - other.value) * (one.value - other.value) / variance;
    const double freedom =
        variance * variance /
        (one.variance * one.variance / one.freedom + other.variance * other.variance / other.freedom);
    // Student's t as a normal deviate (Wallace).
    const double deviate =
        (8 * freedom + 1) / (8 * freedom + 3) * std::sqrt(freedom * std::log1p(squared / freedom));
    return std::erfc(deviate / std::numbers::sqrt2);
}

double effectSize(double share, double other)
{
    const auto angle = [](double of) {
        return 2 * std::asin(std::sqrt(std::clamp(of, 0.0, 1.0)));
    };
    return angle(share) - angle(other);
}

} // namespace ratewarden
