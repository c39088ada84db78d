// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_axis.h"

#include "ui/charts/log_scale.h"
#include "ui/charts/time_line.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/translations.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {

using namespace std::chrono_literals;

std::vector<TimeTick> timeTicks(Instant now, Micros span, int most)
{
    constexpr std::array<std::chrono::seconds, 20> steps{1s,   2s,   5s,    10s,   15s,   30s, 1min,
                                                         2min, 5min, 10min, 15min, 30min, 1h,  2h,
                                                         3h,   6h,   12h,   24h,   48h,   168h};
    std::chrono::seconds step = steps.back();
    for (const std::chrono::seconds candidate : steps)
        if (span / candidate <= most) {
            step = candidate;
            break;
        }
    const QString format = step < 1min ? "HH:mm:ss" : "HH:mm"; // or the day
    const qint64 offset = QDateTime::currentDateTime().offsetFromUtc();
    const auto seconds = [](Instant moment) {
        return std::chrono::floor<std::chrono::seconds>(moment).time_since_epoch().count();
    };
    std::vector<TimeTick> ticks;
    // Round in local time: a step of an hour or more would be off by the zone's offset otherwise.
    qint64 at = (seconds(now - span) + offset) / step.count() * step.count() - offset;
    for (; at <= seconds(now); at += step.count()) {
        const Instant moment{std::chrono::seconds(at)};
        const QDateTime local = QDateTime::fromSecsSinceEpoch(at);
        if (moment > now - span && now - moment > span / 12)
            ticks.push_back({moment, step < 24h ? local.toString(format) : dayText(local)});
    }
    return ticks;
}

QString timeLineText(const TimeLine& time)
{
    const QString span = waitText(time.span());
    return time.movedBack()
               ? QCoreApplication::translate("TimeAxis", "%1 up to %2").arg(span, momentText(time.end()))
               : QCoreApplication::translate("TimeAxis", "last %1").arg(span);
}

double niceStep(double most)
{
    const double rough = std::max(most, 0.01) / 4;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * power >= rough)
            return times * power;
    return 10 * power;
}

std::span<const Micros> roundSpans()
{
    static constexpr std::array<Micros, 17> spans{1ms, 10ms, 100ms, 1s,   10s,   1min,   10min,   1h,     6h,
                                                  24h, 72h,  168h,  720h, 8760h, 87600h, 438000h, 876000h};
    return spans;
}

void paintSpans(QPainter& painter, const QRectF& plot, const LogScale& axis)
{
    const QFontMetrics metrics = painter.fontMetrics();
    painter.setPen(colors().muted);
    double free = plot.left();
    for (const Micros span : roundSpans()) {
        if (double(span.count()) < axis.least || double(span.count()) > axis.most * 1.001)
            continue;
        const QString text = briefWindowText(span);
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(axis.place(double(span.count())) - width / 2, plot.left(),
                                       std::max(plot.left(), plot.right() - width));
        if (left < free)
            continue;
        painter.drawText(QPointF(left, plot.bottom() + 5 + metrics.ascent()), text);
        free = left + width + 10;
    }
}

} // namespace ratewarden::ui
