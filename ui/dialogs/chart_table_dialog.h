// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"

#include <QDialog>
#include <QPointer>

class QAbstractButton;

namespace ratewarden::ui {

class PlainLabel;
class RowTable;

/// The numbers of a chart as rows, as they were when they were asked for last; F5 takes them anew. The
/// selected ones are copied, or all.
class ChartTableDialog final : public QDialog {
    Q_OBJECT

public:
    /// Whose numbers these are, safe to show; empty: the chart's title says it.
    using Subject = std::function<QString()>;

    /// Opens over the chart's window.
    explicit ChartTableDialog(Chart* chart, Subject subject = {});

    const ChartTable& table() const;
    /// The rows that are selected, or all, with the headings: cells are separated by tabs.
    QString text() const;
    /// Takes the numbers from the chart again.
    void refresh();

private:
    QPointer<Chart> m_chart;
    Subject m_subject;
    class Model;
    Model* m_model;
    PlainLabel* m_title;
    PlainLabel* m_about;
    RowTable* m_rows;
};

/// A button for beside the chart that opens its numbers as rows. A chart that can have the focus opens them
/// at T, too, and from its context menu. `text`: of the button, where there is more than one.
QAbstractButton* makeTableButton(Chart* chart, const ChartTableDialog::Subject& subject = {},
                                 const QString& text = {});
/// Once more, when the chart's accessible name has changed.
void nameTableButton(QAbstractButton* button, const QWidget* chart);

} // namespace ratewarden::ui
