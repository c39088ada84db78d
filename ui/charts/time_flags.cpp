// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_flags.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

constexpr qreal pennant = 5;
constexpr qreal labelGap = 3;

QColor flagColor(TimeMark::Kind kind)
{
    return kind == TimeMark::Kind::Blocked ? colors().blocked
           : kind == TimeMark::Kind::Named ? colors().accent
                                           : colors().text;
}

} // namespace

std::vector<TimeFlag> placeFlags(const std::vector<TimeMark>& marks,
                                 const std::function<qreal(Instant)>& position, const QRectF& area,
                                 const QFontMetrics& metrics)
{
    std::vector<TimeFlag> flags;
    qreal free = area.right(); // names end before this
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
        TimeFlag flag{mark->kind, position(mark->at), {}, flagName(*mark)};
        if (flag.x < area.left() || flag.x > area.right())
            continue;
        const qreal width = metrics.horizontalAdvance(flag.text) + 2;
        const qreal right = flag.x + pennant + labelGap;
        const qreal left = flag.x - labelGap - width;
        if (right + width <= free)
            flag.label = QRectF(right, area.top(), width, flagRowHeight);
        else if (const auto before = std::next(mark);
                 flags.empty() && left >= area.left() && // at the very end: to the left of the pole
                 (before == marks.rend() || position(before->at) + pennant + labelGap <= left))
            flag.label = QRectF(left, area.top(), width, flagRowHeight);
        free = std::min(flag.x, flag.label.isEmpty() ? flag.x : flag.label.left()) - labelGap;
        flags.push_back(flag);
    }
    std::ranges::reverse(flags);
    return flags;
}

void paintFlags(QPainter& painter, const std::vector<TimeFlag>& flags, const QRectF& area,
                Freshness freshness)
{
    painter.save();
    painter.setFont(smallFont(painter.font()));
    for (const TimeFlag& flag : flags) {
        const QColor color = agedColor(flagColor(flag.kind), freshness);
        const qreal x = std::floor(flag.x) + 0.5;
        painter.setPen(color);
        painter.drawLine(QPointF(x, area.top() + 2), QPointF(x, area.bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(color);
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(QPolygonF(
            {QPointF(x, area.top() + 2), QPointF(x + pennant, area.top() + 5), QPointF(x, area.top() + 8)}));
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(color);
        if (flag.label.isEmpty())
            continue;
        painter.fillRect(flag.label, colors().card); // what lies below is not to strike it out
        painter.drawText(flag.label, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, flag.text);
    }
    painter.restore();
}

QStringList flagTexts(const std::vector<TimeMark>& marks, Instant moment, Micros nearby)
{
    QStringList texts;
    for (const TimeMark& mark : marks)
        if (mark.at >= moment - nearby && mark.at <= moment + nearby)
            texts << markText(mark);
    return texts;
}

} // namespace ratewarden::ui
