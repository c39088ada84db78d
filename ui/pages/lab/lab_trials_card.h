// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/lab_bench.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/lab/lab_retries.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/state/session.h"
#include "ui/widgets/card.h"

class QAction;
class QMenu;
class QPushButton;

namespace ratewarden::ui {

class RowTable;

/// The candidates of the bench side by side on the same traffic, and which rules are enforced; the one whose
/// rules are edited is selected, and can be tried on the server.
class LabTrialsCard final : public Card {
    Q_OBJECT

public:
    LabTrialsCard(Session& session, LabBench& bench, QWidget* parent = nullptr);

    const TrialTableModel& model() const { return m_model; }

Q_SIGNALS:
    /// The rows behind a number of the candidate that is selected.
    void filterWanted(const QString& words);
    /// A live trial has ended; for the status line.
    void done(const QString& sentence);

private:
    void connectAll();
    QMenu* makeAddMenu();
    void present();
    void showRetries();
    void listPolicies();
    void updateLive();
    void openLiveTrial();
    void fitHeight();

    Session& m_session;
    LabBench& m_bench;
    TrialTableModel m_model;
    RowTable* m_table;
    LabRetries* m_retries;
    QPushButton* m_enforced;
    QPushButton* m_add;
    QAction* m_copy;
    QPushButton* m_remove;
    QPushButton* m_live;
    bool m_presenting = false; // the selection is not the operator's
};

} // namespace ratewarden::ui
