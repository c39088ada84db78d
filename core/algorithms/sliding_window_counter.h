// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

namespace ratewarden {

/// The sliding window counter: counts of this window on the clock and of the one before, which weighs as much
/// as of it still lies within one window from now, rounded up to whole units. An estimate that takes the
/// requests of the window before as evenly spread. It is exact in that sense while count * window stays below
/// 2^53.
TokenState* makeSlidingWindowCounter(TokenStatePlace& place);

/// The usage by the records that its script keeps: RecordState::report.
void reportSlidingWindowCounter(std::string_view records, Instant now, std::span<RuleUsage> usage);

} // namespace ratewarden
