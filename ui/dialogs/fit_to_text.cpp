// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/fit_to_text.h"

#include <QDialog>
#include <QLayout>
#include <QResizeEvent>

namespace ratewarden::ui {
namespace {

class Fitter final : public QObject {
public:
    explicit Fitter(QDialog* dialog) : QObject(dialog), m_dialog(dialog) { dialog->installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* const resize =
            event->type() == QEvent::Resize ? static_cast<QResizeEvent*>(event) : nullptr;
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show ||
            (resize && resize->size().width() != resize->oldSize().width()))
            fit();
        return QObject::eventFilter(watched, event);
    }

private:
    // Qt takes a window's least height from its layout without asking how high wrapped text is at this width.
    void fit()
    {
        const QLayout* const layout = m_dialog->layout();
        if (layout == nullptr)
            return;
        const int needed = layout->hasHeightForWidth() ? layout->totalHeightForWidth(m_dialog->width())
                                                       : layout->totalSizeHint().height();
        const bool followed = m_fitted == 0 || m_dialog->height() == m_fitted;
        m_fitted = needed;
        m_dialog->setMinimumHeight(needed);
        if (followed)
            m_dialog->resize(m_dialog->width(), needed);
    }

    QDialog* m_dialog;
    int m_fitted = 0; // the height that was needed last; 0: none yet
};

} // namespace

void fitToText(QDialog* dialog, int width)
{
    dialog->setMinimumWidth(width);
    new Fitter(dialog);
}

} // namespace ratewarden::ui
