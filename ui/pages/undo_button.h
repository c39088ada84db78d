// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/act_dialog.h"
#include "ui/state/session.h"

#include <QPointer>
#include <QPushButton>

class QAction;

namespace ratewarden::ui {

/// Undoes the last change of any kind: says which one that is, and asks before something that came since is
/// lost.
class UndoButton final : public QPushButton {
    Q_OBJECT

public:
    explicit UndoButton(Session& session, QWidget* parent = nullptr);

    /// With the key; for the window to add, as a hidden button's keys do nothing.
    QAction* action() const { return m_action; }
    /// Shows what an undo would send, and undoes only what is confirmed there.
    void review();
    /// The review or question that is open; null when none is.
    ActDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    /// There is a question that cannot be asked now; a sentence.
    void failed(const QString& sentence);

private:
    void update();
    void ask(const Made& left, bool isKnown);
    void open(ActDialog::Form form, const Made& made, bool replace);

    Session& m_session;
    Changes& m_changes;
    Link& m_link;
    QAction* m_action;
    QPointer<ActDialog> m_dialog;
};

} // namespace ratewarden::ui
