// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/key_intent.h"
#include "ui/dialogs/act_dialog.h"
#include "ui/link/session.h"

#include <QPointer>

#include <functional>
#include <string>

namespace ratewarden::ui {

/// What an operator can do to a key as such, whatever it is: each shown first in a dialog, then done in the
/// link's act lane, so that it can be undone.
class KeyActions final : public QObject {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    KeyActions(Session& session, QWidget* window);

    void editExpiry(const std::string& key);
    void rename(const std::string& key);
    void remove(const std::string& key);

    /// The dialog that is open; null when none is.
    ActDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void opened();
    /// A change failed, and no dialog shows it; a sentence.
    void failed(const QString& sentence);
    /// A change has been made; a sentence.
    void done(const QString& sentence);
    void renamed(const std::string& from, const std::string& to);

private:
    using What = decltype(KeyIntent::what);
    /// What is to be done, made from what is entered.
    using Intended = std::function<What(const ActDialog::Entered&)>;
    using Sentence = std::function<QString(const ActDialog::Entered&)>;
    using Fill = std::function<void(const KeyStanding&, ActDialog::Form&)>;

    /// Reads how the key stands, completes the form by that, and opens the dialog.
    void prepare(ActDialog::Form form, const std::string& key, What first, Fill fill, Intended intended,
                 Sentence sentence);
    void open(const ActDialog::Form& form, const Change& prepared, const Intended& intended,
              const Sentence& sentence);
    void tell(const QPointer<ActDialog>& dialog, const QString& title, const Made& made,
              const QString& sentence);

    Session& m_session;
    QWidget* m_window;
    QPointer<ActDialog> m_dialog;
};

} // namespace ratewarden::ui
