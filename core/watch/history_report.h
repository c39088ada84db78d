// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/report.h"
#include "core/model/time_range.h"

#include <stop_token>
#include <string>

namespace ratewarden {

/// What the history in this file tells of the time of some traffic, for a report on that. One that cannot be
/// read is a WatchedThen::problem.
WatchedThen watchedThen(const std::string& file, const TimeRange& range, std::stop_token stop = {});

} // namespace ratewarden
