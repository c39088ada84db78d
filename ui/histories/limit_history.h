// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/usage_history.h"

namespace ratewarden::ui {

/// A limit while it was in force. The first one of all begins with Instant::min() when nothing tells that
/// there was another before it; the present one ends with Instant::max().
struct LimitStretch {
    Stretch time;
    Rule rule;
    std::size_t index = 0;                ///< of the rule among those in force then
    std::shared_ptr<const Limits> limits; ///< of the samples that were taken under it
};

/// One limit over time: a band of the live window, a line of the chart. What an override or another version
/// of the policy made of a rule is the rule of the same window.
struct LimitHistory {
    Rule rule;                           ///< the present one; of a limit that is gone, the last
    bool gone = false;                   ///< there is no such limit any more
    std::vector<LimitStretch> stretches; ///< oldest first; between them it was no limit, or nobody knows

    /// What was in force at the moment; null: nothing, or nobody knows.
    const LimitStretch* at(Instant moment) const;
};

/// The limits of a token over time: first the present rules, in their order, then those that were in force
/// since `from` and are gone. What is not known is left out: rules before an override that nobody saw come,
/// and between two readings of different rules. Without a policy there are none.
std::vector<LimitHistory> limitHistories(const TokenDetail& window, const UsageHistory* history,
                                         Instant from);

std::vector<Rule> rulesOf(const std::vector<LimitHistory>& bands);

/// When it is known which limits were in force.
std::vector<Stretch> limitsKnown(const std::vector<LimitHistory>& bands);

} // namespace ratewarden::ui
