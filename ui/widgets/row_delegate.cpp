// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_delegate.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>

namespace ratewarden::ui {

void RowDelegate::paintGround(QPainter* painter, const QStyleOptionViewItem& option)
{
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, colors().selection);
    painter->setPen(colors().line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
}

void paintRowFocus(const QAbstractItemView& view, const QRect& row)
{
    if (!view.hasFocus())
        return;
    QPainter painter(view.viewport());
    painter.setPen(colors().accent);
    const QRect all = view.viewport()->rect();
    painter.drawRect(
        (row.isEmpty() ? all : QRect(0, row.top(), all.width(), row.height())).adjusted(0, 0, -1, -1));
}

} // namespace ratewarden::ui
