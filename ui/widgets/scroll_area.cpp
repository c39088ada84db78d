// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scroll_area.h"

namespace ratewarden::ui {

QScrollArea* makeScrollArea(QWidget* content)
{
    auto* const scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return scroll;
}

} // namespace ratewarden::ui
