// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;

namespace ratewarden::ui {

class PlainLabel;

/// What is conspicuous about some keys, on a ground of its own, and what can be done about it.
class KeyNote final : public QWidget {
    Q_OBJECT

public:
    explicit KeyNote(QAction* action, QWidget* parent = nullptr);

    /// Empty: there is nothing to say.
    void set(const QString& title, const QString& text);
    QString title() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void takeColors();

    PlainLabel* m_title;
    PlainLabel* m_text;
};

} // namespace ratewarden::ui
