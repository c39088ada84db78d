// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/resets.h"
#include "core/formats/token_reading.h"
#include "ui/dialogs/act_dialog.h"
#include "ui/link/link.h"

#include <QPointer>
#include <QWidget>

#include <memory>

namespace ratewarden::ui {

/// What an operator can do to a token: each shown first in a dialog, then done in the link's act lane.
class TokenActions final : public QObject {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    TokenActions(Link& link, QWidget* window);

    void block(const std::string& token);
    /// Asks which token, too.
    void blockTyped();
    /// All of them, in one step of the operator's; at least one.
    void unblock(std::vector<std::string> tokens);
    void reset(const TokenKey& key);
    /// Takes the last reset back at once; asks first when the token has been charged since.
    void undo();
    bool canUndo() const { return m_removed && !m_restoring; }

    /// The dialog that is open; null when none is.
    ActDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void opened();
    void canUndoChanged();
    /// A change failed, or nobody knows, after its dialog was closed; a sentence for the operator.
    void failed(const QString& sentence);
    /// A change has been made; what is shown should be read anew.
    void done(const QString& sentence);

private:
    template <class Change, class Then>
    void run(ActDialog* dialog, const QString& title, Change change, Then then);
    template <class Change>
    void run(ActDialog* dialog, Change change, const QString& sentence);
    using Removed = std::shared_ptr<const RemovedState>;
    void restore(ActDialog* dialog, const Removed& removed, bool replace);
    void confirmReplacing(const Removed& removed);
    void setUndo(Removed removed, bool restoring);
    void tellFailure(ActDialog* dialog, const QString& title, const Failure& failure);
    void openBlock(const std::optional<std::string>& token);
    void open(ActDialog* dialog);

    Link& m_link;
    QWidget* m_window;
    QPointer<ActDialog> m_dialog;
    Removed m_removed; // by the last reset
    bool m_restoring = false;
};

} // namespace ratewarden::ui
