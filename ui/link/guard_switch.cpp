// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/guard_switch.h"

#include <algorithm>

namespace ratewarden::ui {

using namespace std::chrono_literals;

GuardSwitch::GuardSwitch(GuardLevel level, QObject* parent)
    : QObject(parent), m_state(std::make_shared<GuardState>(level)), m_usual(level)
{
    m_ticks.setTimerType(Qt::PreciseTimer);
    connect(&m_ticks, &QTimer::timeout, this, &GuardSwitch::tick);
}

std::optional<std::chrono::milliseconds> GuardSwitch::remaining() const
{
    if (!m_until)
        return std::nullopt;
    return std::max(std::chrono::ceil<std::chrono::milliseconds>(*m_until - Clock::now()), 0ms);
}

void GuardSwitch::raise(GuardLevel level)
{
    m_state->setLevel(level);
    if (level >= m_usual) {
        m_usual = level;
        m_until.reset();
        m_ticks.stop();
    }
    Q_EMIT changed();
}

void GuardSwitch::lower(GuardLevel level, std::optional<std::chrono::milliseconds> lasts)
{
    m_state->setLevel(level);
    m_until.reset();
    m_ticks.stop();
    if (lasts) {
        m_seen = Clock::now();
        m_until = m_seen + *lasts;
        m_ticks.start(std::min<std::chrono::milliseconds>(*lasts, 1s));
    } else {
        m_usual = level;
    }
    Q_EMIT changed();
}

// A clock that was set back must not make the time longer.
void GuardSwitch::tick()
{
    const Clock::time_point now = Clock::now();
    if (now >= *m_until || now < m_seen) {
        raise(m_usual);
        return;
    }
    m_seen = now;
    m_ticks.start(std::clamp<std::chrono::milliseconds>(*remaining(), 1ms, 1s));
    Q_EMIT ticked();
}

} // namespace ratewarden::ui
