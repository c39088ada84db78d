// SPDX-License-Identifier: GPL-3.0-or-later
// What the chosen candidate changes for whom, and the time whose requests are counted.
#include "ui/charts/request_histogram.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_sufferer_rows.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {
namespace {

using Sum = LabSufferersCard::Sum;

QString briefIfLong(const QString& number, std::uint64_t value)
{
    constexpr int longest = 9; // characters that a tile has room for
    return number.size() <= longest ? number : briefNumberText(Units(value));
}

Sum tileSum(LabFilter filter, std::uint64_t harshest, std::uint64_t kindest, const QString& what)
{
    const QString number = harshest == kindest ? briefIfLong(numberText(Units(harshest)), harshest)
                                               : betweenText(harshest, kindest);
    const QString exact = harshest == kindest
                              ? numberText(Units(harshest))
                              : LabPage::tr("%1 to %2, as the order within a second is not known")
                                    .arg(numberText(Units(std::min(harshest, kindest))),
                                         numberText(Units(std::max(harshest, kindest))));
    return {filter, number, plainToolTip(LabPage::tr("%1: %2. A click shows whose.").arg(what, exact))};
}

std::vector<Sum> tileSums(const LabWhatIf& whatIf)
{
    if (whatIf.isEmpty()) { // nothing is known, which is not that nothing is denied
        std::vector<Sum> sums;
        for (const LabFilter filter :
             {LabFilter::NewlyDenied, LabFilter::Freed, LabFilter::Unchanged, LabFilter::Denied})
            sums.push_back({filter, noValue(), LabPage::tr("There is no request to count")});
        return sums;
    }
    const DifferenceSums& one = whatIf.harshest().sums;
    const DifferenceSums& other = whatIf.kindest().sums;
    return {tileSum(LabFilter::NewlyDenied, one.newlyDenied, other.newlyDenied,
                    LabPage::tr("Requests that are allowed now, and the candidate denies")),
            tileSum(LabFilter::Freed, one.freed, other.freed,
                    LabPage::tr("Requests that are denied now, and the candidate allows")),
            tileSum(LabFilter::Unchanged, one.unchanged, other.unchanged,
                    whatIf.hasEnforced ? LabPage::tr("Requests on which both decide the same")
                                       : LabPage::tr("Requests that the candidate allows")),
            tileSum(LabFilter::Denied, whatIf.harshest().retriesCandidate.asRecorded.denied,
                    whatIf.kindest().retriesCandidate.asRecorded.denied,
                    LabPage::tr("Requests that the candidate denies"))};
}

QString emptyText(LabFilter filter)
{
    switch (filter) {
    case LabFilter::NewlyDenied:
        return LabPage::tr("No request is newly denied.");
    case LabFilter::Freed:
        return LabPage::tr("No request is freed.");
    case LabFilter::Unchanged:
        return LabPage::tr("There is a difference for every token.");
    case LabFilter::Innocent:
        return LabPage::tr("No token is denied but those that are marked.");
    case LabFilter::Denied:
        return LabPage::tr("No request is denied.");
    case LabFilter::All:
        break;
    }
    return {};
}

} // namespace

QWidget* LabPage::makeStretchChip()
{
    m_stretch = new QWidget;
    auto* const row = new QHBoxLayout(m_stretch);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* const note =
        new PlainLabel(tr("only these are counted; states from before are kept"), PlainLabel::Tone::Muted);
    note->setElided(false);
    row->addWidget(note);
    m_stretchChip->setObjectName("labStretch");
    m_stretchChip->setAccessibleName(tr("Count all requests again"));
    m_stretchChip->setToolTip(tr("Count all requests again (Esc in the chart)"));
    m_stretchChip->setFixedHeight(m_stretchChip->fontMetrics().height() + 8);
    row->addWidget(m_stretchChip);
    m_stretch->hide();
    showStretch();
    return m_stretch;
}

