// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/admission.h"
#include "core/lab/candidate.h"
#include "core/lab/progress.h"
#include "core/lab/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ratewarden {

/// How much a trial finds out.
enum class TrialDetail {
    Verdicts, ///< who is denied and how often: the fastest
    Bursts    ///< the largest bursts and the size of the states, too: about a third of the speed
};

/// What a candidate does to the requests of a trace. Every token starts without a state.
struct Trial {
    Candidate candidate;
    TimeRange within = allTime; ///< whose requests are counted, here and below
    std::uint64_t requests = 0; ///< that were sent: of the trace, or fewer where clients back off
    std::uint64_t denied = 0;
    std::uint64_t neverFits = 0; ///< of those denied, whose cost is above a rule's capacity
    /// Of those denied, that came before an earlier denial of the same token said to retry: a client that
    /// obeys Retry-After would not have sent them.
    std::uint64_t repeats = 0;
    std::size_t tokensDenied = 0;
    std::vector<std::uint32_t> deniedByToken; ///< one for each token of the trace
    Micros longestWait{};                     ///< that a denied request was told; zero if none was

    // With TrialDetail::Bursts alone.
    std::vector<Units> largestBurst; ///< for each rule the most units allowed to one token in any of its
                                     ///< windows; of those in `within` alone
    double bytesPerToken = 0; ///< the value in Redis at its largest, the mean of all tokens; without the key

    std::uint64_t allowed() const { return requests - denied; }
};

/// Tries a candidate on all requests, and counts those in `within`: they meet the states that the requests
/// before them have left. Throws BadPolicy for a policy that is not valid, and Stopped. Thread-safe.
Trial tryOn(const GroupedTrace& traffic, const Candidate& candidate, TrialDetail detail = TrialDetail::Bursts,
            Clients clients = Clients::AsRecorded, const Progress& progress = {},
            const TimeRange& within = allTime);

/// A token and how often something happened to it.
struct TokenCount {
    TokenId token = 0;
    std::uint64_t count = 0;

    friend bool operator==(const TokenCount&, const TokenCount&) = default;
};

/// The tokens that were denied most, most first, those of one count in order of number; at most `most`.
std::vector<TokenCount> worstTokens(const Trial& trial, std::size_t most);

/// How many of the trial's denied requests were sent by these tokens, and how many tokens of these it denied
/// at all: "denied of tokens marked innocent".
struct DeniedAmong {
    std::uint64_t requests = 0;
    std::size_t tokens = 0;
};
DeniedAmong deniedAmong(const Trial& trial, std::span<const TokenId> tokens);

} // namespace ratewarden
