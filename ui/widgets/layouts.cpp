// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QWidget>

#include <memory>

namespace ratewarden::ui {

QVBoxLayout* makeDialogColumn(QWidget* dialog, int spacing)
{
    auto* const column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(spacing);
    return column;
}

void clearLayout(QLayout* layout)
{
    while (const std::unique_ptr<QLayoutItem> item{layout->takeAt(0)})
        if (QWidget* const widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
}

} // namespace ratewarden::ui
