// SPDX-License-Identifier: MIT
#include "core/watch/history_decisions.h"

#include "core/watch/history_then.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace ratewarden {
namespace {

enum HistoryColumn : std::size_t { RuleOfCohort, PolicyOfCohort, FormatOfCohort };

/// The places of a cohort's values in the columns.
using CohortValues = std::array<std::uint32_t, 3>;

std::string ruleOfCohort(const Cohort& cohort, const PolicyVersions& versions)
{
    if (const auto its = versions.find(*cohort.policy); its != versions.end())
        for (const PolicyVersion& one : its->second) // the newest first; others may have other rules
            if (one.policy && *cohort.rule < one.policy->policy.rules.size())
                return fmt::format("{} {}", *cohort.policy, notation(one.policy->policy.rules[*cohort.rule]));
    return fmt::format("{} #{}", *cohort.policy, *cohort.rule + 1);
}

std::vector<CohortValues> cohortValuesOf(const HistoryReader& history, const PolicyVersions& versions,
                                         DecisionLog& log)
{
    std::vector<CohortValues> all;
    for (const Cohort& cohort : history.cohorts()) {
        CohortValues& values = all.emplace_back();
        values[FormatOfCohort] = log.columns[FormatOfCohort].placeOf(cohort.format);
        if (!cohort.policy)
            continue;
        values[PolicyOfCohort] = log.columns[PolicyOfCohort].placeOf(*cohort.policy);
        if (cohort.status == TokenStatus::Limited && cohort.rule)
            values[RuleOfCohort] = log.columns[RuleOfCohort].placeOf(ruleOfCohort(cohort, versions));
    }
    return all;
}

} // namespace

DecisionLog decisionsOf(const HistoryReader& history, const TimeRange& range, const PolicyVersions& versions)
{
    DecisionLog log;
    log.knowsTokens = false;
    for (const DecisionDimension dimension :
         {DecisionDimension::Rule, DecisionDimension::Policy, DecisionDimension::Format})
        log.columns.emplace_back().dimension = dimension;
    const std::vector<CohortValues> values = cohortValuesOf(history, versions, log);
    const TokenId nobody = log.trace.names.add("?");
    const auto add = [&](Instant at, bool isDenied, double requests, const CohortValues& its) {
        const auto weight = std::uint32_t(std::llround(std::min(requests, 4e9)));
        if (weight == 0)
            return;
        log.trace.times.push_back(at);
        log.trace.tokens.push_back(nobody);
        log.denied.push_back(isDenied ? 1 : 0);
        log.weights.push_back(weight);
        for (std::size_t i = 0; i < its.size(); ++i)
            log.columns[i].values.push_back(isDenied || i != RuleOfCohort ? its.at(i) : 0);
    };
    std::optional<Instant> before;
    history.visitRounds(range.from - historyReach, [&](StoredRound& round) {
        if (round.at() >= range.to)
            return false;
        const std::optional<Instant> last = before;
        before = round.hasSeenTokens() ? std::optional(round.at()) : std::nullopt;
        if (!before || !last || round.at() < range.from || round.at() - *last > historyReach)
            return true;
        const std::chrono::duration<double> span = round.at() - *last;
        for (const auto& [place, sums] : round.cohorts()) {
            add(round.at(), false, sums.allowedRate() * span.count(), values[place]);
            add(round.at(), true, sums.deniedRate() * span.count(), values[place]);
        }
        return true;
    });
    return log;
}

std::vector<KnownChange> changesIn(const HistoryReader& history, const TimeRange& range)
{
    constexpr std::size_t mostEvents = 10'000;
    std::vector<KnownChange> changes;
    for (const HistoryEvent& event : history.events(range.from, mostEvents))
        if (event.at < range.to && isChange(event))
            changes.push_back({event.at, event.text});
    history.visitRounds(range.from, [&](StoredRound& round) {
        if (round.at() >= range.to)
            return false;
        for (const StoredRound::Figure& figure : round.figures())
            if (history.series()[figure.series].measure == AlertMeasure::EvictedKeys && figure.figure.low > 0)
                changes.push_back(
                    {round.at(), fmt::format("{:.0f} keys were evicted", std::ceil(figure.figure.low))});
        return true;
    });
    return changes;
}

bool isChange(const HistoryEvent& event)
{
    constexpr auto ofAlerts =
        std::to_array<std::string_view>({"pending", "fires", "recovering", "fires again", "recovered",
                                         "quiet", "removed", "not known", "known again"});
    return !event.about.empty() && std::ranges::find(ofAlerts, event.event) == ofAlerts.end();
}

} // namespace ratewarden
