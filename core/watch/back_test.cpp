// SPDX-License-Identifier: MIT
#include "core/watch/back_test.h"

#include "core/formats/foreign/catalogue.h"
#include "core/formats/format.h"
#include "core/formats/own/ratewarden_format.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <utility>

namespace ratewarden {
namespace {

using FilterAnswer = TokenFilter::Answer;

/// Null: this program does not know it, such as a user's that was removed.
const Format* formatKept(const std::string& name, const Catalogue& catalogue)
{
    const auto own = std::ranges::find(ratewardenFormats(), name, &Format::name);
    return own != ratewardenFormats().end() ? *own : catalogue.find(name);
}

/// As far as what tokens have in common tells.
TokenFacts factsOfAll(const Cohort& cohort, const Catalogue& catalogue)
{
    TokenFacts facts;
    facts.isOfMany = true;
    facts.isOfManyPolicies = !cohort.policy;
    facts.policy = cohort.policy ? std::string_view(*cohort.policy) : std::string_view();
    facts.format = formatKept(cohort.format, catalogue);
    facts.isUnread = cohort.isUnread;
    facts.status = cohort.status;
    facts.isActive = isActive(cohort.status, 0);
    facts.warnings = cohort.warnings;
    return facts;
}

/// For the tokens that an alert takes, and with those that it may take.
struct SumsBetween {
    TokenSums least;
    TokenSums varying;
};

/// What some of these may add to what is known.
AlertFigure figureBetween(const Alert& alert, const SumsBetween& sums, const AlertRound::Walked& walked)
{
    AlertFigure figure = AlertRound::figureOf(alert, sums.least, walked);
    if (sums.varying.tokens == 0)
        return figure;
    TokenSums all = sums.least;
    all += sums.varying;
    figure.high = AlertRound::figureOf(alert, all, walked).high;
    // If only those are taken of which this is not known, nothing of it is.
    const bool isRate =
        alert.measure == AlertMeasure::DeniedRate || alert.measure == AlertMeasure::AllowedRate;
    if ((isRate && sums.least.counted == 0 && sums.varying.counted < sums.varying.tokens) ||
        (alert.measure == AlertMeasure::MostUsed && sums.least.ruled == 0 &&
         sums.varying.ruled < sums.varying.tokens))
        figure.high = largestOf(alert.measure);
    if (alert.measure == AlertMeasure::DeniedShare) { // some of them may be all that was denied, or allowed
        figure.low = 0;
        figure.high = largestOf(alert.measure);
    }
    if (!figure.isExact())
        figure.doubt = FigureDoubt::NotKept;
    return figure;
}

/// What one alert measures on the way through a history.
class MeasuredAlert {
public:
    MeasuredAlert(const Alert& alert, const HistoryReader& history) : m_alert(alert)
    {
        for (const HistoryReader::Series& series : history.series())
            m_isSeries.push_back(series.measure == alert.measure && series.filter == alert.filter);
    }

    const Alert& alert() const { return m_alert; }

    /// What the watcher measured itself; empty: it did not.
    const AlertFigure* measured(std::span<const StoredRound::Figure> figures) const
    {
        for (const StoredRound::Figure& one : figures)
            if (m_isSeries[one.series])
                return &one.figure;
        return nullptr;
    }

    /// Adds a cohort of the round to what is computed of it.
    void add(FilterAnswer answer, const TokenSums& sums)
    {
        if (answer == FilterAnswer::Yes)
            m_sums.least += sums;
        else if (answer == FilterAnswer::NotKnown)
            m_sums.least.addMaybe(sums.tokens);
        else
            m_sums.varying += sums;
    }

    /// Of what was added since the last call.
    AlertFigure computed(const AlertRound::Walked& walked)
    {
        const SumsBetween sums = std::exchange(m_sums, {});
        return isOfServer(m_alert.measure) ? unknown(FigureDoubt::NotKept)
                                           : figureBetween(m_alert, sums, walked);
    }

    static AlertFigure unknown(FigureDoubt why)
    {
        AlertFigure figure;
        figure.doubt = why;
        return figure;
    }

private:
    const Alert& m_alert;
    std::vector<bool> m_isSeries; // by places in the history
    SumsBetween m_sums;
};

/// How often an alert fires under another bound than its own.
class TestedBound {
public:
    explicit TestedBound(const std::optional<AlertBound>& bound) : m_bound(bound) {}

    void take(Micros wait, const AlertFigure& figure, Instant at)
    {
        if (m_bound && m_state.take(*m_bound, wait, figure, at).hasFired())
            ++m_fired;
    }

    std::optional<BackTestedAlert::Other> result() const
    {
        return m_bound ? std::optional(BackTestedAlert::Other{m_bound->at, m_fired}) : std::nullopt;
    }

private:
    std::optional<AlertBound> m_bound;
    AlertState m_state;
    std::size_t m_fired = 0;
};

std::optional<AlertBound> withoutBack(const AlertBound& bound)
{
    return bound.back ? std::optional(AlertBound{bound.isAbove, bound.at, {}}) : std::nullopt;
}

/// What one alert does on its way through rounds.
class TestedAlert {
public:
    explicit TestedAlert(const Alert& alert)
        : m_alert(alert), m_withoutBack(withoutBack(alert.bound)), m_stricter(stricterBound(alert))
    {
    }

