// SPDX-License-Identifier: MIT
#include "core/watch/history_then.h"

#include "core/model/fault_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

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

bool isLimitedIn(StoredRound& round, std::string_view token, std::string_view policy)
{
    return std::ranges::any_of(round.tokens(), [&](const TopToken& top) {
        return top.token == token && top.policy == policy && top.status == TokenStatus::Limited;
    });
}

Micros distanceOf(Instant moment, const Denial& denial)
{
    return std::max({denial.from - moment, moment - denial.to, Micros()});
}

/// "3/h", or the rule's number where what was in force is not known.
Written ruleWords(const Explanation& it, std::size_t rule, const SentenceWriter& write)
{
    const std::vector<Rule>& rules = it.policy.policy.rules;
    return {rule < rules.size() && !it.override ? write("%1", {notation(rules[rule])})
                                                : write(FAULT_TEXT("rule %1"), {std::int64_t(rule) + 1})};
}

Phrase statusWords(TokenStatus status)
{
    switch (status) {
    case TokenStatus::Limited:
        return {FAULT_TEXT("the token was limited")};
    case TokenStatus::Blocked:
        return {FAULT_TEXT("the token was blocked")};
    case TokenStatus::Near:
        return {FAULT_TEXT("the token was near its limit")};
    default:
        return {FAULT_TEXT("the token was neither limited nor near its limit")};
    }
}

Phrase serverWords(ServerEvent::Kind kind)
{
    switch (kind) {
    case ServerEvent::Kind::Evicted:
        return {FAULT_TEXT("keys were evicted, as memory ran out")};
    case ServerEvent::Kind::ScriptsFlushed:
        return {FAULT_TEXT("the server's scripts were flushed")};
    case ServerEvent::Kind::ClockStep:
        return {FAULT_TEXT("the server's clock stepped")};
    default:
        return {FAULT_TEXT("another process answered, after a restart or a failover")};
    }
}

std::vector<HistoryEvent> serverEventsBefore(const HistoryReader& history, const Denial& denial)
{
    constexpr std::size_t mostChanges = 10'000; // among which they are
    std::vector<HistoryEvent> events;
    for (HistoryEvent& event :
         history.changes({denial.from - historyReach, denial.to + Micros(1)}, mostChanges)) {
        if (!serverEventNamed(event.event))
            continue;
        std::erase_if(events, [&event](const HistoryEvent& one) {
            return one.event == event.event && nodeOf(one) == nodeOf(event);
        });
        events.push_back(std::move(event));
    }
    return events;
}

/// How the token itself stood. lupdate takes `std::` for a class, and so this returns Written.
Written tokenWords(const Explanation& it, const HistoryThen& then, const SentenceWriter& write)
{
    Written text{write(FAULT_TEXT("at %1 %2"), {*then.tokenSeen, statusWords(then.token->status)})};
    if (then.token->rule)
        text = {write(FAULT_TEXT("%1 by %2"), {text, ruleWords(it, *then.token->rule, write)})};
    if (then.token->share)
        text = {write(FAULT_TEXT("%1, %2 %% used"),
                      {text, std::int64_t(std::llround(100 * *then.token->share))})};
    if (then.token->rates)
        text = {write(FAULT_TEXT("%1, %2 denied/s"), {text, then.token->rates->denied})};
    return text;
}

} // namespace

HistoryThen historyAt(const HistoryReader& history, std::string_view token, std::string_view policy,
                      const Denial& denial)
{
    std::optional<Instant> last; // round before it; what is not asked for is not decoded
    bool sawDenial = false;      // where only a minute is known, some round of it may have
    history.visitRounds(denial.from - historyReach, [&](StoredRound& round) {
        if (round.at() <= denial.to && round.hasSeenTokens()) {
            last = round.at();
            sawDenial = round.at() >= denial.from && isLimitedIn(round, token, policy);
        }
        return round.at() <= denial.to && !sawDenial;
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
        return !isBehind && !sawDenial;
    });
    const bool isBefore =
        before && (!behind || distanceOf(*before->round, denial) <= distanceOf(*behind->round, denial));
    HistoryThen then = isBefore ? *before : behind.value_or(HistoryThen());
    const std::optional<HistoryThen>& other = isBefore ? behind : before;
    if (!then.token && other) {
        then.token = other->token;
        then.tokenSeen = other->tokenSeen;
    }
    then.server = serverEventsBefore(history, denial);
    then.info = history.info();
    return then;
}

std::vector<std::string> historySentences(const Explanation& explanation, const HistoryThen& then,
                                          const std::string& file, const SentenceWriter& write)
{
    const auto said = [&](const std::string& words) {
        return write(FAULT_TEXT("by the history %1: %2"), {file, Written{words}});
    };
    std::vector<std::string> ofServer;
    for (const HistoryEvent& event : then.server)
        if (const auto kind = serverEventNamed(event.event))
            ofServer.push_back(said(nodeOf(event).empty()
                                        ? write(FAULT_TEXT("at %1 %2"), {event.at, serverWords(*kind)})
                                        : write(FAULT_TEXT("at %1, on %2, %3"),
                                                {event.at, std::string(nodeOf(event)), serverWords(*kind)})));
    const auto withServer = [&ofServer](std::vector<std::string> sentences) {
        sentences.insert(sentences.end(), ofServer.begin(), ofServer.end());
        return sentences;
    };
    if (!then.round && !then.info.first)
        return withServer({said(write(FAULT_TEXT("it is empty"), {}))});
    if (!then.round)
        return withServer({said(write(FAULT_TEXT("nothing of that time; it goes from %1 to %2"),
                                      {*then.info.first, *then.info.last}))});
    std::string all = write(
        FAULT_TEXT("%1 of %2 tokens under %3 were limited at %4"),
        {std::int64_t(then.limited), std::int64_t(then.tokens), explanation.policy.policy.name, *then.round});
    for (const auto& [rule, count] : then.limitedBy)
        all = write(FAULT_TEXT("%1, %2 by %3"),
                    {Written{all}, std::int64_t(count), ruleWords(explanation, rule, write)});
    if (then.deniedRate)
        all = write(FAULT_TEXT("%1; %2 denied/s"), {Written{all}, *then.deniedRate});
    const std::string its = then.token ? tokenWords(explanation, then, write).text
                                       : write(FAULT_TEXT("the token was not among the %1 most urgent at %2"),
                                               {std::int64_t(HistoryCollector::mostTokens), *then.round});
    return withServer({said(its), said(all)});
}

} // namespace ratewarden
