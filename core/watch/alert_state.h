// SPDX-License-Identifier: MIT
#pragma once

#include "core/watch/alert.h"

#include <optional>
#include <string_view>

namespace ratewarden {

enum class AlertPhase {
    Quiet,
    Pending, ///< beyond the bound, but not for long enough
    Firing,
    Recovering ///< back, but not for long enough
};
/// "quiet", "pending", "firing", "recovering".
std::string_view nameOf(AlertPhase phase);
/// It has begun to fire, and has not recovered.
constexpr bool isRaised(AlertPhase phase)
{
    return phase == AlertPhase::Firing || phase == AlertPhase::Recovering;
}

/// How one alert stands, from round to round. What a figure does not tell changes nothing: the time until the
/// next round that tells counts neither as beyond the bound nor as back.
class AlertState {
public:
    /// What a round changed.
    struct Step {
        AlertPhase from = AlertPhase::Quiet;
        AlertPhase to = AlertPhase::Quiet;
        bool wasKnown = true;
        bool isKnown = true;

        bool hasFired() const { return !isRaised(from) && isRaised(to); }
        bool hasRecovered() const { return isRaised(from) && !isRaised(to); }
    };

    /// Takes what a round measured; `now` never goes back.
    Step take(const AlertBound& bound, Micros wait, const AlertFigure& figure, Instant now);

    /// Somebody else knows that it fires, since then: from the next round on it is as if it had fired here.
    void adopt(Instant firedAt);

    AlertPhase phase() const { return m_phase; }
    /// Since when it is in this phase; of Firing: since it fired. The moment 0 before the first round.
    Instant since() const { return m_since; }
    /// When it fired last; of no meaning unless it is raised.
    Instant firedAt() const { return m_firedAt; }
    /// Whether the last round told.
    bool isKnown() const { return m_isKnown; }

private:
    void enter(AlertPhase phase, Instant now);

    AlertPhase m_phase = AlertPhase::Quiet;
    Instant m_since{};
    Instant m_firedAt{};
    Micros m_held{};                 // how long it is known to be so, of Pending and Recovering
    std::optional<Instant> m_before; // the last round, if it told
    bool m_isKnown = true;
};

} // namespace ratewarden
