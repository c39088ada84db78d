// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/time_marks.h"
#include "ui/text/freshness.h"

#include <QFontMetrics>
#include <QRectF>

#include <functional>

class QPainter;

namespace ratewarden::ui {

/// How high the row is in which flags are written.
inline constexpr int flagRowHeight = 13;
/// How near a pointer must be to a flag for its text, in pixels.
inline constexpr double nearFlag = 6;

/// A mark's flag, placed.
struct TimeFlag {
    TimeMark::Kind kind = TimeMark::Kind::Published;
    qreal x = 0;  ///< of its pole
    QRectF label; ///< empty: it has no room for its name, and is a pole with a pennant
    QString text;
};

/// The flags of the marks that lie in the area, whose uppermost row is for their names; of two that would
/// overlap the later one keeps its name.
std::vector<TimeFlag> placeFlags(const std::vector<TimeMark>& marks,
                                 const std::function<qreal(Instant)>& position, const QRectF& area,
                                 const QFontMetrics& metrics);

void paintFlags(QPainter& painter, const std::vector<TimeFlag>& flags, const QRectF& area,
                Freshness freshness);

/// What the flags near a moment say, one line each.
QStringList flagTexts(const std::vector<TimeMark>& marks, Instant moment, Micros nearby);

} // namespace ratewarden::ui
