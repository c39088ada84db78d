// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/request_counts.h"
#include "core/policies/published_policy.h"
#include "ui/widgets/card.h"

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

    /// Counts of ten minutes, up to about `now`; none where nothing is counted, or not `everCounted` yet.
    void present(const PublishedPolicy& policy, const std::vector<RequestCount>& enforced,
                 const std::vector<RequestCount>& candidate, Instant now, bool everCounted);
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
    QPushButton* m_tokens;
    QAbstractButton* m_enforcedTable = nullptr;
    QAbstractButton* m_candidateTable = nullptr;
};

} // namespace ratewarden::ui
