// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>
#include <utility>

namespace ratewarden::ui {

void Chart::setEmptyText(const QString& text)
{
    if (std::exchange(m_emptyText, text) != text)
        update();
}

void Chart::setFreshness(Freshness freshness)
{
    m_freshness = freshness;
    setEnabled(freshness != Freshness::Stale);
    update();
}

void Chart::paintEmptyText(QPainter& painter) const
{
    painter.setPen(colors().muted);
    painter.drawText(rect().adjusted(24, 8, -24, -8), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void Chart::paintGridLine(QPainter& painter, const QRectF& plot, double y, const QString& number,
                          const QColor& line)
{
    const double middle = std::floor(y) + 0.5; // as thick as it is drawn
    painter.setPen(line);
    painter.drawLine(QPointF(plot.left(), middle), QPointF(plot.right(), middle));
    painter.setPen(colors().muted);
    painter.drawText(QRectF(0, middle - 10, plot.left() - 8, 20), Qt::AlignRight | Qt::AlignVCenter, number);
}

bool Chart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const QString text = tipAt(help->pos());
    if (text.isEmpty())
        return QWidget::event(event);
    QToolTip::showText(help->globalPos(), plainToolTip(text), this);
    return true;
}

} // namespace ratewarden::ui
