// SPDX-License-Identifier: MIT
#include "core/watch/alert_round.h"

#include "core/formats/format.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <utility>

namespace ratewarden {
namespace {

constexpr double percent = 100;

AlertFigure exactly(double figure)
{
    return {figure, figure, FigureDoubt::None, {}};
}

AlertFigure doubtful(FigureDoubt doubt, double low = 0, double high = std::numeric_limits<double>::infinity())
{
    return {low, high, doubt, {}};
}

/// What is missing may only add to it.
AlertFigure atLeast(double figure, FigureDoubt missing)
{
    return missing == FigureDoubt::None ? exactly(figure) : doubtful(missing, figure);
}

/// Of the fullest one of those that have a limit.
AlertFigure memoryUsed(const NodeInfos& said)
{
    FigureDoubt missing = FigureDoubt::None;
    std::optional<double> most;
    for (const auto& [name, info] : said.nodes)
        if (!info || !info->maxmemory || !info->usedMemory)
            missing = info ? FigureDoubt::NoInfo : FigureDoubt::NodesLost;
        else if (*info->maxmemory > 0)
            most = std::max(most.value_or(0), percent * double(*info->usedMemory) / double(*info->maxmemory));
    if (!most && missing == FigureDoubt::None)
        missing = FigureDoubt::NoMaximum;
    return atLeast(most.value_or(0), missing);
}

} // namespace

const AlertFigure& ServerFigures::of(AlertMeasure measure) const
{
    switch (measure) {
    case AlertMeasure::EvictedKeys:
        return evictedKeys;
    case AlertMeasure::MemoryUsed:
        return memoryUsed;
    case AlertMeasure::CriticalFindings:
        return criticalFindings;
    default:
        return findings;
    }
}

void ServerFigures::take(const std::vector<Finding>& found, FigureDoubt missing)
{
    const auto figureOf = [&](auto counts) {
        AlertFigure figure;
        for (const Finding& finding : found)
            if (counts(finding)) {
                figure.low += 1;
                if (figure.findings.size() < AlertRound::mostSamples)
                    figure.findings.push_back(finding);
            }
        figure.doubt = missing; // what is missing may only add to it
        if (missing == FigureDoubt::None)
            figure.high = figure.low;
        return figure;
    };
    findings = figureOf([](const Finding&) { return true; });
    criticalFindings = figureOf(
        [](const Finding& finding) { return severityOf(finding.kind) == FindingSeverity::Critical; });
}

ServerFigures ServerMeter::read(Server& server, bool sinceStart)
{
    m_said = readNodeInfos(server);
    return take(m_said, sinceStart);
}

ServerFigures ServerMeter::take(const NodeInfos& said, bool sinceStart)
{
    ServerFigures figures;
    figures.evictedKeys = evictedKeys(said, sinceStart);
    figures.memoryUsed = memoryUsed(said);
    return figures;
}

/// Those of another process than before are of an unknown time: they count from the next round on.
AlertFigure ServerMeter::evictedKeys(const NodeInfos& said, bool sinceStart)
{
    FigureDoubt missing = sinceStart || !m_before.empty() ? FigureDoubt::None : FigureDoubt::FirstRound;
    std::int64_t evicted = 0;
    for (const auto& [name, info] : said.nodes) {
        if (!info || !info->evictedKeys) {
            missing = info ? FigureDoubt::NoInfo : FigureDoubt::NodesLost;
            continue;
        }
        const ServerInfo before = std::exchange(m_before[name], *info);
        if (sinceStart)
            evicted += *info->evictedKeys;
        else if (before.evictedKeys && before.runId == info->runId)
            evicted += *info->evictedKeys >= *before.evictedKeys ? *info->evictedKeys - *before.evictedKeys
                                                                 : *info->evictedKeys; // after RESETSTAT
    }
    std::erase_if(m_before, [&said](const auto& one) { return !said.has(one.first); });
    return atLeast(double(evicted), missing);
}

WarningSet LookMemory::sureWarnings(const Reading& reading)
{
    WarningSet warnings(reading.warnings);
    const bool hasLock = warnings.has(WarningCode::StaleLock);
    auto found = m_places.find(subjectKey(reading.subject));
    if (found == m_places.end()) {
        if (!hasLock && !CounterWatch::isWatched(reading))
            return warnings;
        found = m_places.emplace(subjectKey(reading.subject), Place{m_next++, true}).first;
    }
    found->second.isSeen = true;
    if (!m_locks.isStale(found->second.number, reading) && hasLock) {
        m_isUnsure = true;
        warnings.remove(WarningCode::StaleLock);
    }
    if (m_counters.hasFallen(found->second.number, reading))
        warnings.add(WarningCode::CounterFell);
    return warnings;
}

double LookMemory::growthOf(const Subject& subject) const
{
    const auto found = m_places.find(subjectKey(subject));
    return found == m_places.end() ? 0 : m_counters.growthAt(found->second.number);
}

void LookMemory::endRound()
{
    for (auto place = m_places.begin(); place != m_places.end();) {
        if (!place->second.isSeen) {
            m_locks.forget(place->second.number);
            m_counters.forget(place->second.number);
            place = m_places.erase(place);
        } else {
            place->second.isSeen = false;
            ++place;
        }
    }
    m_isUnsure = false;
}

AlertRound::AlertRound(std::span<const Alert> alerts) : m_alerts(alerts), m_taken(alerts.size()) {}

void AlertRound::take(const Reading& reading, WarningSet sureWarnings)
{
    if (isCandidate(reading.subject.policy))
        return;
    const TokenFacts facts = factsOf(reading, sureWarnings);
    for (std::size_t i = 0; i < m_alerts.size(); ++i) {
        if (isOfServer(m_alerts[i].measure))
            continue;
        const TokenFilter::Answer answer = m_alerts[i].filter.ask(facts);
        if (answer == TokenFilter::Answer::Yes) {
            m_taken[i].sums.add(facts);
            keepSample(m_alerts[i], facts, m_taken[i].samples);
        } else if (answer == TokenFilter::Answer::NotKnown) {
            m_taken[i].sums.addMaybe(1);
        }
    }
}

AlertRound::Rank AlertRound::rankOf(const Alert& alert, const TokenFacts& facts)
{
    const double denied = facts.rates ? facts.rates->denied : -1;
    switch (alert.measure) {
    case AlertMeasure::DeniedRate:
    case AlertMeasure::DeniedShare:
        return {denied};
    case AlertMeasure::AllowedRate:
        return {facts.rates ? facts.rates->allowed : -1};
    case AlertMeasure::MostUsed:
        return {facts.share.value_or(-1)};
    default:
        return urgencyOf(facts.status, denied, facts.wait.value_or(Micros::max()), facts.steadyShare);
    }
}

void AlertRound::keepSample(const Alert& alert, const TokenFacts& facts, std::vector<Ranked>& samples)
{
    const Rank rank = rankOf(alert, facts);
    if (samples.size() == mostSamples && rank <= samples.back().rank)
        return;
    if (samples.size() == mostSamples)
        samples.pop_back();
    AlertSample sample{{std::string(facts.token), std::string(facts.policy), facts.format},
                       facts.status,
                       facts.share,
                       {},
                       {}};
    if (facts.rates) {
        sample.denied = facts.rates->denied;
        sample.allowed = facts.rates->allowed;
    }
    const auto before = std::ranges::find_if(samples, [&rank](const Ranked& one) { return one.rank < rank; });
    samples.insert(before, {rank, std::move(sample)});
}

AlertFigure AlertRound::figureOf(const Alert& alert, const TokenSums& sums, const Walked& walked)
{
    const bool seesAll = walked.missing == FigureDoubt::None;
    const FigureDoubt missing = !seesAll          ? walked.missing
                                : sums.unread > 0 ? FigureDoubt::TokensUnread
                                                  : FigureDoubt::None;
    const bool isCounted = sums.counted > 0 || sums.tokens == 0;
    switch (alert.measure) {
    case AlertMeasure::Tokens:
        if (!seesAll)
            return doubtful(missing, double(sums.tokens));
        if (sums.maybe > 0)
            return doubtful(missing, double(sums.tokens), double(sums.tokens + sums.maybe));
        return exactly(double(sums.tokens));
    case AlertMeasure::DeniedRate:
        return isCounted ? atLeast(sums.deniedRate(), missing) : doubtful(FigureDoubt::NotCounted);
    case AlertMeasure::AllowedRate:
        return isCounted ? atLeast(sums.allowedRate(), missing) : doubtful(FigureDoubt::NotCounted);
    case AlertMeasure::DeniedShare: {
        const double all = sums.allowed + sums.denied;
        if (!isCounted || missing != FigureDoubt::None)
            return doubtful(isCounted ? missing : FigureDoubt::NotCounted, 0, percent);
        return exactly(all > 0 ? percent * sums.denied / all : 0);
    }
    case AlertMeasure::MostUsed:
        return sums.ruled > 0 || sums.tokens == 0 ? atLeast(percent * sums.mostUsed, missing)
                                                  : doubtful(FigureDoubt::NoRules);
    case AlertMeasure::UnreadTokens: {
        // Of such a key nothing is known that a filter asks for.
        const std::uint64_t keys = alert.filter.terms().empty() ? walked.unreadKeys : 0;
        return atLeast(double(sums.unread + keys), walked.missing);
    }
    case AlertMeasure::EvictedKeys:
    case AlertMeasure::MemoryUsed:
    case AlertMeasure::Findings:
    case AlertMeasure::CriticalFindings:
        break;
    }
    return {};
}

std::vector<AlertFigure> AlertRound::finish(const Walked& walked, const ServerFigures& server)
{
    std::vector<AlertFigure> figures;
    figures.reserve(m_alerts.size());
    for (std::size_t i = 0; i < m_alerts.size(); ++i) {
        const AlertMeasure measure = m_alerts[i].measure;
        if (isOfServer(measure)) {
            figures.push_back(server.of(measure));
            continue;
        }
        AlertFigure& figure = figures.emplace_back(figureOf(m_alerts[i], m_taken[i].sums, walked));
        for (Ranked& one : m_taken[i].samples)
            figure.samples.push_back(std::move(one.sample));
    }
    return figures;
}

} // namespace ratewarden
