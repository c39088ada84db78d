// SPDX-License-Identifier: MIT
#include "core/watch/history_round.h"

#include "core/formats/format.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <utility>

namespace ratewarden {
namespace {

std::optional<std::size_t> holdingRule(const Reading& reading, TokenStatus status)
{
    const bool isHeld = status == TokenStatus::Limited || status == TokenStatus::Near;
    if (!isHeld || !reading.decision || reading.decision->usage.empty())
        return std::nullopt;
    return reading.decision->tightestRule();
}

} // namespace

std::vector<KeptFigure> keptFigures(std::span<const Alert> alerts, std::span<const AlertFigure> figures,
                                    const ServerFigures& server)
{
    std::vector<KeptFigure> kept{{AlertMeasure::EvictedKeys, {}, server.evictedKeys},
                                 {AlertMeasure::MemoryUsed, {}, server.memoryUsed}};
    for (std::size_t i = 0; i < alerts.size(); ++i) {
        const Alert& alert = alerts[i];
        const bool isNew = std::ranges::none_of(kept, [&alert](const KeptFigure& one) {
            return one.measure == alert.measure && one.filter == alert.filter.text();
        });
        if (isNew)
            kept.push_back({alert.measure, alert.filter.text(), figures[i]});
    }
    return kept;
}

HistoryRound HistoryRound::without(FigureDoubt why, Instant at)
{
    HistoryRound round;
    round.at = at;
    round.walked.missing = why;
    return round;
}

void HistoryCollector::take(const Reading& reading, WarningSet sureWarnings)
{
    if (isCandidate(reading.subject.policy))
        return;
    const TokenFacts facts = factsOf(reading, sureWarnings);
    const std::optional<std::size_t> rule = holdingRule(reading, facts.status);
    m_cohorts[{std::string(facts.format->name()), reading.subject.policy, facts.status, facts.isUnread,
               sureWarnings, rule && reading.decision->overridden ? std::nullopt : rule}]
        .add(facts);
    keepToken(facts, rule);
}

void HistoryCollector::keepToken(const TokenFacts& facts, std::optional<std::size_t> rule)
{
    const std::array<double, 4> rank = urgencyOf(facts.status, facts.rates ? facts.rates->denied : -1,
                                                 facts.wait.value_or(Micros::max()), facts.steadyShare);
    if (m_tokens.size() == mostTokens) {
        if (rank <= m_tokens.back().rank)
            return;
        m_tokens.pop_back();
    }
    const auto before =
        std::ranges::find_if(m_tokens, [&rank](const Ranked& one) { return one.rank < rank; });
    m_tokens.insert(before, {rank,
                             {std::string(facts.format->name()), std::string(facts.policy),
                              std::string(facts.token), facts.status, rule, facts.share, facts.rates}});
}

HistoryRound HistoryCollector::finish(const AlertRound::Walked& walked, Instant at)
{
    HistoryRound round;
    round.at = at;
    round.walked = walked;
    for (const auto& [cohort, sums] : m_cohorts)
        round.cohorts.push_back({cohort, sums});
    if (round.cohorts.size() > mostCohorts) {
        std::ranges::sort(round.cohorts, [](const HistoryRound::Sums& a, const HistoryRound::Sums& b) {
            return std::pair(a.sums.denied, a.sums.tokens) > std::pair(b.sums.denied, b.sums.tokens);
        });
        std::map<Cohort, TokenSums> others;
        for (std::size_t i = mostCohorts; i < round.cohorts.size(); ++i) {
            Cohort cohort = std::move(round.cohorts[i].cohort);
            cohort.policy.reset();
            others[std::move(cohort)] += round.cohorts[i].sums;
        }
        round.cohorts.resize(mostCohorts);
        for (const auto& [cohort, sums] : others)
            round.cohorts.push_back({cohort, sums});
    }
    for (Ranked& one : m_tokens)
        round.tokens.push_back(std::move(one.token));
    return round;
}

} // namespace ratewarden
