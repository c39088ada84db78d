// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ink_delegate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"

#include <QPainter>

namespace ratewarden::ui {

InkDelegate::InkDelegate(QList<int> monospace, QList<int> muted, QObject* parent)
    : InkDelegate(
          [monospace = std::move(monospace), muted = std::move(muted)](const QModelIndex& index, Ink& ink) {
              const bool isName = monospace.contains(index.column());
              ink.font = isName ? monospaceFont() : ink.font;
              ink.cut = isName ? Qt::ElideMiddle : Qt::ElideRight;
              ink.color = muted.contains(index.column()) ? colors().muted : ink.color;
          },
          parent)
{
}

void InkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    paintGround(painter, option);
    Ink ink{colors().text, option.font};
    m_choice(index, ink);
    if (ink.ground.isValid())
        painter->fillRect(option.rect.adjusted(0, 0, 0, -1), ink.ground);
    drawCellText(painter, option.rect.adjusted(cellMargin, 0, -cellMargin, 0), index.data().toString(),
                 ink.font, faded() ? colors().muted : ink.color, index.data(Qt::TextAlignmentRole).toInt(),
                 ink.cut);
    painter->restore();
}

} // namespace ratewarden::ui
