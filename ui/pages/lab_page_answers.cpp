// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab's page asks its runner, and what it shows of the answers.
#include "ui/charts/peak_chart.h"
#include "ui/charts/request_histogram.h"
#include "ui/pages/lab_ask_card.h"
#include "ui/pages/lab_page.h"
#include "ui/pages/lab_rules_card.h"
#include "ui/pages/lab_time_card.h"
#include "ui/pages/lab_trials_card.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t histogramBars = 260;

std::vector<PeakChart::Point> pointsOf(const std::vector<EnvelopePoint>& envelope)
{
    std::vector<PeakChart::Point> points;
    points.reserve(envelope.size());
    for (const EnvelopePoint& point : envelope)
        points.push_back({point.span, point.units});
    return points;
}

} // namespace

std::shared_ptr<const Trial> LabPage::trialOf(std::size_t candidate) const
{
    if (!m_trials || m_trials->traffic != m_traffic || m_trials->within != stretch() ||
        candidate >= m_trials->trials.size())
        return nullptr;
    const std::shared_ptr<const Trial>& trial = m_trials->trials[candidate];
    return trial->candidate.policy == m_candidates[candidate].policy ? trial : nullptr;
}

std::vector<Micros> LabPage::windows() const
{
    const Micros length = m_traffic ? m_traffic->time().length() : Micros(24h);
    std::vector<Micros> windows = m_addedWindows;
    for (const Micros usual : {Micros(1s), Micros(1min), Micros(1h), Micros(24h)})
        if (usual <= 1min || usual <= 3 * length) // others are no limit in so short a time
            windows.push_back(usual);
    for (const Candidate& candidate : m_candidates)
        for (const Rule& rule : candidate.policy.rules)
            windows.push_back(rule.window);
    std::ranges::sort(windows);
    windows.erase(std::unique(windows.begin(), windows.end()), windows.end());
    return windows;
}

void LabPage::rulesChanged()
{
    m_candidates[m_chosen].policy = m_rules->candidate().policy;
    const std::vector<Micros> known = windows();
    for (const Micros window : m_rules->windows()) // a rule that is turned off keeps its slider
        if (std::ranges::find(known, window) == known.end())
            m_addedWindows.push_back(window);
    m_effect.reset();
    showTrials();
    askEffect();
    askTrials();
    askLines();
    askNext();
}

void LabPage::askAll()
{
    askEffect();
    askTrials();
    askLines();
    askEnvelopes();
    askNext();
}

void LabPage::askPeaks()
{
    m_peaks.reset();
    m_rules->setEffect(nullptr);
    m_runner.ask(
        Question::Peaks,
        [traffic = m_traffic, windows = windows(), keeps = algorithmNamed(candidate().policy.algorithm).keeps,
         within = stretch()](LabJob& job) -> SharedPeaks {
            return std::make_shared<const Peaks>(traffic->grouped, windows, keeps, job.progress(), within);
        },
        [this](const Outcome<SharedPeaks>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(failure->message);
                return;
            }
            m_peaks = *outcome.result();
            m_rules->setPeaks(m_peaks);
            askEffect();
        });
}

void LabPage::askEffect()
{
    if (!m_traffic)
        return;
    const bool fits = m_peaks && m_peaks->keeps() == algorithmNamed(candidate().policy.algorithm).keeps &&
                      m_peaks->windows() == windows() && m_peaks->within() == stretch();
    if (!fits) {
        askPeaks();
        return;
    }
    m_runner.ask(
        Question::Effect,
        [peaks = m_peaks, rules = candidate().policy.rules, marked = m_marked](LabJob&) {
            return effectOn(*peaks, rules, marked);
        },
        [this](const Outcome<LabEffect>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(failure->message);
                return;
            }
            m_effect = *outcome.result();
            m_rules->setEffect(&*m_effect);
            showSufferers();
        });
}

// After the trials: two long computations at once would leave no thread for what must follow the pointer.
void LabPage::askBursts()
{
    const bool takesBurst = algorithmNamed(candidate().policy.algorithm).takesBurst();
    const bool isReadOnly = m_hasEnforced && m_chosen == 0;
    if (!m_traffic || m_marked.empty() || !takesBurst || isReadOnly || stretch() != allTime) {
        m_runner.stop(Question::Bursts);
        return;
    }
    m_runner.ask(
        Question::Bursts,
        [traffic = m_traffic, rules = candidate().policy.rules, marked = m_marked,
         known = m_bursts](LabJob& job) {
            return std::make_shared<const LabBursts>(burstsOf(traffic, rules, marked, known, job));
        },
        [this](const Outcome<std::shared_ptr<const LabBursts>>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(failure->message);
                return;
            }
            m_bursts = *outcome.result();
            showBursts();
        });
}

void LabPage::showBursts()
{
    const bool fits = m_bursts && m_bursts->traffic == m_traffic && m_bursts->marked == m_marked &&
                      !m_marked.empty() && stretch() == allTime;
    m_rules->setBursts(fits ? m_bursts.get() : nullptr);
}

