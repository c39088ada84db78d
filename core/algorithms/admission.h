// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/model/time_range.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace ratewarden {

/// What a client does after a denial.
enum class Clients {
    AsRecorded, ///< nothing else than what was recorded
    BackOff     ///< it sends nothing until it is told to retry, and then the denied request again; what was
                ///< recorded in between is left out
};

/// Requests in order of time. Each costs 1 where `costs` is empty; it has as many as `times` otherwise.
struct TimedRequests {
    std::span<const Instant> times;
    std::span<const std::uint32_t> costs;

    std::uint32_t cost(std::size_t request) const { return costs.empty() ? 1 : costs[request]; }
};

/// What requests of one token, or the sum of many, got.
struct Admitted {
    std::uint64_t requests = 0; ///< that were sent
    std::uint64_t denied = 0;
    std::uint64_t neverFits = 0; ///< of those denied: the cost is above a rule's capacity
    std::uint64_t repeats = 0;   ///< of those denied: before an earlier denial's time to retry
    Micros longestWait{};        ///< that a denied request was told
};

/// The requests sent within that time, as indexes: the first, and the one after the last.
struct RequestRange {
    std::size_t first = 0;
    std::size_t last = 0;

    std::size_t size() const { return last - first; }
};
RequestRange requestsWithin(std::span<const Instant> times, const TimeRange& time);

/// An allowed request.
struct Charge {
    Instant at;
    std::uint32_t cost = 1;
};

/// The verdicts of a policy, and nothing else: many times as fast as TokenState::decide, which knows usage,
/// and equal to it verdict by verdict and wait by wait for requests whose time never goes back. Not
/// thread-safe: it keeps memory from one call to the next.
class Admission {
public:
    Admission() = default;
    Admission(const Admission&) = delete;
    Admission& operator=(const Admission&) = delete;
    virtual ~Admission() = default;

    /// Decides the requests of one token, from no state on. Where they are given, `allowed` is set to 1 or 0
    /// for each request (of clients that do not back off), and what is charged is put into `charges`. Of
    /// requests outside `counted` no sum is made: those before it only make the state that it begins with,
    /// and those after it are not decided, and stand as allowed.
    virtual Admitted admit(const TimedRequests& requests, Clients clients,
                           std::vector<std::uint8_t>* allowed = nullptr,
                           std::vector<Charge>* charges = nullptr, const TimeRange& counted = allTime) = 0;
};

/// Throws BadPolicy for a policy with a rule of requests at once: of recorded requests it is not known how
/// long they took.
void refuseSlots(const Policy& policy);

/// Throws BadPolicy for a policy that is not valid, or that refuseSlots() refuses.
std::unique_ptr<Admission> makeAdmission(const Policy& policy);

} // namespace ratewarden
