// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/level_dialog.h"

#include <QPointer>
#include <QPushButton>

#include <map>

class QAction;

namespace ratewarden::ui {

class Session;

/// The badge that shows how strictly the server is guarded, and for how long a lower level still holds. Its
/// menu changes the level: a stricter one at once, a less strict one after a dialog.
class LevelButton final : public QPushButton {
    Q_OBJECT

public:
    explicit LevelButton(Session& session, QWidget* parent = nullptr);

    /// The dialog that is open; null when none is.
    LevelDialog* dialog() const { return m_dialog; }

    /// After the theme has changed.
    void refresh();

private:
    void choose(GuardLevel level);

    Session& m_session;
    std::map<GuardLevel, QAction*> m_choices;
    QPointer<LevelDialog> m_dialog;
};

} // namespace ratewarden::ui
