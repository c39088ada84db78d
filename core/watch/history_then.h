// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/explanation_text.h"
#include "core/explain/rule_then.h"
#include "core/watch/history.h"
#include "core/watch/server_events.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What a watcher's history tells of the moment at which a request was denied: how the policy, and perhaps
/// the token, stood in the round next to it. It decides nothing: a round is a moment of its own.
struct HistoryThen {
    /// The round that is closest to the denial, of those within historyReach that saw tokens; empty: none
    /// did.
    std::optional<Instant> round;
    /// The token, if it was among the most urgent in that round, or in the one before or behind it.
    std::optional<TopToken> token;
    std::optional<Instant> tokenSeen;               ///< in which
    std::uint64_t tokens = 0;                       ///< of the policy, in `round`
    std::uint64_t limited = 0;                      ///< of these
    std::map<std::size_t, std::uint64_t> limitedBy; ///< of these, by the rule's place in the policy
    std::optional<double> deniedRate;               ///< a second, of all of these, if the policy counts
    /// What happened to the server within historyReach before the denial's end: of each kind the last, in
    /// the order of time. HistoryEvent::event is the kind's name.
    std::vector<HistoryEvent> server;
    /// Of the history as a whole, where there is no such round.
    HistoryInfo info;
};

/// How far from the denial a round may be: the longest time from one round to the next.
inline constexpr Micros historyReach = std::chrono::hours(1);

/// `token`: as Redis knows it. Throws as HistoryReader does.
HistoryThen historyAt(const HistoryReader& history, std::string_view token, std::string_view policy,
                      const Denial& denial);

/// What it tells of a denial that is explained, a sentence each; it is no proof. `file`: the history's name.
std::vector<std::string> historySentences(const Explanation& explanation, const HistoryThen& then,
                                          const std::string& file, const SentenceWriter& write);

} // namespace ratewarden
