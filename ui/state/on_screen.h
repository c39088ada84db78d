// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/session.h"

#include <QPointer>

namespace ratewarden::ui {

/// The tokens that somebody has on the screen: the session reads them at the chosen interval until others are
/// shown, or none, or this is gone. It may outlive the session.
class OnScreen {
public:
    explicit OnScreen(Session& session) : m_session(&session) {}
    ~OnScreen() { show({}); }
    OnScreen(const OnScreen&) = delete;
    OnScreen& operator=(const OnScreen&) = delete;

    void show(std::vector<Subject> subjects)
    {
        if (m_session)
            m_session->setOnScreen(this, std::move(subjects));
    }

private:
    QPointer<Session> m_session;
};

} // namespace ratewarden::ui
