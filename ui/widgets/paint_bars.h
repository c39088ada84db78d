// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/request_counts.h"
#include "ui/text/freshness.h"
#include "ui/text/status_text.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace ratewarden::ui {

QColor statusColor(TokenStatus status, Verdicts verdicts = Verdicts::Enforced);

/// Where bars and charts end that show more than the whole.
inline constexpr double furthestShare = 2;

/// A bar with round ends, `share` of it filled, or outlined. Of more than the whole a line says where the
/// whole ends, up to furthestShare. `reserved`: how much of the share is not spent yet, and hatched.
void paintBar(QPainter* painter, const QRectF& rect, double share, const QColor& color,
              Verdicts verdicts = Verdicts::Enforced, double reserved = 0);

/// The edges of what would be a filled rectangle if it were enforced.
void paintHollow(QPainter& painter, const QRectF& rect, const QColor& color);

/// Bars for the counts from left to right: what was allowed above a line, what was denied below it, both in
/// one scale.
void paintRequestCounts(QPainter* painter, const QRectF& rect, const std::vector<RequestCount>& counts,
                        Freshness freshness, Verdicts verdicts = Verdicts::Enforced);

} // namespace ratewarden::ui
