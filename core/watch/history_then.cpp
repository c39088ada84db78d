// SPDX-License-Identifier: MIT
#include "core/watch/history_then.h"

#include <algorithm>

namespace ratewarden {
namespace {

/// Of one round; only that is kept of which the denial may be.
HistoryThen thenOf(StoredRound& round, const std::vector<Cohort>& cohorts, std::string_view token,
                   std::string_view policy)
{
    HistoryThen then;
    then.round = round.at();
    TokenSums all;
    for (const auto& [place, sums] : round.cohorts()) {
        const Cohort& cohort = cohorts[place];
        if (!cohort.policy || *cohort.policy != policy)
            continue;
        all += sums;
        if (cohort.status != TokenStatus::Limited)
            continue;
        then.limited += sums.tokens;
        if (cohort.rule)
            then.limitedBy[*cohort.rule] += sums.tokens;
    }
    then.tokens = all.tokens;
    if (all.counted > 0)
        then.deniedRate = all.deniedRate();
    for (TopToken& top : round.tokens())
        if (top.token == token && top.policy == policy) {
            then.tokenSeen = round.at();
            then.token = std::move(top);
            break;
        }
    return then;
}

Micros distanceOf(Instant moment, const Denial& denial)
{
    return std::max({denial.from - moment, moment - denial.to, Micros()});
}

} // namespace

HistoryThen historyAt(const HistoryReader& history, std::string_view token, std::string_view policy,
                      const Denial& denial)
{
    std::optional<Instant> last; // round before it; what is not asked for is not decoded
    history.visitRounds(denial.from - historyReach, [&](StoredRound& round) {
        if (round.at() <= denial.to && round.hasSeenTokens())
            last = round.at();
        return round.at() <= denial.to;
    });
    std::optional<HistoryThen> before;
    std::optional<HistoryThen> behind;
    history.visitRounds(last.value_or(denial.to), [&](StoredRound& round) {
        if (round.at() > denial.to + historyReach)
            return false;
        if (!round.hasSeenTokens())
            return true;
        const bool isBehind = round.at() > denial.to;
        (isBehind ? behind : before) = thenOf(round, history.cohorts(), token, policy);
        return !isBehind;
    });
    const bool isBefore =
        before && (!behind || distanceOf(*before->round, denial) <= distanceOf(*behind->round, denial));
    HistoryThen then = isBefore ? *before : behind.value_or(HistoryThen());
    const std::optional<HistoryThen>& other = isBefore ? behind : before;
    if (!then.token && other) {
        then.token = other->token;
        then.tokenSeen = other->tokenSeen;
    }
    then.info = history.info();
    return then;
}

} // namespace ratewarden
