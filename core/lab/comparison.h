// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/trial.h"

#include <cstdint>
#include <vector>

namespace ratewarden {

/// What changes for one token when a candidate replaces the enforced rules, in requests.
struct TokenDifference {
    TokenId token = 0;
    std::uint32_t newlyDenied = 0; ///< allowed by the enforced rules, denied by the candidate
    std::uint32_t freed = 0;       ///< the other way round
    std::uint32_t denied = 0;      ///< by the candidate, all of them
    std::uint32_t requests = 0;

    /// By the enforced rules.
    std::uint32_t deniedNow() const { return denied - newlyDenied + freed; }
    std::uint32_t unchanged() const { return requests - newlyDenied - freed; }
    friend bool operator==(const TokenDifference&, const TokenDifference&) = default;
};

/// Sums over the tokens.
struct DifferenceSums {
    std::uint64_t newlyDenied = 0;
    std::uint64_t freed = 0;
    std::uint64_t unchanged = 0;
    std::size_t tokensNewlyDenied = 0; ///< with at least one newly denied request
    std::size_t tokensFreed = 0;
    /// Tokens that the enforced rules denied nothing and that the candidate denies something: the innocent
    /// who would newly suffer.
    std::size_t tokensNewlySuffering = 0;
};

/// What one side does under one assumption about the clients.
struct RetryFigures {
    std::uint64_t requests = 0;
    std::uint64_t denied = 0;

    friend bool operator==(const RetryFigures&, const RetryFigures&) = default;
};

/// One side under the three assumptions.
struct RetryRange {
    RetryFigures asRecorded;
    RetryFigures withoutRepeats; ///< denied requests within the Retry-After of an earlier denial are left out
    RetryFigures backingOff;     ///< Clients::BackOff
};

/// The enforced rules against a candidate on the same requests.
struct Comparison {
    Candidate enforced;
    Candidate candidate;
    TimeRange within = allTime; ///< whose requests are counted, here and below
    DifferenceSums sums;
    std::vector<TokenDifference> tokens; ///< that differ; most newly denied first, then most freed
    RetryRange retriesEnforced;
    RetryRange retriesCandidate;
};

/// Counts the requests in `within`: they meet the states that the requests before them have left. Throws
/// BadPolicy for a policy that is not valid, and Stopped. Thread-safe.
Comparison compare(const GroupedTrace& traffic, const Candidate& enforced, const Candidate& candidate,
                   const Progress& progress = {}, const TimeRange& within = allTime);

/// Whether all times are whole seconds, as in most access logs: then the order within a second is unknown.
bool isInWholeSeconds(const Trace& trace);

/// The kindest reading of such times: each token's requests of one second are spread evenly over it. The
/// harshest is the trace as it is, all at the same moment.
Trace spreadWithinSeconds(const Trace& trace);

} // namespace ratewarden
