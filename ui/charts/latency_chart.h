// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/live_trial.h"
#include "ui/charts/chart.h"
#include "ui/charts/log_scale.h"

#include <vector>

namespace ratewarden::ui {

/// Latencies of a live trial over its time, on a logarithmic scale: the median, 99 % and the longest; and
/// where requests were dropped, or more than 1 % left late. What has not come yet stays empty.
class LatencyChart final : public Chart {
    Q_OBJECT

public:
    explicit LatencyChart(QWidget* parent = nullptr);

    /// `length`: of the whole trial, as planned.
    void present(std::vector<LiveInterval> intervals, Micros length);
    /// A row for each of the intervals.
    ChartTable asTable() const override;
    QSize sizeHint() const override { return {560, 200}; }
    QSize minimumSizeHint() const override { return {320, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    QString tipAt(const QPointF& place) const override;

private:
    QRectF plot() const;
    double x(Micros at) const;
    LogScale scale() const;
    double y(Micros latency) const;
    void paintAxes(QPainter& painter) const;
    void paintTroubles(QPainter& painter) const;
    void paintLine(QPainter& painter, const QPen& pen, Micros LiveInterval::*latency) const;
    void paintLegend(QPainter& painter) const;

    std::vector<LiveInterval> m_intervals;
    Micros m_length{};
    Micros m_lowest{};
    Micros m_highest{};
};

} // namespace ratewarden::ui
