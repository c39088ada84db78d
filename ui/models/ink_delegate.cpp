// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ink_delegate.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ratewarden::ui {

void InkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int margin = 8;
    painter->save();
    paintGround(painter, option);
    Ink ink{colors().text, option.font};
    m_choice(index, ink);
    const QRect cell = option.rect.adjusted(margin, 0, -margin, 0);
    painter->setFont(ink.font);
    painter->setPen(ink.color);
    painter->drawText(
        cell, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine,
        QFontMetrics(ink.font).elidedText(index.data().toString(), Qt::ElideMiddle, cell.width()));
    painter->restore();
}

} // namespace ratewarden::ui
