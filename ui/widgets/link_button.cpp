// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/link_button.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ratewarden::ui {
namespace {

constexpr int linkMargin = 5;

} // namespace

LinkButton::LinkButton(const QString& text, QWidget* parent) : PaintedButton(parent)
{
    setText(text);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LinkButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 * linkMargin, fontMetrics().height() + 2};
}

void LinkButton::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colors();
    if (hasFocus() || underMouse()) {
        painter.setPen(hasFocus() ? QPen(c.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(c.selection);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    painter.setPen(isEnabled() ? c.accent : c.muted);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, text());
}

} // namespace ratewarden::ui
