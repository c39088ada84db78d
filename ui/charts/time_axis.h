// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <QRectF>
#include <QString>

#include <span>
#include <vector>

class QPainter;

namespace ratewarden::ui {

struct LogScale;
class TimeLine;

/// A label on a time axis that ends at now.
struct TimeTick {
    Instant at{};
    QString text; ///< "14:32", or "14:32:05" where the steps are shorter than a minute
};

/// Round moments of (now - span, now], this machine's time zone, no more than `most`, none so close to now
/// that its label would collide with the word "now".
std::vector<TimeTick> timeTicks(Instant now, Micros span, int most);

/// "last 60 min", or "60 min up to 14:32:05".
QString timeLineText(const TimeLine& time);

/// Spans that people think in, from a millisecond to a century, shortest first.
std::span<const Micros> roundSpans();
/// Those that `axis`, in microseconds, has room for, below the plot.
void paintSpans(QPainter& painter, const QRectF& plot, const LogScale& axis);

/// The step between the grid lines of values up to `most`: 1, 2 or 5 times a power of ten, so that there are
/// three to five of them.
double niceStep(double most);

} // namespace ratewarden::ui
