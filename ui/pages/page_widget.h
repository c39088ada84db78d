// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace ratewarden::ui {

class FilterLine;

/// What the window asks of every page.
class PageWidget : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    /// Null: it has none.
    virtual FilterLine* filterLine() { return nullptr; }
    /// Whether it shows charts now, if it has any: the keys in them are told.
    virtual bool hasCharts() const { return true; }

Q_SIGNALS:
    /// How many things it has to show, for the sidebar.
    void countChanged(int count);
    /// Something was changed or saved, or not; for the status line.
    void done(const QString& sentence);
};

} // namespace ratewarden::ui