void LabPage::stretchChosen()
{
    if (!traffic())
        return;
    const std::optional<TimeRange> chosen = m_histogram->chosen();
    m_stretch->setVisible(chosen.has_value());
    if (chosen)
        m_stretchChip->setText(tr("%1  ✕").arg(stretchText(*chosen)));
    DecisionStrips& strips = m_time->strips();
    strips.show(chosen.value_or(traffic()->time()));
    const bool isOutside = chosen && strips.data() != nullptr && strips.cursor() &&
                           !chosen->contains(strips.data()->times[*strips.cursor()]);
    if (isOutside)
        strips.setCursorAt(std::nullopt); // what is next is looked for within
    m_histogram->markShown(m_time->strips().shownTime());
    m_rules->setStretched(chosen.has_value());
    m_bench.setStretch(chosen.value_or(allTime));
}

void LabPage::showStretch()
{
    m_aboutStretch->setText(m_histogram->chosen() ? m_histogram->areaSentence()
                                                  : tr("drag to select a time range · W A S D"));
}

void LabPage::filterRows(LabFilter filter)
{
    m_filter = filter;
    showSufferers();
}

void LabPage::showRetries()
{
    std::vector<LabRetries::Row> rows;
    const LabWhatIf* const changes = m_bench.whatIf();
    if (changes != nullptr && !changes->isEmpty()) {
        const Comparison& one = changes->harshest();
        const Comparison& other = changes->kindest();
        if (changes->hasEnforced)
            rows.push_back(
                {candidateText(m_bench.candidates().front()), one.retriesEnforced, other.retriesEnforced});
        if (!changes->hasEnforced || m_bench.chosen() != 0)
            rows.push_back({candidateText(candidate()), one.retriesCandidate, other.retriesCandidate});
    }
    m_trialsCard->retries().present(rows, changes == nullptr ? QStringLiteral("…")
                                          : rows.empty()
                                              ? tr("No request is in this time: nothing is known of it.")
                                              : QString());
}

void LabPage::showSufferers()
{
    if (!traffic())
        return;
    const Micros window = m_rules->window();
    const std::shared_ptr<const Trial> now = m_bench.hasEnforced() ? m_bench.trialOf(0) : nullptr;
    const std::shared_ptr<const Trial> then = m_bench.trialOf(m_bench.chosen());
    const LabWhatIf* const changes = m_bench.whatIf();
    LabSuffererRows::Known known{*traffic(), m_bench.marked()};
    known.hasRules = !candidate().policy.rules.empty();
    known.now = now.get();
    known.then = then.get();
    known.worst = then ? &m_bench.worstOf(m_bench.chosen()) : nullptr;
    known.changes = changes;
    known.effect = m_bench.effect();
    const SharedPeaks peaks = m_bench.peaks();
    if (peaks && peaks->within() == m_bench.stretch()) {
        const std::vector<Micros>& windows = peaks->windows();
        known.window = std::size_t(std::ranges::find(windows, window) - windows.begin());
        known.peaks = known.window < windows.size() ? peaks.get() : nullptr;
    }
    const bool isEmpty = then && then->requests == 0;
    const bool isComplete = then && (changes != nullptr || m_filter == LabFilter::Denied);
    m_sufferers->present({LabSuffererRows(known).rows(m_filter), perWindowText(window),
                          candidateName(candidate().name), m_bench.hasEnforced(), m_filter,
                          changes != nullptr ? tileSums(*changes) : std::vector<Sum>(),
                          isEmpty      ? tr("No request is in this time: nothing is known of it.")
                          : isComplete ? emptyText(m_filter)
                                       : QString(),
                          isEmpty                      ? m_countAllTime
                          : m_filter != LabFilter::All ? m_showAllTokens
                                                       : nullptr});
    if (const std::optional<TokenId> token = m_bench.token())
        m_sufferers->choose(*token);
}

} // namespace ratewarden::ui