    void take(const AlertFigure& figure, Instant at)
    {
        m_withoutBack.take(m_alert.wait, figure, at);
        m_stricter.take(m_alert.wait, figure, at);
        const AlertState::Step step = m_state.take(m_alert.bound, m_alert.wait, figure, at);
        if (m_before && (!step.isKnown || !step.wasKnown))
            addUnknown(at - *m_before, step.isKnown ? m_doubtBefore : figure.doubt, isRaised(step.from));
        m_doubtBefore = figure.doubt;
        m_before = at;
        m_result.figure = figure;
        if (step.hasFired())
            begin(at);
        if (step.hasRecovered())
            end(at);
    }

    BackTestedAlert result() &&
    {
        if (!m_result.firings.empty() && !m_result.firings.back().to)
            m_result.longest = std::max(m_result.longest, *m_before - m_result.firings.back().from);
        const auto* const most = std::ranges::max_element(m_unknown);
        if (*most > Micros::zero())
            m_result.doubt = FigureDoubt(most - m_unknown.begin());
        m_result.phase = m_state.phase();
        m_result.since = m_state.since();
        m_result.withoutBack = m_withoutBack.result();
        m_result.stricter = m_stricter.result();
        return std::move(m_result);
    }

private:
    void addUnknown(Micros span, FigureDoubt why, bool isFiring)
    {
        m_result.unknown += span;
        m_unknown.at(std::min(std::size_t(why), m_unknown.size() - 1)) += span;
        if (isFiring)
            m_result.firings.back().unknown += span;
    }

    void begin(Instant at)
    {
        ++m_result.fired;
        if (m_result.firings.size() == BackTestedAlert::mostFirings)
            m_result.firings.erase(m_result.firings.begin());
        m_result.firings.push_back({at, {}, {}});
    }

    void end(Instant at)
    {
        BackTestFiring& last = m_result.firings.back();
        last.to = at;
        m_result.longest = std::max(m_result.longest, at - last.from);
    }

    const Alert& m_alert;
    TestedBound m_withoutBack;
    TestedBound m_stricter;
    AlertState m_state;
    std::optional<Instant> m_before;
    FigureDoubt m_doubtBefore = FigureDoubt::None;
    std::array<Micros, std::size_t(lastDoubt) + 1> m_unknown{}; // by why
    BackTestedAlert m_result;
};

/// Which alerts each cohort, by its place in the history, matters to: for most it is few of them.
class CohortUses {
public:
    CohortUses(std::span<MeasuredAlert> alerts, const HistoryReader& history)
    {
        const std::shared_ptr<const Catalogue> catalogue = currentCatalogue();
        for (const Cohort& cohort : history.cohorts()) {
            const TokenFacts facts = factsOfAll(cohort, *catalogue);
            std::vector<Use>& uses = m_uses.emplace_back();
            for (MeasuredAlert& one : alerts) {
                if (isOfServer(one.alert().measure))
                    continue;
                const FilterAnswer answer = one.alert().filter.ask(facts);
                if (answer != FilterAnswer::No)
                    uses.push_back({&one, answer});
            }
        }
    }

    void add(std::span<const StoredRound::Sums> cohorts) const
    {
        for (const auto& [place, sums] : cohorts)
            for (const auto& [alert, answer] : m_uses[place])
                alert->add(answer, sums);
    }

private:
    struct Use {
        MeasuredAlert* alert;
        FilterAnswer answer;
    };
    std::vector<std::vector<Use>> m_uses;
};

/// Visits the rounds with what each alert measures, in their order.
void visitMeasured(const HistoryReader& history, std::span<const Alert> alerts, Instant since,
                   const std::function<void(Instant, std::size_t alert, const AlertFigure&)>& visit)
{
    std::vector<MeasuredAlert> measured;
    for (const Alert& alert : alerts)
        measured.emplace_back(alert, history);
    const CohortUses uses(measured, history);
    history.visitRounds(since, [&](StoredRound& round) {
        if (!round.hasSeenTokens()) {
            const AlertFigure unknown = MeasuredAlert::unknown(round.walked().missing);
            for (std::size_t i = 0; i < measured.size(); ++i)
                visit(round.at(), i, unknown);
            return true;
        }
        const auto figures = round.figures();
        const bool isMeasured =
            std::ranges::all_of(measured, [&](const MeasuredAlert& one) { return one.measured(figures); });
        if (!isMeasured)
            uses.add(round.cohorts());
        for (std::size_t i = 0; i < measured.size(); ++i) {
            const AlertFigure computed = measured[i].computed(round.walked());
            const AlertFigure* const kept = measured[i].measured(figures);
            visit(round.at(), i, kept ? *kept : computed);
        }
        return true;
    });
}

} // namespace

BackTest backTest(const HistoryReader& history, std::span<const Alert> alerts, Instant since)
{
    std::vector<TestedAlert> tested(alerts.begin(), alerts.end());
    BackTest result;
    visitMeasured(history, alerts, since, [&](Instant at, std::size_t alert, const AlertFigure& figure) {
        if (!result.first)
            result.first = at;
        if (result.last != at)
            ++result.rounds;
        result.last = at;
        tested[alert].take(figure, at);
    });
    for (TestedAlert& one : tested)
        result.alerts.push_back(std::move(one).result());
    return result;
}

std::vector<MeasuredRound> measuredRounds(const HistoryReader& history, const Alert& alert, Instant since)
{
    std::vector<MeasuredRound> rounds;
    visitMeasured(history, {&alert, 1}, since, [&](Instant at, std::size_t, const AlertFigure& figure) {
        rounds.push_back({at, figure});
    });
    return rounds;
}

BackTestedAlert backTest(const Alert& alert, std::span<const MeasuredRound> rounds)
{
    TestedAlert tested(alert);
    for (const MeasuredRound& round : rounds)
        tested.take(round.figure, round.at);
    return std::move(tested).result();
}

} // namespace ratewarden
