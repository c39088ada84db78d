// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/text/freshness.h"

#include <QWidget>

class QPainter;

namespace ratewarden::ui {

/// What all charts have in common, with a time axis or without. Its accessible name is its title.
class Chart : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// What it shows as rows: the same range, and its numbers at least as exact.
    virtual ChartTable asTable() const = 0;
    /// Why there is nothing to see; empty: there is.
    virtual void setEmptyText(const QString& text);
    const QString& emptyText() const { return m_emptyText; }
    /// What is not live is greyed.
    virtual void setFreshness(Freshness freshness);

protected:
    /// The empty text, in the middle of the chart.
    void paintEmptyText(QPainter& painter) const;
    /// A line over the width of `plot` at `y`, and its number on the left.
    static void paintGridLine(QPainter& painter, const QRectF& plot, double y, const QString& number,
                              const QColor& line);
    /// What the pointer tells where it rests, one fact a line; empty: nothing.
    virtual QString tipAt(const QPointF& /*place*/) const { return {}; }
    bool event(QEvent* event) override;

    Freshness m_freshness = Freshness::Live;

private:
    QString m_emptyText;
};

} // namespace ratewarden::ui
