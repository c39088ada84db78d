// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ink_delegate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"

#include <QPainter>

namespace ratewarden::ui {

void InkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    paintGround(painter, option);
    Ink ink{colors().text, option.font};
    m_choice(index, ink);
    drawCellText(painter, option.rect.adjusted(cellMargin, 0, -cellMargin, 0), index.data().toString(),
                 ink.font, ink.color, index.data(Qt::TextAlignmentRole).toInt(), Qt::ElideMiddle);
    painter->restore();
}

} // namespace ratewarden::ui
