// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trial_table_model.h"
#include "ui/pages/lab/lab_retries.h"
#include "ui/widgets/card.h"

#include <QStringList>

class QAction;
class QMenu;
class QPushButton;

namespace ratewarden::ui {

class RowTable;

/// The candidates of the lab side by side on the same traffic; the one whose rules are edited is selected.
class LabTrialsCard final : public Card {
    Q_OBJECT

public:
    explicit LabTrialsCard(QWidget* parent = nullptr);

    void present(std::vector<TrialRow> rows, std::size_t chosen, bool hasEnforced);
    const TrialTableModel& model() const { return m_model; }
    LabRetries& retries() { return *m_retries; }
    /// The names of policies that can be taken as the enforced rules, as shown() gives them.
    void setPolicies(const QStringList& names);
    /// Why the chosen one cannot be tried on the server, as a sentence; empty: it can.
    void setLive(const QString& lacks);

Q_SIGNALS:
    /// Another one's rules are to be edited, by its row.
    void chosen(std::size_t candidate);
    /// The rows behind a number of the candidate that is selected.
    void numberOpened(ratewarden::ui::TrialTableModel::Column column);
    /// One is to be added: with a provider's limits and name, or empty, also without a name and algorithm.
    void addWanted(const ratewarden::Candidate& candidate);
    /// One with the rules of the chosen one is to be added.
    void copyWanted();
    void removeWanted();
    /// A policy as the enforced rules, by its number; -1: none.
    void enforcedWanted(int policy);
    /// The chosen one is to be tried on the server.
    void liveWanted();

private:
    QMenu* makeAddMenu();
    void fitHeight();

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
