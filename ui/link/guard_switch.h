// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/guard.h"

#include <QObject>
#include <QScopedValueRollback>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace ratewarden::ui {

/// How strictly one server is guarded in this window. A lower level may be for a time, after which the usual
/// one is back by itself. Used in the GUI thread; the guards of the lanes share its state.
class GuardSwitch final : public QObject {
    Q_OBJECT

public:
    explicit GuardSwitch(GuardLevel level, QObject* parent = nullptr);

    const std::shared_ptr<GuardState>& state() const { return m_state; }
    GuardLevel level() const { return m_state->level(); }
    bool isReadOnly() const { return level() == GuardLevel::ReadOnly; }
    /// The level that is back when the time is over; else the same as level().
    GuardLevel usual() const { return m_usual; }
    /// How long until then, at least 0; nothing: the level stays.
    std::optional<std::chrono::milliseconds> remaining() const;
    /// As long as what it returns lives, a change that is asked for is shown before it is made, at any level.
    [[nodiscard]] QScopedValueRollback<bool> reviewAll()
    {
        return QScopedValueRollback<bool>(m_reviewsAll, true);
    }
    bool reviewsAll() const { return m_reviewsAll; }

    /// To a stricter level, or the same; nobody needs to be asked. One that is less strict than the usual
    /// level ends when the present one would have.
    void raise(GuardLevel level);
    /// To a less strict one; the operator has been asked. `lasts`: how long; nothing: it is the usual one
    /// from now on.
    void lower(GuardLevel level, std::optional<std::chrono::milliseconds> lasts);

Q_SIGNALS:
    /// Another level, or another usual one.
    void changed();
    /// remaining() has another number of seconds.
    void ticked();

private:
    void tick();

    using Clock = std::chrono::system_clock; // it goes on while the machine sleeps

    std::shared_ptr<GuardState> m_state;
    GuardLevel m_usual;
    bool m_reviewsAll = false;
    std::optional<Clock::time_point> m_until;
    Clock::time_point m_seen; // at the last tick
    QTimer m_ticks;
};

} // namespace ratewarden::ui
