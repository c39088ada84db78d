// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_row_delegate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"

#include <QPainter>

namespace ratewarden::ui {

void PlainRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const Colors& c = colors();
    painter->save();
    paintGround(painter, option);
    const bool isName = m_monospace.contains(index.column());
    drawCellText(painter, option.rect.adjusted(cellMargin, 0, -cellMargin, 0), index.data().toString(),
                 isName ? monospaceFont() : option.font,
                 faded() || m_muted.contains(index.column()) ? c.muted : c.text,
                 index.data(Qt::TextAlignmentRole).toInt(), isName ? Qt::ElideMiddle : Qt::ElideRight);
    painter->restore();
}

} // namespace ratewarden::ui
