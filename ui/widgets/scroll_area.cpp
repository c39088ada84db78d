// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scroll_area.h"

#include <QEvent>
#include <QLayout>

namespace ratewarden::ui {
namespace {

/// Gives its content the height that its wrapped texts want at its width, which QScrollArea does not ask for.
class WrappingScrollArea final : public QScrollArea {
public:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        const bool done = QScrollArea::eventFilter(object, event);
        if (object == widget() && event->type() == QEvent::LayoutRequest)
            fitContent();
        return done;
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        fitContent();
        QScrollArea::resizeEvent(event);
    }

private:
    void fitContent()
    {
        const QLayout* const layout = widget()->layout();
        if (layout && layout->hasHeightForWidth())
            widget()->setMinimumHeight(layout->minimumHeightForWidth(viewport()->width()));
    }
};

} // namespace

QScrollArea* makeScrollArea(QWidget* content)
{
    auto* const scroll = new WrappingScrollArea;
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
