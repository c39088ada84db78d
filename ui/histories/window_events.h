// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/limit_history.h"

namespace ratewarden::ui {

/// What the live window draws besides the charges: pure functions of a reading and of what was sampled.
/// Stretches are in the order of time, do not overlap, and end at `now` at the latest.

/// When something was known of the token: every charge, where it has a log, else what its samples tell.
std::vector<Stretch> seenStretches(const TokenDetail& window, const UsageHistory* history, Instant now);

/// When the limit, while it was in force, could not take a request of cost 1: exact from the log, else
/// between samples, and after one as long as the state itself says.
std::vector<Stretch> fullStretches(const TokenDetail& window, const UsageHistory* history,
                                   const LimitStretch& limit, Instant now);
/// The same of all limits of the band, each in its time.
std::vector<Stretch> fullStretches(const TokenDetail& window, const UsageHistory* history,
                                   const LimitHistory& band, Instant now);

/// When the token was blocked: from the block's beginning to its end or now, and earlier blocks as they were
/// seen. One that an undo has brought back was not in force meanwhile.
std::vector<Stretch> blockedStretches(const TokenDetail& window, const UsageHistory* history, Instant now);

/// Ten seconds each in which requests were denied, of those that overlap (from, until].
std::vector<RequestCount> deniedCounts(const Reading& token, Instant from, Instant until);

/// What was counted in the ten seconds of the moment; empty when nothing was counted then.
std::optional<RequestCount> countAt(const Reading& token, Instant moment);

/// What changed how the token is limited: as noted, and what the reading itself says.
std::vector<TimeMark> marksOf(const TokenDetail& window, const UsageHistory* history);

/// In the order of time, and what touches or overlaps as one.
std::vector<Stretch> joined(std::vector<Stretch> stretches);

/// What of (from, until] is in none of the stretches.
std::vector<Stretch> gapsBetween(const std::vector<Stretch>& stretches, Instant from, Instant until);

/// Whether one of the stretches has the moment in it.
bool covers(const std::vector<Stretch>& stretches, Instant moment);

/// Whether one of the stretches reaches into (from, until].
bool overlaps(const std::vector<Stretch>& stretches, Instant from, Instant until);

} // namespace ratewarden::ui