void LabPage::askTrials()
{
    if (!m_traffic)
        return;
    m_runner.stop(Question::Bursts);
    showBursts();
    m_runner.ask(
        Question::Trials,
        [traffic = m_traffic, candidates = m_candidates, marked = m_marked, within = stretch(),
         known = m_trials](LabJob& job) {
            return std::make_shared<const LabTrials>(tryAll(traffic, candidates, marked, within, known, job));
        },
        [this](const Outcome<std::shared_ptr<const LabTrials>>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(failure->message);
                return;
            }
            m_trials = *outcome.result();
            showTrials();
            showSufferers();
            askWhatIf();
            askBars();
            askEnvelopes();
            askBursts();
        });
}

void LabPage::askBars()
{
    m_runner.ask(
        Question::Bars,
        [traffic = m_traffic, trial = trialOf(m_chosen)](LabJob& job) {
            return barsOf(*traffic, trial.get(), histogramBars, job);
        },
        [this](const Outcome<std::vector<RequestHistogram::Bar>>& outcome) {
            if (outcome.result() != nullptr)
                m_histogram->present(*outcome.result(), m_traffic->time());
        });
}

void LabPage::askLines()
{
    if (!m_traffic || !m_token)
        return;
    LabSides sides;
    sides.chosen = m_chosen;
    if (m_hasEnforced && m_chosen != 0)
        sides.reference = 0;
    m_runner.ask(
        Question::TokenLines,
        [traffic = m_traffic, token = *m_token, candidates = m_candidates, sides](LabJob&) {
            return timeLineOf(*traffic, token, candidates, sides);
        },
        [this](const Outcome<LabTimeLine>& outcome) {
            if (const Failure* failure = outcome.failure())
                fail(failure->message);
            else
                showLine(*outcome.result());
        });
}

void LabPage::askEnvelopes()
{
    if (!m_traffic || !m_token)
        return;
    m_runner.ask(
        Question::Envelopes,
        [traffic = m_traffic, token = *m_token, candidate = candidate(), marked = m_marked,
         within = stretch()](LabJob& job) {
            return envelopesOf(*traffic, token, candidate, marked, within, job);
        },
        [this](const Outcome<LabEnvelopes>& outcome) {
            if (outcome.result() != nullptr)
                showEnvelopes(*outcome.result());
        });
}

void LabPage::askExplanation()
{
    const std::optional<std::size_t> cursor = m_time->strips().cursor();
    const StripData* const line = m_time->strips().data();
    m_ask->setCursor(cursor && line != nullptr ? std::optional(line->times[*cursor]) : std::nullopt);
    if (!m_traffic || !m_token || !cursor) {
        m_runner.stop(Question::Explanation);
        return;
    }
    m_runner.ask(
        Question::Explanation,
        [traffic = m_traffic, token = *m_token, candidate = candidate(), request = *cursor](LabJob&) {
            return explanationOf(*traffic, token, candidate, request);
        },
        [this, name = candidateName(candidate().name)](const Outcome<StepExplanation>& outcome) {
            if (outcome.result() != nullptr)
                m_time->explain(explanationText(name, *outcome.result()));
        });
}

void LabPage::showRules()
{
    m_rules->present(candidate(), windows(), m_hasEnforced && m_chosen == 0);
    std::vector<LabRulesCard::Mark> marks;
    for (const TokenId token : m_marked)
        marks.push_back({token, nameOf(token)});
    m_rules->setMarks(std::move(marks));
    m_rules->setEffect(m_effect ? &*m_effect : nullptr);
    showBursts();
    showTrials();
    showSufferers();
}

void LabPage::showTrials()
{
    std::vector<TrialTableModel::Row> rows;
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        const std::shared_ptr<const Trial> trial = trialOf(i);
        rows.push_back({m_candidates[i], trial,
                        trial && !m_marked.empty() ? std::optional(m_trials->innocent[i]) : std::nullopt});
    }
    m_trialsCard->present(std::move(rows), m_chosen, m_hasEnforced);
    showRetries();
    askExpectations();
}

void LabPage::showLine(const LabTimeLine& line)
{
    m_time->present(line.strips, nameOf(line.token));
    if (m_wantedCursor) {
        const std::vector<Instant>& times = m_time->strips().data()->times;
        const auto found = std::ranges::lower_bound(times, *m_wantedCursor);
        if (found != times.end())
            m_time->strips().setCursorAt(std::size_t(found - times.begin()));
        m_wantedCursor.reset();
    }
    askExplanation();
}

void LabPage::showEnvelopes(const LabEnvelopes& envelopes)
{
    using Line = PeakChart::Line;
    std::vector<Line> lines;
    lines.push_back({nameOf(envelopes.token), Line::Kind::Chosen, pointsOf(envelopes.offered)});
    lines.push_back({tr("%1 allows it").arg(candidateName(candidate().name)), Line::Kind::Allowed,
                     pointsOf(envelopes.allowed)});
    lines.push_back({tr("everybody else, highest"), Line::Kind::Others, pointsOf(envelopes.others)});
    m_peakChart->present(std::move(lines));
}

} // namespace ratewarden::ui
