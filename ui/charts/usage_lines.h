// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/usage_history.h"

namespace ratewarden::ui {

/// One moment of a rule's usage.
struct UsagePoint {
    Instant at{};
    double share = 0;
};

/// A rule's usage over time, oldest first: one piece after another, with a gap between them where nothing was
/// sampled.
using UsageLine = std::vector<std::vector<UsagePoint>>;

/// How each rule was used over the last `span`, at most `most` points each. Where the window has a log, its
/// past is counted from it, exactly, as far back as the log shows a whole window of the rule; the rest comes
/// from the samples.
std::vector<UsageLine> usageOverTime(const TokenDetail& window, const UsageHistory* history, Micros span,
                                     int most);

/// Where the first of the lines begins; empty when there is none.
std::optional<Instant> beginOf(const std::vector<UsageLine>& lines);

/// How many units of the rule were used at the moment: counted from the log, or else by the last sample until
/// then. Empty when neither knows.
std::optional<Units> usedAt(const TokenDetail& window, const UsageHistory* history, std::size_t rule,
                            Instant moment);

/// From when on the log has every charge; empty without a log. A state that was new then, or reset, says
/// nothing of what was before it.
std::optional<Instant> chargesKnownSince(const TokenDetail& window, const UsageHistory* history);

/// From when on the log tells how many units of the rule were used.
std::optional<Instant> usageKnownSince(const TokenDetail& window, const UsageHistory* history,
                                       const Rule& rule);

} // namespace ratewarden::ui
