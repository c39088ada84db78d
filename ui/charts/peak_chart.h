// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"
#include "ui/charts/chart.h"
#include "ui/charts/log_scale.h"

#include <vector>

namespace ratewarden::ui {

/// The largest number of requests in any span of time, or of their units, by the length of the span; both
/// axes are logarithmic.
class PeakChart final : public Chart {
    Q_OBJECT

public:
    struct Point {
        Micros span{};
        Units count = 0; ///< 0: none, not drawn
    };
    struct Line {
        enum class Kind { Chosen, Allowed, Others };

        QString name; ///< safe to show
        Kind kind = Kind::Chosen;
        std::vector<Point> points; ///< spans rise
    };

    explicit PeakChart(QWidget* parent = nullptr);

    void present(std::vector<Line> lines);
    void setEmptyText(const QString& text) override;
    /// Units are counted, not requests, as these do not all cost 1. Its accessible name says it.
    void setInUnits(bool inUnits);
    /// A row for each span.
    ChartTable asTable() const override;
    QSize sizeHint() const override { return {420, 120}; }
    QSize minimumSizeHint() const override { return {220, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    QString tipAt(const QPointF& place) const override;

private:
    QRectF plot() const;
    LogScale spans() const;
    QPointF placeOf(const Point& point) const;
    void paintAxes(QPainter& painter) const;
    void paintLine(QPainter& painter, const Line& line) const;
    void paintName(QPainter& painter, const Line& line, std::vector<QRectF>& taken) const;

    std::vector<Line> m_lines;
    bool m_inUnits = false;
    Micros m_shortest = std::chrono::seconds(1);
    Micros m_longest = std::chrono::hours(1);
    Units m_largest = 10;
};

} // namespace ratewarden::ui
