// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/token_chip.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace ratewarden::ui {
namespace {

constexpr int longestOnChip = 26; // characters
constexpr int chipMargin = 10;

} // namespace

TokenChip::TokenChip(const QString& token, QWidget* parent)
    : QAbstractButton(parent), m_token(shortened(token, longestOnChip) + QStringLiteral(" ×"))
{
    QFont small = monospaceFont();
    small.setPixelSize(12);
    setFont(small);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Do not stop %1").arg(token));
    setToolTip(plainToolTip(tr("%1: click to remove the mark").arg(token)));
}

QSize TokenChip::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_token) + 2 * chipMargin, fontMetrics().height() + 8};
}

void TokenChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor& ink = colors().limited;
    painter.setPen(hasFocus() || underMouse() ? QPen(ink, 1.2) : QPen(Qt::NoPen));
    painter.setBrush(groundFor(ink));
    const double radius = height() / 2.0 - 1;
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.7, 0.7, -0.7, -0.7), radius, radius);
    painter.setPen(ink);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, m_token);
}

} // namespace ratewarden::ui
