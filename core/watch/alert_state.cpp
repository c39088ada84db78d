// SPDX-License-Identifier: MIT
#include "core/watch/alert_state.h"

#include <array>

namespace ratewarden {

std::string_view nameOf(AlertPhase phase)
{
    constexpr std::array<std::string_view, 4> names{"quiet", "pending", "firing", "recovering"};
    return names.at(std::size_t(phase));
}

void AlertState::enter(AlertPhase phase, Instant now)
{
    if (phase == AlertPhase::Firing && m_phase == AlertPhase::Pending)
        m_firedAt = now;
    m_phase = phase;
    m_since = phase == AlertPhase::Firing ? m_firedAt : now;
    m_held = Micros::zero();
}

void AlertState::adopt(Instant firedAt)
{
    m_phase = AlertPhase::Firing;
    m_firedAt = m_since = firedAt;
    m_held = Micros::zero();
}

AlertState::Step AlertState::take(const AlertBound& bound, Micros wait, const AlertFigure& figure,
                                  Instant now)
{
    if (m_since == Instant{})
        m_since = now;
    Step step{m_phase, m_phase, m_isKnown, true};
    const std::optional<bool> leaves = isRaised(m_phase) ? bound.isBack(figure) : bound.holds(figure);
    m_isKnown = step.isKnown = leaves.has_value();
    if (!leaves) {
        m_before.reset();
        return step;
    }
    if (!*leaves) {
        if (m_phase == AlertPhase::Pending)
            enter(AlertPhase::Quiet, now);
        else if (m_phase == AlertPhase::Recovering)
            enter(AlertPhase::Firing, now);
    } else {
        if (m_phase == AlertPhase::Quiet)
            enter(AlertPhase::Pending, now);
        else if (m_phase == AlertPhase::Firing)
            enter(AlertPhase::Recovering, now);
        else if (m_before)
            m_held += now - *m_before;
        if (m_held >= wait)
            enter(m_phase == AlertPhase::Pending ? AlertPhase::Firing : AlertPhase::Quiet, now);
    }
    m_before = now;
    step.to = m_phase;
    return step;
}

} // namespace ratewarden
