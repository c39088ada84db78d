// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/key_intent.h"
#include "ui/pages/change_dialogs.h"

#include <functional>
#include <string>

namespace ratewarden::ui {

/// What an operator can do to a key as such, whatever it is: each shown first in a dialog, then done in the
/// link's act lane, so that it can be undone.
class KeyActions final : public ChangeDialogs {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    KeyActions(Session& session, QWidget* window);

    void editExpiry(const std::string& key);
    void rename(const std::string& key);
    void remove(const std::string& key);

Q_SIGNALS:
    void renamed(const std::string& from, const std::string& to);

private:
    using What = decltype(KeyIntent::what);
    /// What is to be done, made from what is entered.
    using Intended = std::function<What(const ActDialog::Entered&)>;
    using Sentence = std::function<QString(const ActDialog::Entered&)>;
    using Fill = std::function<void(const KeyStanding&, ActDialog::Form&)>;

    /// Reads how the key stands, completes the form by that, and opens the dialog.
    void show(ActDialog::Form form, const std::string& key, What first, Fill fill, Intended intended,
              Sentence sentence);
};

} // namespace ratewarden::ui
