// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab's page shows of what is on the bench, and of what comes of it.
#include "ui/charts/peak_chart.h"
#include "ui/charts/request_histogram.h"
#include "ui/pages/lab/lab_ask_card.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

std::vector<PeakChart::Point> pointsOf(const std::vector<EnvelopePoint>& envelope)
{
    std::vector<PeakChart::Point> points;
    points.reserve(envelope.size());
    for (const EnvelopePoint& point : envelope)
        points.push_back({point.span, point.units});
    return points;
}

} // namespace

void LabPage::takeChanged(LabBench::Inputs inputs)
{
    using Bench = LabBench;
    if (inputs & (Bench::Candidates | Bench::Chosen | Bench::Windows | Bench::Marks)) {
        showRules();
    } else if (inputs & Bench::Rules) { // the card has them
        m_rules->setBursts(m_bench.bursts());
        showTrials();
    } else if (inputs & Bench::Stretch) {
        m_rules->setEffect(nullptr);
        showTrials();
        showSufferers();
    }
    if (inputs & Bench::Token)
        showToken();
    if (inputs & (Bench::Traffic | Bench::Candidates | Bench::Rules | Bench::Token))
        askNext();
}

void LabPage::takeAnswer(Question question)
{
    switch (question) {
    case Question::Peaks:
        m_rules->setPeaks(m_bench.peaks());
        break;
    case Question::Effect:
        m_rules->setEffect(m_bench.effect());
        showSufferers();
        break;
    case Question::Bursts:
        m_rules->setBursts(m_bench.bursts());
        break;
    case Question::Trials:
        showTrials();
        showSufferers();
        break;
    case Question::WhatIf:
        showSufferers();
        showRetries();
        break;
    case Question::Bars:
        m_histogram->present(m_bench.bars(), traffic()->time());
        showStretch();
        break;
    case Question::TokenLines:
        showLine();
        break;
    case Question::Envelopes:
        showEnvelopes();
        break;
    case Question::Explanation:
        m_time->explain(explanationText(candidateName(candidate().name), m_bench.explanation()));
        break;
    default: // asked by the page itself
        break;
    }
}

void LabPage::takeCursor()
{
    const std::optional<std::size_t> cursor = m_time->strips().cursor();
    const StripData* const line = m_time->strips().data();
    m_ask->setCursor(cursor && line != nullptr ? std::optional(line->times[*cursor]) : std::nullopt);
    m_bench.setCursor(cursor);
}

void LabPage::showRules()
{
    m_rules->present(candidate(), m_bench.windows(), m_bench.isReadOnly());
    listCandidateOf();
    std::vector<LabRulesCard::Mark> marks;
    for (const TokenId token : m_bench.marked())
        marks.push_back({token, nameOf(token)});
    m_rules->setMarks(std::move(marks));
    m_rules->setEffect(m_bench.effect());
    m_rules->setBursts(m_bench.bursts());
    showTrials();
    showSufferers();
}

void LabPage::showTrials()
{
    std::vector<TrialRow> rows;
    const std::vector<Candidate>& candidates = m_bench.candidates();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::shared_ptr<const Trial> trial = m_bench.trialOf(i);
        const bool knowsInnocent = trial && !m_bench.marked().empty();
        rows.push_back(
            {candidates[i], trial, knowsInnocent ? std::optional(m_bench.innocentOf(i)) : std::nullopt});
    }
    m_trialsCard->present(std::move(rows), m_bench.chosen(), m_bench.hasEnforced());
    showRetries();
    askExpectations();
}

void LabPage::showLine()
{
    const LabTimeLine& line = m_bench.line();
    QStringList names;
    for (const Candidate& each : m_bench.candidates())
        names << candidateName(each.name);
    m_time->present(line.strips, names, nameOf(line.token));
    if (m_wantedCursor) {
        const std::vector<Instant>& times = m_time->strips().data()->times;
        const auto found = std::ranges::lower_bound(times, *m_wantedCursor);
        if (found != times.end())
            m_time->strips().setCursorAt(std::size_t(found - times.begin()));
        m_wantedCursor.reset();
    }
}

void LabPage::showEnvelopes()
{
    using Line = PeakChart::Line;
    const LabEnvelopes& envelopes = m_bench.envelopes();
    std::vector<Line> lines;
    lines.push_back({nameOf(envelopes.token), Line::Kind::Chosen, pointsOf(envelopes.offered)});
    lines.push_back({tr("%1 allows it").arg(candidateName(candidate().name)), Line::Kind::Allowed,
                     pointsOf(envelopes.allowed)});
    lines.push_back({tr("everybody else, highest"), Line::Kind::Others, pointsOf(envelopes.others)});
    m_peakChart->present(std::move(lines));
}

} // namespace ratewarden::ui
