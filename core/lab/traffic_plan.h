// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/progress.h"
#include "core/lab/trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How the requests of a made-up trace come in.
enum class PlanShape {
    Steady,    ///< each token evenly, with a tenth of jitter
    Poisson,   ///< independently of each other
    Bursts,    ///< each token's many within a second, then a pause that keeps the mean
    Daily,     ///< Poisson, at its most at 14:00 UTC and at a twentieth of that at 2:00
    RetryStorm ///< Poisson; in the fifth of the time in the middle every request fails and is sent again
};

/// What a made-up trace is like.
struct TrafficPlan {
    PlanShape shape = PlanShape::Poisson;
    std::size_t tokens = 100;
    double perSecond = 100; ///< of all tokens together, on average; retries come on top
    Instant start = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);
    Micros duration = std::chrono::minutes(10);
    /// The n-th token's share is as 1 / n^zipf: 0 makes all alike, with 1 a few send most.
    double zipf = 1;
    std::uint64_t seed = 1; ///< the same plan with the same seed is the same trace
    int burst = 10;         ///< of Bursts: requests in each
    /// Of RetryStorm: clients wait twice as long before each next try, with full jitter, up to a minute.
    /// Otherwise they try again after half a second to a second. Each gives up after 20 tries.
    bool backsOff = false;
    /// Costs between these, most of them low and a few very high, as known only when a request is done. Each
    /// is `lowestCost` when both are the same.
    TraceCost lowestCost = 1;
    TraceCost highestCost = 1;
    std::string prefix = "user:"; ///< of the tokens' names: user:1 sends most
};

/// More are not made.
inline constexpr double maxPlannedRequests = 200e6;

/// Why a plan is invalid.
enum class PlanFault {
    NoTokens, ///< there must be 1 at least
    BadRate,  ///< it must be above 0
    NoLength, ///< the duration must be above 0
    TooLong,  ///< 100 years at most
    BadZipf,  ///< it must be from 0 to 10
    BadBurst, ///< it must be 1 or more
    BadCosts, ///< the lowest must be 1 or more, and no higher than the highest
    BadStart, ///< it must be from 1970 to 6969
    TooMany   ///< requests or tokens: more than maxPlannedRequests
};

/// All that is wrong with it; none: it can be made.
std::vector<PlanFault> faultsOf(const TrafficPlan& plan);
/// "a rate must be above 0"
std::string_view textOf(PlanFault fault);

/// Throws InvalidArgument for what is no plan, with the text of its first fault, and Stopped.
Trace makeTraffic(const TrafficPlan& plan, const Progress& progress = {});

} // namespace ratewarden
