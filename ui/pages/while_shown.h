// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace ratewarden::ui {

/// Tells an object of the session when a page is shown, and when it is hidden or gone. Owned by the page; the
/// object may be gone first.
class WhileShown final : public QObject {
public:
    template <typename Desk>
    WhileShown(QWidget* page, Desk* desk, void (Desk::*setShown)(bool))
        : QObject(page), m_desk(desk), m_setShown([desk, setShown](bool shown) { (desk->*setShown)(shown); })
    {
        page->installEventFilter(this);
    }
    ~WhileShown() override
    {
        if (m_desk)
            m_desk->disconnect(parent()); // what is left of the page can no longer take anything
        if (m_shown)
            tell(false);
    }

    bool eventFilter(QObject* page, QEvent* event) override
    {
        if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
            tell(event->type() == QEvent::Show);
        return QObject::eventFilter(page, event);
    }

private:
    void tell(bool shown)
    {
        m_shown = shown;
        if (m_desk)
            m_setShown(shown);
    }

    QPointer<QObject> m_desk;
    std::function<void(bool)> m_setShown;
    bool m_shown = false;
};

} // namespace ratewarden::ui
