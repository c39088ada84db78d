// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/decision_log.h"
#include "core/explain/difference.h"
#include "core/explain/kept_decisions.h"
#include "core/model/time_range.h"
#include "core/watch/history.h"

#include <vector>

namespace ratewarden {

/// The requests of a time as a watcher's rounds tell them, by rule, policy and format; a history does not
/// keep whose they were. Rates of a round stand for the time since the round before: these are estimates.
/// `versions`: what the rules of policies were; without them rules are numbered. Throws as HistoryReader.
DecisionLog decisionsOf(const HistoryReader& history, const TimeRange& range, const PolicyVersions& versions);

/// What was changed then, and when keys were evicted.
std::vector<KnownChange> changesIn(const HistoryReader& history, const TimeRange& range);

/// Whether somebody changed something; else it is what a watch or one of its alerts has said.
bool isChange(const HistoryEvent& event);

} // namespace ratewarden
