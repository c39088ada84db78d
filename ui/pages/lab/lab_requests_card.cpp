// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_requests_card.h"

#include "ui/charts/request_histogram.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QPushButton>

namespace ratewarden::ui {

LabRequestsCard::LabRequestsCard(LabBench& bench, Moments* moments, QWidget* parent)
    : Card(tr("All requests"), parent)
    , m_bench(bench)
    , m_chip(named("labStretch", new QPushButton))
    , m_area(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_histogram(named("labHistogram", new RequestHistogram(moments)))
{
    addToHeader(makeStretch());
    addToHeader(m_area);
    addToHeader(makeTableButton(m_histogram));
    body()->setContentsMargins(14, 10, 14, 6);
    body()->addWidget(m_histogram);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    showArea();
    connect(&m_histogram->time(), &TimeLine::areaMoved, this, &LabRequestsCard::showArea);
    connect(m_histogram, &TimeChart::areaChosen, this, &LabRequestsCard::countChosen);
    connect(m_chip, &QPushButton::clicked, this, [this] { m_bench.setStretch(allTime); });
    connect(&m_bench, &LabBench::changed, this, &LabRequestsCard::takeChanged);
    connect(&m_bench, &LabBench::answered, this, [this](LabRunner::Question question) {
        if (question != LabRunner::Question::Bars)
            return;
        m_histogram->present(m_bench.bars(), m_bench.traffic()->time());
        showArea();
    });
}

QWidget* LabRequestsCard::makeStretch()
{
    m_stretch = new QWidget;
    auto* const row = rowLayout(8, m_stretch);
    row->addWidget(
        wholeLabel(tr("only these are counted; states from before are kept"), PlainLabel::Tone::Muted));
    m_chip->setAccessibleName(tr("Count all requests again"));
    m_chip->setToolTip(tr("Count all requests again (Esc in the chart)"));
    m_chip->setFixedHeight(m_chip->fontMetrics().height() + 8);
    row->addWidget(m_chip);
    m_stretch->hide();
    return m_stretch;
}

void LabRequestsCard::takeChanged(LabBench::Inputs inputs)
{
    if ((inputs & LabBench::Traffic) && m_bench.traffic()) {
        m_histogram->present({}, m_bench.traffic()->time());
        markShown(m_bench.traffic()->time());
    }
    if (inputs & LabBench::Stretch)
        showStretch();
}

void LabRequestsCard::showStretch()
{
    const TimeRange& stretch = m_bench.stretch();
    const bool isChosen = stretch != allTime;
    if (m_histogram->chosen().value_or(allTime) != stretch)
        m_histogram->choose(isChosen ? std::optional(stretch) : std::nullopt);
    m_stretch->setVisible(isChosen);
    if (isChosen)
        m_chip->setText(tr("%1  ✕").arg(stretchText(stretch)));
}

// What is marked, also while it is dragged.
void LabRequestsCard::showArea()
{
    m_area->setText(m_histogram->chosen() ? m_histogram->areaSentence()
                                          : tr("drag to select a time range · W A S D"));
}

void LabRequestsCard::countChosen()
{
    if (m_bench.traffic())
        m_bench.setStretch(m_histogram->chosen().value_or(allTime));
}

void LabRequestsCard::markShown(const TimeRange& time)
{
    m_histogram->markShown(time);
}

} // namespace ratewarden::ui
