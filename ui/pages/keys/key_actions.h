// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/key_intent.h"
#include "ui/pages/keys/key_details.h"
#include "ui/pages/tokens/token_actions.h"

#include <functional>
#include <string>

namespace ratewarden::ui {

/// The actions on the chosen key, for buttons, menus and keys: each is greyed while the key is not the one
/// that is selected in the list, or a right is missing, and says why. What changes the key as such, whatever
/// it is, or its token is shown first in a dialog, then done in the link's act lane, so that it can be
/// undone.
class KeyActions final : public ChangeDialogs {
    Q_OBJECT

public:
    /// The actions belong to `page`, over which the dialogs open. `isSelected` tells whether a row of the
    /// list is.
    KeyActions(Session& session, std::function<bool()> isSelected, QWidget* page);

    /// Opens the dialogs about the key's token.
    TokenActions& ofToken() { return *m_ofToken; }
    KeyDetails::Actions forDetails() const;
    QList<QAction*> forRow() const;
    /// Those that the list has under keys of its own.
    QList<QAction*> underKeys() const { return {m_rename, m_delete, m_copy}; }
    /// To be called when the selection has changed.
    void update();

Q_SIGNALS:
    /// The operator wants to see the token on the Tokens page.
    void tokenWanted(const ratewarden::Subject& subject);
    /// The operator wants to see the requests in the key's log in the lab.
    void labWanted(const ratewarden::TokenDetail& detail);
    /// The operator wants to say what the key, and those like it, mean.
    void describeKey(const QByteArray& key);

private:
    bool isListed() const { return m_book.isListed() && m_isSelected(); }
    void connectActions();
    void connectTokenActions();
    void connectOutcomes(QWidget* page);
    void editExpiry(const std::string& key);
    void rename(const std::string& key);
    void remove(const std::string& key);

    using What = decltype(KeyIntent::what);
    /// What is to be done, made from what is entered.
    using Intended = std::function<What(const ActDialog::Entered&)>;
    using Sentence = std::function<QString(const ActDialog::Entered&)>;
    using Fill = std::function<void(const KeyStanding&, ActDialog::Form&)>;

    /// Reads how the key stands, completes the form by that, and opens the dialog.
    void show(ActDialog::Form form, const std::string& key, What first, Fill fill, Intended intended,
              Sentence sentence);

    KeyBook& m_book;
    std::function<bool()> m_isSelected;
    TokenActions* m_ofToken;
    QAction* m_block;
    QAction* m_unblock;
    QAction* m_reset;
    QAction* m_openToken;
    QAction* m_openInLab;
    QAction* m_expiry;
    QAction* m_rename;
    QAction* m_delete;
    QAction* m_copy;
    QAction* m_describe;
};

} // namespace ratewarden::ui
