// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab_work.h"
#include "core/lab/report.h"

/// What one candidate changes for whom, as a value that never changes once it is made.
namespace ratewarden {

/// How many tokens each list of a LabWhatIf has at most.
inline constexpr std::size_t mostDiffering = 200;

struct LabWhatIf {
    SharedTraffic traffic;
    bool hasEnforced = false; ///< against these rules; else against no limit
    WhatIf result;
    std::vector<TokenDifference> byToken;   ///< all tokens that differ, in order of number
    std::vector<TokenDifference> freed;     ///< most freed first
    std::vector<TokenDifference> unchanged; ///< no difference: most denied first, then most requests

    const Comparison& harshest() const { return result.comparison; }
    /// The same where the times tell the order within a second.
    const Comparison& kindest() const { return result.spread ? *result.spread : result.comparison; }
    TimeRange within() const { return result.comparison.within; }
    /// Whether it is the answer to that question.
    bool isOf(const SharedTraffic& asked, const std::optional<Candidate>& enforced,
              const Candidate& candidate, const TimeRange& time) const;
    /// Of these requests nothing can be said.
    bool isEmpty() const;
    /// Null: the candidate changes nothing for the token.
    const TokenDifference* find(TokenId token) const;
};

/// `trial` is the candidate's on the same time.
LabWhatIf whatIfOf(const SharedTraffic& traffic, const std::optional<Candidate>& enforced,
                   const Candidate& candidate, const Trial& trial, const Progress& progress);

} // namespace ratewarden
