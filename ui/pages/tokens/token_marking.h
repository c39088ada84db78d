// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/token_table_model.h"
#include "ui/state/session.h"

#include <QList>
#include <QObject>

#include <optional>

class QAction;

namespace ratewarden::ui {

class MarkBar;
class RowTable;
class TokenSelection;

/// Marks tokens of a list, and unmarks them: by keys of the list and by its menu, row by row, a range, all
/// that the filter leaves, or by names on the clipboard.
class TokenMarking final : public QObject {
    Q_OBJECT

public:
    /// The table must show the model; all must outlive this, which belongs to the table.
    TokenMarking(Session& session, TokenTableModel& model, const TokenSelection& selection, RowTable& table,
                 MarkBar& bar);

    /// For the menu of the list.
    const QList<QAction*>& actions() const { return m_actions; }

Q_SIGNALS:
    /// What came of names that were pasted.
    void done(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void mark(void (TokenMarking::*how)());
    void markSelected();
    void markUpToCurrent();
    void markListed();
    void markPasted();

    Session& m_session;
    const TokenTableModel& m_model;
    const TokenSelection& m_selection;
    RowTable& m_table;
    MarkBar& m_bar;
    QList<QAction*> m_actions;
    std::optional<Subject> m_anchor;           // of a range: what the operator has marked last
    void (TokenMarking::*m_later)() = nullptr; // once the rows are those that are asked for
};

} // namespace ratewarden::ui
