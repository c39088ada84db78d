// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;
class QKeySequence;
class QPushButton;
class QWidget;

namespace ratewarden::ui {

/// An action of the widget, under that key as long as it is to be seen. `name` is its objectName.
QAction* makeAction(QWidget* owner, const char* name, const QString& text, const QString& toolTip,
                    const QKeySequence& key);

/// Enables the action or not; if `missing` says what right the user lacks for it, not, and it says so instead
/// of what it does.
void enableIfAllowed(QAction* action, bool enabled, const QString& missing);

/// Tells what the action is about, as text: "user:42"; empty: about nothing that is chosen. Where it is
/// listed away from its page, it says so.
void setSubjectOf(QAction* action, const QString& subject);
QString subjectOf(const QAction* action);

/// Makes the button do what the action does, and no longer what another one did. It follows the action's
/// text, and whether it can be done and is to be seen; its tooltip names the key. Null: it is hidden, and
/// does nothing.
void setActionOf(QPushButton* button, QAction* action);

/// A button of that action, and of its name.
QPushButton* buttonFor(QAction* action, bool prominent);

} // namespace ratewarden::ui
