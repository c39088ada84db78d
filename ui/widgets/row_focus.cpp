// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_focus.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>

namespace ratewarden::ui {

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
