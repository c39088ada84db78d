// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/limit_history.h"

namespace ratewarden::ui {

/// One moment of a rule's usage.
struct UsagePoint {
    Instant at{};
    double share = 0;
};

/// A limit's usage over time, oldest first: one piece after another, with a gap between them where nothing
/// was sampled, and a step where another limit came into force.
using UsageLine = std::vector<std::vector<UsagePoint>>;

/// How far back the details of a token or a key show that.
inline constexpr Micros usageSpan = std::chrono::minutes(10);

/// How each limit was used over the last `span`, at most about `most` points each, as shares of what was in
/// force at the time: a line for each band. Where the window has a log, its past is counted from it, exactly,
/// as far back as the log shows a whole window of the rule; the rest comes from the samples.
std::vector<UsageLine> usageOverTime(const TokenDetail& window, const UsageHistory* history,
                                     const std::vector<LimitHistory>& bands, Micros span, int most);

/// Where the first of the lines begins; empty when there is none.
std::optional<Instant> beginOf(const std::vector<UsageLine>& lines);

/// How many units of the limit were used at the moment, at which it must have been in force: counted from the
/// log, or else by the last sample until then. Empty when neither knows.
std::optional<Units> usedAt(const TokenDetail& window, const UsageHistory* history, const LimitStretch& limit,
                            Instant moment);

/// From when on the log has every charge; empty without a log. A state that was new then, or reset, says
/// nothing of what was before it.
std::optional<Instant> chargesKnownSince(const TokenDetail& window, const UsageHistory* history);

/// From when on the log tells how many units of the rule were used.
std::optional<Instant> usageKnownSince(const TokenDetail& window, const UsageHistory* history,
                                       const Rule& rule);

} // namespace ratewarden::ui
