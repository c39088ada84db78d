// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/glyph_button.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ratewarden::ui {
namespace {

/// Pointing right, its tip at `x`.
QPolygonF triangle(qreal x, qreal width, qreal half)
{
    return {QPointF(x - width, -half), QPointF(x, 0), QPointF(x - width, half)};
}

} // namespace

GlyphButton::GlyphButton(Glyph glyph, QWidget* parent) : QPushButton(parent), m_glyph(glyph)
{
    setFlat(true);
    setFixedSize(sizeHint());
}

void GlyphButton::setGlyph(Glyph glyph)
{
    m_glyph = glyph;
    update();
}

QSize GlyphButton::sizeHint() const
{
    return {30, 26};
}

void GlyphButton::paintEvent(QPaintEvent* event)
{
    QPushButton::paintEvent(event); // hover, focus, pressed
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(QRectF(rect()).center());
    const bool isBack = m_glyph == Glyph::StepBack || m_glyph == Glyph::Previous;
    if (isBack)
        painter.scale(-1, 1);
    const QColor ink = isEnabled() ? colors().accent : colors().muted;
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    switch (m_glyph) {
    case Glyph::Play:
        painter.drawPolygon(triangle(6, 11, 6.5));
        break;
    case Glyph::Pause:
        painter.drawRect(QRectF(-5, -6, 3.5, 12));
        painter.drawRect(QRectF(1.5, -6, 3.5, 12));
        break;
    case Glyph::StepBack:
    case Glyph::StepForward:
        painter.drawPolygon(triangle(3, 8, 5));
        painter.drawRect(QRectF(3.5, -5, 2, 10));
        break;
    case Glyph::Previous:
    case Glyph::Next:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(ink, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{QPointF(-2.5, -5), QPointF(2.5, 0), QPointF(-2.5, 5)});
        break;
    }
}

} // namespace ratewarden::ui
