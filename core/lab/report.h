// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/comparison.h"
#include "core/lab/log_reader.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
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

/// What a watcher had seen of the server in the time of the traffic. Raw bytes are escaped.
struct WatchedThen {
    struct Step {
        Instant from{};
        std::optional<double>
            allowed; ///< a second, on average; empty: nobody watched, or it is not kept any more
        std::optional<double> denied;
    };
    std::string source;           ///< the history's name
    std::string problem;          ///< why it could not be read, printable; empty: it was
    std::optional<Instant> first; ///< round that it still has; empty: none
    std::optional<Instant> last;
    Micros keep{};          ///< for so long
    std::int64_t bytes = 0; ///< and as long as there is room for it
    Micros step{};
    std::vector<Step> steps;
    std::vector<std::pair<Instant, std::string>> events; ///< what was changed, with who did it
};

/// One page of HTML that needs nothing else and runs no script: bounds, figures, retries, what happened when,
/// and the tokens that differ most, each with its time line under both rule sets. Whatever comes from the
/// traffic is escaped. Times are in UTC. `watched`: null: nobody was asked.
std::string htmlReport(const WhatIf& result, const GroupedTrace& traffic, const TrafficSummary& summary,
                       const WatchedThen* watched = nullptr);

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
