// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_tile.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int numberMargin = 8;

} // namespace

NumberTile::NumberTile(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void NumberTile::set(const QString& number, const QString& label, Tone tone)
{
    m_number = number;
    m_label = label;
    m_tone = tone;
    setAccessibleName(QStringLiteral("%1 %2").arg(number, label));
    updateGeometry();
    update();
}

QSize NumberTile::sizeHint() const
{
    const QFontMetrics number(boldFont(font()));
    const QFontMetrics label(smallFont(font()));
    return {std::max(number.horizontalAdvance(m_number), label.horizontalAdvance(m_label)) + 2 * numberMargin,
            number.height() + label.height() + 8};
}

QSize NumberTile::minimumSizeHint() const
{
    return sizeHint();
}

void NumberTile::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colors();
    const bool outlined = hasFocus() || underMouse() || isChecked();
    painter.setPen(outlined ? QPen(isChecked() || hasFocus() ? c.accent : c.line, 1) : QPen(Qt::NoPen));
    painter.setBrush(isChecked() ? QBrush(c.selection) : QBrush(c.page));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    const QRect inside = rect().adjusted(numberMargin, 4, -numberMargin, -4);
    painter.setFont(boldFont(font()));
    painter.setPen(m_tone == Tone::Denied ? c.limited : m_tone == Tone::Freed ? c.used : c.text);
    painter.drawText(inside, Qt::AlignTop | Qt::AlignLeft | Qt::TextSingleLine, m_number);
    painter.setFont(smallFont(font()));
    painter.setPen(c.muted);
    painter.drawText(inside, Qt::AlignBottom | Qt::AlignLeft | Qt::TextSingleLine, m_label);
}

} // namespace ratewarden::ui
