// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_bounds_card.h"

#include "ui/text/lab_text.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>

namespace ratewarden::ui {

LabBoundsCard::LabBoundsCard(QWidget* parent)
    : Card(tr("What this rests on"), parent)
    , m_bounds(named("labBounds", new PlainLabel))
    , m_unknowns(named("labUnknowns", new PlainLabel({}, PlainLabel::Tone::Muted)))
{
    body()->setSpacing(4);
    for (PlainLabel* const label : {m_bounds, m_unknowns}) {
        label->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
        body()->addWidget(label);
    }
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void LabBoundsCard::present(const TrafficSummary& summary, const std::vector<Candidate>& candidates)
{
    m_bounds->setText(boundsText(summary).join(QStringLiteral(" · ")));
    QStringList unknowns = unknownsText(summary);
    if (const QString untried = untriedText(candidates); !untried.isEmpty())
        unknowns << tr("how many requests are in flight at once, so that these rules are not tried: %1")
                        .arg(untried);
    m_unknowns->setText(tr("Not known: %1.").arg(unknowns.join(QStringLiteral("; "))));
}

} // namespace ratewarden::ui
