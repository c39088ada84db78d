// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/policies/candidate_card.h"

#include "ui/charts/request_bars.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/text/display_text.h"
#include "ui/tokens/request_totals.h"

#include <QPushButton>

namespace ratewarden::ui {

CandidateCard::CandidateCard(QWidget* parent)
    : Card(tr("All requests of the last ten minutes"), parent)
    , m_enforcedText(new PlainLabel)
    , m_enforced(new RequestBars)
    , m_candidateText(new PlainLabel)
    , m_candidate(new RequestBars)
    , m_tokens(new QPushButton(tr("Tokens of the candidate")))
    , m_foot(new QHBoxLayout)
{
    m_tokens->setFlat(true);
    m_tokens->setObjectName("candidateTokens");
    m_tokens->setToolTip(tr("What the candidate would have denied to each token"));
    body()->setSpacing(4);
    const auto addTexts = [this](PlainLabel* label, RequestBars* bars, const QString& whose) {
        bars->setAccessibleName(whose);
        QAbstractButton* const button = makeTableButton(bars);
        label->setWrapped(QSizePolicy::Expanding, QSizePolicy::Preferred); // no figure of it is cut
        auto* const row = new QHBoxLayout;
        row->addWidget(label, 1);
        row->addWidget(button);
        body()->addLayout(row);
        body()->addWidget(bars);
        return button;
    };
    m_enforcedTable = addTexts(m_enforcedText, m_enforced, tr("Requests under the enforced rules"));
    m_candidateTable = addTexts(m_candidateText, m_candidate, tr("Requests under the candidate"));
    m_foot->addWidget(m_tokens);
    m_foot->addStretch(1);
    body()->addLayout(m_foot);
    connect(m_tokens, &QPushButton::clicked, this, &CandidateCard::tokensWanted);
}

void CandidateCard::present(const PublishedPolicy& policy, const PolicyDesk::Requests& requests)
{
    setVisible(policy.candidate || policy.policy.counters);
    const auto tell = [now = requests.now](PlainLabel* label, RequestBars* bars, QAbstractButton* table,
                                           const PolicyDesk::Counted& its, Verdicts verdicts,
                                           const QString& counted, const QString& none) {
        const RequestCount sum = sumOf(its.counts);
        const QString text =
            its.counts.empty() ? none : counted.arg(numberText(sum.allowed), numberText(sum.denied));
        // Of a part, which says little of the rest.
        label->setText(its.share < 1 ? tr("%1 · read %2 so far").arg(text, percentText(its.share)) : text);
        bars->present(its.counts, now, verdicts);
        bars->setVisible(!its.counts.empty());
        table->setVisible(!its.counts.empty());
    };
    tell(m_enforcedText, m_enforced, m_enforcedTable, requests.enforced, Verdicts::Enforced,
         policy.mode == PolicyMode::Shadow ? tr("Enforced rules: %1 allowed, %2 would be denied (shadow)")
                                           : tr("Enforced rules: %1 allowed, %2 denied"),
         policy.policy.counters ? tr("Enforced rules: no requests")
                                : tr("Enforced rules: not counted; turn counting on in the editor"));
    m_candidateText->setVisible(policy.candidate.has_value());
    m_tokens->setVisible(policy.candidate.has_value());
    if (policy.candidate)
        tell(m_candidateText, m_candidate, m_candidateTable, requests.candidate, Verdicts::Candidate,
             tr("Candidate: %1 would be allowed, %2 would be denied"), tr("Candidate: no requests yet"));
    else
        for (QWidget* const widget :
             {static_cast<QWidget*>(m_candidate), static_cast<QWidget*>(m_candidateTable)})
            widget->hide();
}

QStringList CandidateCard::texts() const
{
    QStringList texts{m_enforcedText->text()};
    if (m_candidateText->isVisibleTo(this))
        texts << m_candidateText->text();
    return texts;
}

} // namespace ratewarden::ui
