// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_row_delegate.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ratewarden::ui {

void PlainRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    constexpr int margin = 8;
    const Colors& c = colors();
    painter->save();
    paintGround(painter, option);
    const QFont font = m_monospace.contains(index.column()) ? monospaceFont() : option.font;
    const QRect cell = option.rect.adjusted(margin, 0, -margin, 0);
    painter->setFont(font);
    painter->setPen(faded() || m_muted.contains(index.column()) ? c.muted : c.text);
    painter->drawText(cell, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, cell.width()));
    painter->restore();
}

} // namespace ratewarden::ui
