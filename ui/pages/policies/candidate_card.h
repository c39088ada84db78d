// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/policy_desk.h"
#include "ui/widgets/card.h"

#include <QBoxLayout>

class QAbstractButton;
class QPushButton;

namespace ratewarden::ui {

class RequestBars;

/// The requests of all tokens under a policy in the last ten minutes: what its rules made of them and, one
/// under the other in one time, what its candidate would have.
class CandidateCard final : public Card {
    Q_OBJECT

public:
    explicit CandidateCard(QWidget* parent = nullptr);

    void present(const PublishedPolicy& policy, const PolicyDesk::Requests& requests);
    /// Adds a widget at the right end of the card's foot.
    void addToFoot(QWidget* widget) { m_foot->addWidget(widget); }
    /// What is told of the one and the other; empty: nothing.
    QStringList texts() const;

Q_SIGNALS:
    /// The tokens under the candidate are to be looked at.
    void tokensWanted();

private:
    PlainLabel* m_enforcedText;
    RequestBars* m_enforced;
    PlainLabel* m_candidateText;
    RequestBars* m_candidate;
    QPushButton* m_tokens; // of the candidate
    QHBoxLayout* m_foot;
    QAbstractButton* m_enforcedTable = nullptr;
    QAbstractButton* m_candidateTable = nullptr;
};

} // namespace ratewarden::ui
