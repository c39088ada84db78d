// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/paint_bars.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {

QColor statusColor(TokenStatus status, Verdicts verdicts)
{
    const Colors& c = colors();
    if (verdicts == Verdicts::Candidate && status != TokenStatus::Blocked)
        return c.muted;
    switch (status) {
    case TokenStatus::Limited:
        return c.limited;
    case TokenStatus::Blocked:
        return c.blocked;
    case TokenStatus::Near:
        return c.nearLimit;
    case TokenStatus::Ok:
        return c.used;
    case TokenStatus::Idle:
    case TokenStatus::Unknown:
        break;
    }
    return c.muted;
}

void paintHollow(QPainter& painter, const QRectF& rect, const QColor& color)
{
    for (const QRectF& edge : {QRectF(rect.left(), rect.top(), rect.width(), 1),
                               QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1),
                               QRectF(rect.left(), rect.top(), 1, rect.height()),
                               QRectF(rect.right() - 1, rect.top(), 1, rect.height())})
        painter.fillRect(edge, color);
}

void paintBar(QPainter* painter, const QRectF& rect, double share, const QColor& color, Verdicts verdicts,
              double reserved)
{
    const double scale = 1 / std::clamp(share, 1.0, furthestShare);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    const qreal radius = rect.height() / 2;
    painter->setBrush(colors().track);
    painter->drawRoundedRect(rect, radius, radius);
    if (share > 0) {
        QRectF filled = rect;
        filled.setWidth(qMax(rect.height(), rect.width() * qMin(share * scale, 1.0)));
        if (verdicts == Verdicts::Candidate) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(color);
            filled.adjust(0.5, 0.5, -0.5, -0.5);
        } else {
            painter->setBrush(color);
        }
        painter->drawRoundedRect(filled, radius, radius);
        if (reserved > 0) {
            QRectF hatched = filled;
            hatched.setLeft(filled.right() - qMin(filled.width(), rect.width() * reserved * scale));
            painter->setPen(Qt::NoPen);
            painter->setBrush(colors().card);
            painter->drawRect(hatched);
            painter->setBrush(QBrush(color, Qt::BDiagPattern));
            painter->drawRect(hatched);
            painter->setRenderHint(QPainter::Antialiasing, false);
            paintHollow(*painter, hatched, color);
        }
        if (scale < 1)
            painter->fillRect(
                QRectF(rect.left() + rect.width() * scale - 1, rect.top() - 2, 2, rect.height() + 4),
                colors().text);
    }
    painter->restore();
}

void paintRequestCounts(QPainter* painter, const QRectF& rect, const std::vector<RequestCount>& counts,
                        Freshness freshness, Verdicts verdicts)
{
    if (counts.empty())
        return;
    constexpr qreal gap = 1;
    Units mostAllowed = 0;
    Units mostDenied = 0;
    for (const RequestCount& count : counts) {
        mostAllowed = std::max(mostAllowed, count.allowed);
        mostDenied = std::max(mostDenied, count.denied);
    }
    const Colors& c = colors();
    const qreal perUnit = (rect.height() - 1) / double(std::max<Units>(1, mostAllowed + mostDenied));
    const qreal line = rect.top() + double(mostAllowed) * perUnit;
    const qreal step = rect.width() / qreal(counts.size());
    // However few, they are to be seen.
    const auto height = [&](Units units) {
        return units > 0 ? std::max(double(units) * perUnit, 1.0) : 0.0;
    };
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const qreal left = rect.left() + step * qreal(i);
        const qreal width = std::max(step - gap, 1.0);
        const qreal up = height(counts[i].allowed);
        painter->fillRect(QRectF(left, line - up, width, up), agedColor(c.used, freshness));
        const QRectF denied(left, line + 1, width, height(counts[i].denied));
        if (verdicts == Verdicts::Enforced)
            painter->fillRect(denied, agedColor(c.limited, freshness));
        else if (!denied.isEmpty())
            paintHollow(*painter, denied, c.muted);
    }
    painter->fillRect(QRectF(rect.left(), line, rect.width(), 1), c.line);
}

} // namespace ratewarden::ui
