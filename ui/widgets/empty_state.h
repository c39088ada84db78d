// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QAction;
class QBoxLayout;
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

    /// Without a text there is something to show, and it hides. `step` may be null. `brief`: what stands
    /// there instead where there is no room for all of the text, which is its tooltip then.
    void set(const QString& text, QAction* step = nullptr, const QString& brief = {});
    /// All of it.
    QString text() const { return m_whole; }
    /// Null: there is none.
    QAction* step() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QWidget* m_heir;
    QString m_whole;
    QString m_brief;
    PlainLabel* m_text;
    QPushButton* m_button;
    QBoxLayout* m_column;
    QPointer<QAction> m_step;
};

} // namespace ratewarden::ui
