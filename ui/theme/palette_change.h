// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QWidget>

namespace ratewarden::ui {

/// Calls `then` whenever the widget's palette has changed, as when another theme is chosen.
template <typename Then>
void onPaletteChange(QWidget* widget, Then then)
{
    class Filter final : public QObject {
    public:
        Filter(QWidget* widget, Then then) : QObject(widget), m_then(std::move(then)) {}
        bool eventFilter(QObject* watched, QEvent* event) override
        {
            if (event->type() == QEvent::PaletteChange)
                m_then();
            return QObject::eventFilter(watched, event);
        }

    private:
        Then m_then;
    };
    widget->installEventFilter(new Filter(widget, std::move(then)));
}

} // namespace ratewarden::ui
