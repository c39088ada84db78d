// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pill.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"

#include <QPainter>

namespace ratewarden::ui {

Pill::Pill(Shape shape, QWidget* parent) : QWidget(parent), m_shape(shape)
{
    const bool badge = shape == Shape::Badge;
    setFont(badge ? smallFont(boldFont(font())) : boldFont(font()));
    setSizePolicy(badge ? QSizePolicy::Fixed : QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Pill::set(const QString& text, const QColor& color, const QString& brief)
{
    if (text == m_text && color == m_color)
        return;
    if (text != m_text)
        updateGeometry();
    m_text = text;
    m_brief = brief.isEmpty() ? text : brief;
    m_color = color;
    setToolTip(plainToolTip(text));
    setAccessibleName(text);
    update();
}

QSize Pill::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + (m_shape == Shape::Badge ? 18 : 24),
            m_shape == Shape::Badge ? 20 : 30};
}

QSize Pill::minimumSizeHint() const
{
    return m_shape == Shape::Badge ? sizeHint() : QSize(qMin(sizeHint().width(), 120), sizeHint().height());
}

void Pill::paintEvent(QPaintEvent*)
{
    if (m_text.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal radius = m_shape == Shape::Badge ? height() / 2.0 : 6;
    painter.setPen(QPen(m_color, 1));
    painter.setBrush(m_shape == Shape::Badge ? Qt::NoBrush : QBrush(colors().card));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    const QRect inside =
        rect().adjusted(m_shape == Shape::Badge ? 8 : 12, 0, m_shape == Shape::Badge ? -8 : -12, 0);
    painter.drawText(inside, m_shape == Shape::Badge ? Qt::AlignCenter : Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(fittingText({m_text, m_brief}, font(), inside.width()),
                                              Qt::ElideRight, inside.width()));
}

} // namespace ratewarden::ui
