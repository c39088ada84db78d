// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_delegate.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace ratewarden::ui {

void RowDelegate::paintGround(QPainter* painter, const QStyleOptionViewItem& option)
{
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, colors().selection);
    painter->setPen(colors().line);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
}

} // namespace ratewarden::ui
