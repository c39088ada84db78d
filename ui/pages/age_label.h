// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "ui/widgets/plain_label.h"

#include <QPointer>
#include <QTimer>

#include <functional>

namespace ratewarden::ui {

class Session;

/// How old what a page or a card shows is, by the time at which that was read: "read 3 s ago", "paused at
/// 14:02:11", "as of 14:02:11". It keeps itself up to date while it is seen.
class AgeLabel final : public PlainLabel {
    Q_OBJECT

public:
    /// `at`: by the server's clock; the moment 0: nothing has been read yet, and it says nothing.
    AgeLabel(Session& session, std::function<Instant()> at, QWidget* parent = nullptr);

    /// What it says while paused, in place of since when.
    void setPausedText(std::function<QString()> text) { m_paused = std::move(text); }

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    /// Time goes on, for what is drawn beside it.
    void ticked();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QPointer<Session> m_session;
    std::function<Instant()> m_at;
    std::function<QString()> m_paused;
    QTimer m_ticks;
};

} // namespace ratewarden::ui
