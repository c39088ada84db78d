// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/comparison.h"
#include "core/lab/log_reader.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// What a report tells of.
struct WhatIf {
    Comparison comparison;
    /// Of times in whole seconds: the same with each token's requests spread evenly over their second, so
    /// that the figures are a range.
    std::optional<Comparison> spread;
};

/// Compares; twice where the times are in whole seconds. Throws as compare() does.
WhatIf whatIf(const GroupedTrace& traffic, const Candidate& enforced, const Candidate& candidate,
              const Progress& progress = {});

/// One page of HTML that needs nothing else and runs no script: bounds, figures, retries, what happened when,
/// and the tokens that differ most, each with its time line under both rule sets. Whatever comes from the
/// traffic is escaped. Times are in UTC.
std::string htmlReport(const WhatIf& result, const GroupedTrace& traffic, const TrafficSummary& summary);

/// A line for each token that differs, worst first, under a line of names (RFC 4180). A token that a
/// spreadsheet would take for a formula begins with an apostrophe.
std::string csvReport(const Comparison& comparison, const TokenNames& names);

/// A policy's enforced rules against its candidate, on its own traffic. Refers to that.
struct PolicyWhatIf {
    std::string policy;
    WhatIf result;
    const GroupedTrace* traffic = nullptr;
    const TrafficSummary* summary = nullptr;
};

/// Their sums; one for all policies.
DifferenceSums sumOf(std::span<const PolicyWhatIf> policies);

/// The same page for several policies: the sums by policy, then each of them. Not for none.
std::string htmlReport(std::span<const PolicyWhatIf> policies);
/// The same lines with the policy in front.
std::string csvReport(std::span<const PolicyWhatIf> policies);

} // namespace ratewarden
