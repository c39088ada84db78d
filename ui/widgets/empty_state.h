// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QAction;
class QPushButton;

namespace ratewarden::ui {

class PlainLabel;

/// Why a page, a list or a panel has nothing to show, as a sentence, and below it one step that leads on: a
/// button that does what an action does. A step shows something else or opens a dialog; it changes nothing on
/// a server by itself.
class EmptyState final : public QWidget {
    Q_OBJECT

public:
    /// `heir`: who gets the focus when the step had it and is gone; may be null.
    explicit EmptyState(QWidget* heir = nullptr, QWidget* parent = nullptr);

    /// Without a text there is something to show, and it hides. `step` may be null.
    void set(const QString& text, QAction* step = nullptr);
    QString text() const;
    /// Null: there is none.
    QAction* step() const;

private:
    QWidget* m_heir;
    PlainLabel* m_text;
    QPushButton* m_button;
    QPointer<QAction> m_step;
};

} // namespace ratewarden::ui
