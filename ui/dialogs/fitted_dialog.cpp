// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/fitted_dialog.h"

#include <QEvent>
#include <QLayout>
#include <QResizeEvent>

namespace ratewarden::ui {

bool FittedDialog::event(QEvent* event)
{
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fit();
    return handled;
}

void FittedDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

// Qt takes a window's least height from its layout without asking how high wrapped text is at this width.
void FittedDialog::fit()
{
    if (layout() == nullptr)
        return;
    const int needed = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                     : layout()->totalSizeHint().height();
    const bool followed = height() == m_fitted;
    m_fitted = needed;
    setMinimumHeight(needed);
    if (followed)
        resize(width(), needed);
}

} // namespace ratewarden::ui
