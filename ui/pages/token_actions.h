// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/token_reading.h"
#include "ui/dialogs/act_dialog.h"
#include "ui/link/link.h"

#include <QPointer>
#include <QWidget>

namespace ratewarden::ui {

/// What an operator can do to a token: each shown first in a dialog, then done in the link's act lane.
class TokenActions final : public QObject {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    TokenActions(Link& link, QWidget* window);

    void block(const TokenKey& key);
    void unblock(const TokenKey& key);
    void reset(const TokenKey& key);

    /// The dialog that is open; null when none is.
    ActDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void opened();
    /// A change failed, or nobody knows, after its dialog was closed; a sentence for the operator.
    void failed(const QString& sentence);
    /// A change has been made; what is shown should be read anew.
    void done(const QString& sentence);

private:
    template <class Change>
    void run(Change change, const QString& sentence);
    void open(ActDialog* dialog);

    Link& m_link;
    QWidget* m_window;
    QPointer<ActDialog> m_dialog;
};

} // namespace ratewarden::ui
