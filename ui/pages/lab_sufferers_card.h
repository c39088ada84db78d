// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/sufferer_table_model.h"
#include "ui/widgets/card.h"

class QPushButton;

namespace ratewarden::ui {

class RowTable;

/// Whom a candidate denies in the lab, worst first. The selected token's time line is shown; Space marks it
/// as one to stop, or takes the mark away.
class LabSufferersCard final : public Card {
    Q_OBJECT

public:
    explicit LabSufferersCard(QWidget* parent = nullptr);

    /// `window`: whose peaks they are, "per minute".
    void present(std::vector<SuffererTableModel::Row> rows, const QString& window, const QString& candidate,
                 bool hasEnforced);
    const SuffererTableModel& model() const { return m_model; }
    /// Selects the token's row, if it has one.
    void choose(TokenId token);

Q_SIGNALS:
    void chosen(ratewarden::TokenId token);
    void markWanted(ratewarden::TokenId token, bool marked);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const SuffererTableModel::Row* chosenRow() const;
    void toggleMark();
    void setColumns();
    void updateMark();

    SuffererTableModel m_model;
    RowTable* m_table;
    QPushButton* m_mark;
    PlainLabel* m_title;
    PlainLabel* m_peaks;
    bool m_hasEnforced = false;
    bool m_presenting = false; // the selection is not the operator's
};

} // namespace ratewarden::ui
