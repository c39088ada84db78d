// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sparkline.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace ratewarden::ui {

void paintSparkline(QPainter& painter, const QRectF& area, const std::vector<std::optional<double>>& values,
                    const QColor& color)
{
    double largest = 0;
    for (const std::optional<double>& value : values)
        largest = std::max(largest, value.value_or(0));
    const double step = values.size() > 1 ? area.width() / double(values.size() - 1) : 0;
    const auto pointOf = [&](std::size_t i) {
        const double share = largest > 0 ? *values[i] / largest : 0;
        return QPointF(area.left() + double(i) * step, area.bottom() - share * area.height());
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (std::size_t begin = 0; begin < values.size();) {
        if (!values[begin]) {
            ++begin;
            continue;
        }
        std::size_t end = begin + 1;
        QPainterPath line(pointOf(begin));
        for (; end < values.size() && values[end]; ++end)
            line.lineTo(pointOf(end));
        if (end == begin + 1)
            painter.drawPoint(pointOf(begin));
        else
            painter.drawPath(line);
        begin = end;
    }
    painter.restore();
}

} // namespace ratewarden::ui
