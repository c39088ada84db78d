// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;
class QVBoxLayout;

namespace ratewarden::ui {

/// The window's pages by name, with how many things each has to show.
class Sidebar final : public QWidget {
    Q_OBJECT

public:
    explicit Sidebar(QWidget* parent = nullptr);

    /// Adds a page, and an action that chooses it; the first one is chosen. Answers its number, counted from
    /// 0.
    int add(const QString& name, const QKeySequence& shortcut);
    void setCount(int page, int count);
    void choose(int page);

    QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(int page);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_layout;
    QButtonGroup* m_group;
};

} // namespace ratewarden::ui
