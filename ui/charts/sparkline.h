// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace ratewarden::ui {

/// A line through the values from left to right, evenly spaced, from 0 at the bottom up to the largest. Where
/// there is no value there is no line; one value alone is a dot.
void paintSparkline(QPainter& painter, const QRectF& area, const std::vector<std::optional<double>>& values,
                    const QColor& color);

} // namespace ratewarden::ui
