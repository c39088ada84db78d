// SPDX-License-Identifier: MIT
#pragma once

#include <span>

/// Whether two shares, or two rates, differ by more than chance. Denials come in bursts, and the same clients
/// are denied again and again, so that counting each as if it stood alone would find a difference everywhere.
/// So each side is cut into slices of time, and into groups of clients, and what varies from one to the other
/// counts as chance.
namespace ratewarden {

/// A part of one side.
struct Slice {
    double with = 0; ///< how many have the value
    double all = 0;  ///< of how many; of a rate, how long it is
};

struct SlicedEstimate {
    double value = 0;    ///< of all slices together
    double variance = 0; ///< of the value; never less than that of independent ones
    double freedom = 1;  ///< how many slices tell of the variance, without one
    double size = 0;     ///< all of the slices
    bool isRate = false;
};
/// A share from 0 to 1. `times` are in order of time; `clients`: the same by groups of clients, or none.
SlicedEstimate shareOf(std::span<const Slice> times, std::span<const Slice> clients = {});
/// A rate, of events that are counted.
SlicedEstimate rateOf(std::span<const Slice> times);

/// How probable a difference of this size or larger is if there is none: Welch's t-test, two-sided. Both
/// sides are taken to vary as much as the one that varies more.
double chanceOfDifference(SlicedEstimate one, SlicedEstimate other);

/// Cohen's h of two shares, 0 to pi: from 0.2 on a difference is small, from 0.5 medium, from 0.8 large.
/// Negative if the second is larger.
double effectSize(double share, double other);

} // namespace ratewarden
