// SPDX-License-Identifier: MIT
#include "core/watch/history_decisions.h"

#include "core/watch/server_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace ratewarden {
namespace {

enum HistoryColumn : std::size_t { RuleOfCohort, PolicyOfCohort, FormatOfCohort };

/// The places of a cohort's values in the columns.
using CohortValues = std::array<std::uint32_t, 3>;

/// What was published last before that; null: that is not known.
const PolicyVersion* versionAt(const PolicyVersions& versions, const std::string& policy, Instant at)
{
    const auto its = versions.find(policy);
    if (its == versions.end())
        return nullptr;
    const auto found =
        std::ranges::find_if(its->second, [at](const PolicyVersion& one) { return one.at <= at; });
    return found == its->second.end() ? nullptr : &*found;
}

std::string ruleOfCohort(const Cohort& cohort, const PolicyVersion* version)
{
    if (version && version->policy && *cohort.rule < version->policy->policy.rules.size())
        return fmt::format("{} {}", *cohort.policy, notation(version->policy->policy.rules[*cohort.rule]));
    return fmt::format("{} #{}", *cohort.policy, *cohort.rule + 1);
}

/// Turns what cohorts were counted at into entries of a log.
class CohortLog {
public:
    CohortLog(const HistoryReader& history, const PolicyVersions& versions)
        : m_cohorts(history.cohorts()), m_versions(versions), m_left(m_cohorts.size())
    {
        m_log.knowsTokens = false;
        for (const DecisionDimension dimension :
             {DecisionDimension::Rule, DecisionDimension::Policy, DecisionDimension::Format})
            m_log.columns.emplace_back().dimension = dimension;
        m_nobody = m_log.trace.names.add("?");
        for (const Cohort& cohort : m_cohorts) {
            CohortValues& values = m_values.emplace_back();
            values[FormatOfCohort] = m_log.columns[FormatOfCohort].placeOf(cohort.format);
            if (cohort.policy)
                values[PolicyOfCohort] =
                    m_log.columns[PolicyOfCohort].placeOf(*cohort.policy, *cohort.policy);
        }
    }

    void add(Instant at, std::size_t cohort, bool isDenied, double requests)
    {
        constexpr double roundingError = 1e-6;
        constexpr double most = 4e9;
        // Whole requests: what is left of one counts in the next rounds.
        double& left = m_left[cohort].at(isDenied ? 1 : 0);
        left = std::min(left + requests, most);
        const auto weight = std::uint32_t(left + roundingError);
        if (weight == 0)
            return;
        left -= weight;
        m_log.trace.times.push_back(at);
        m_log.trace.tokens.push_back(m_nobody);
        m_log.denied.push_back(isDenied ? 1 : 0);
        m_log.weights.push_back(weight);
        CohortValues its = m_values[cohort];
        its[RuleOfCohort] = isDenied ? placeOfRule(cohort, at) : 0;
        for (std::size_t i = 0; i < its.size(); ++i)
            m_log.columns[i].values.push_back(its.at(i));
    }

    DecisionLog take() { return std::move(m_log); }

private:
    std::uint32_t placeOfRule(std::size_t place, Instant at)
    {
        const Cohort& cohort = m_cohorts[place];
        if (!cohort.policy || cohort.status != TokenStatus::Limited || !cohort.rule)
            return 0;
        const PolicyVersion* const version = versionAt(m_versions, *cohort.policy, at);
        const auto [known, isNew] = m_rules.try_emplace({place, version}, 0);
        if (isNew)
            known->second =
                m_log.columns[RuleOfCohort].placeOf(ruleOfCohort(cohort, version), *cohort.policy);
        return known->second;
    }

    const std::vector<Cohort>& m_cohorts;
    const PolicyVersions& m_versions;
    std::vector<CohortValues> m_values; // of each cohort, without the rule
    std::map<std::pair<std::size_t, const PolicyVersion*>, std::uint32_t> m_rules;
    std::vector<std::array<double, 2>> m_left; // of each cohort: of allowed and of denied ones
    TokenId m_nobody = 0;
    DecisionLog m_log;
};

} // namespace

HistoryDecisions decisionsOf(const HistoryReader& history, const TimeRange& range,
                             const PolicyVersions& versions)
{
    HistoryDecisions decisions;
    CohortLog log(history, versions);
    std::optional<Instant> last; // round before, if it saw tokens
    history.visitRounds(range.from - mostBetweenRounds, [&](StoredRound& round) {
        if (round.at() >= range.to)
            return false;
        const std::optional<Instant> from = last;
        last = round.hasSeenTokens() ? std::optional(round.at()) : std::nullopt;
        if (!last || !from || round.at() < range.from || round.at() - *from > mostBetweenRounds)
            return true;
        // An entry is of the moment of its round, and so is its end of what was watched.
        const TimeRange watched{*from + Micros(1), round.at() + Micros(1)};
        if (decisions.watched.empty() || decisions.watched.back().to != watched.from)
            decisions.watched.push_back(watched);
        else
            decisions.watched.back().to = watched.to;
        const std::chrono::duration<double> span = watched.length();
        for (const auto& [cohort, sums] : round.cohorts()) {
            log.add(round.at(), cohort, false, sums.allowedRate() * span.count());
            log.add(round.at(), cohort, true, sums.deniedRate() * span.count());
        }
        return true;
    });
    decisions.log = log.take();
    return decisions;
}

std::set<std::string> limitingPolicies(const HistoryReader& history)
{
    std::set<std::string> policies;
    for (const Cohort& cohort : history.cohorts())
        if (cohort.policy && cohort.rule && cohort.status == TokenStatus::Limited)
            policies.insert(*cohort.policy);
    return policies;
}

std::vector<KnownChange> changesIn(const HistoryReader& history, const TimeRange& range)
{
    constexpr std::size_t mostEvents = 10'000;
    std::vector<KnownChange> changes;
    for (const HistoryEvent& event : history.changes(range, mostEvents))
        // The rounds tell of each of them.
        if (serverEventNamed(event.event) != ServerEvent::Kind::Evicted)
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

} // namespace ratewarden
