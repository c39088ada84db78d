// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time_range.h"
#include "core/watch/history.h"

#include <map>
#include <string>
#include <vector>

namespace ratewarden {

/// Requests a second over a time, as a watcher's rounds have them: on average of each step.
struct HistoryFlow {
    Instant from{}; ///< of the first step, a multiple of it
    Micros step{};
    /// By policy; empty: of several, as there were too many to keep apart.
    std::map<std::string, std::vector<double>> allowed;
    std::vector<double> denied; ///< of all policies
    std::vector<bool> known;    ///< false: no round that stands for that step knows any requests
};

/// A round stands until the next, if the watcher has seen that, too, within historyReach. Throws as
/// HistoryReader.
HistoryFlow flowIn(const HistoryReader& history, const TimeRange& range, Micros step);

} // namespace ratewarden
