// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/decision_log.h"
#include "core/explain/difference.h"
#include "core/explain/kept_decisions.h"
#include "core/model/time_range.h"
#include "core/watch/history.h"

#include <set>
#include <string>
#include <vector>

namespace ratewarden {

/// Between rounds that are further apart it is not known what was denied: a round has the rates of the ten to
/// twenty seconds before it.
inline constexpr Micros mostBetweenRounds = std::chrono::seconds(21); // 20, and not quite on time

struct HistoryDecisions {
    DecisionLog log;
    /// The times of which it tells, unbroken each, in order; of others it has nothing.
    std::vector<TimeRange> watched;
};

/// The requests of a time as a watcher's rounds tell them, by rule, policy and format; a history does not
/// keep whose they were. Rates of a round stand for the time since the round before: these are estimates.
/// `versions`: what the rules of policies were, and since when; where that is not known rules are numbered.
/// Throws as HistoryReader.
HistoryDecisions decisionsOf(const HistoryReader& history, const TimeRange& range,
                             const PolicyVersions& versions);

/// The policies whose rules it names.
std::set<std::string> limitingPolicies(const HistoryReader& history);

/// What was changed then, and when keys were evicted.
std::vector<KnownChange> changesIn(const HistoryReader& history, const TimeRange& range);

} // namespace ratewarden
