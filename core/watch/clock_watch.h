// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <chrono>
#include <optional>

namespace ratewarden {

/// Notices when a server's clock goes back, as after a failover to a host that is behind.
class ClockWatch {
public:
    using Steady = std::chrono::steady_clock;
    struct Step {
        Micros by;  ///< how far back, above 0
        Instant at; ///< by the clock after it
    };

    /// Less is not told: slow replies and clocks that are adjusted look like it.
    static constexpr Micros least = std::chrono::seconds(1);

    /// The server's clock was `server` when this machine's steady clock was `here`.
    void saw(Instant server, Steady::time_point here) { saw(server, here, here); }
    /// It was that at some time between the two: however slow a reply is, it looks like no step.
    void saw(Instant server, Steady::time_point asked, Steady::time_point answered)
    {
        if (m_last) {
            const Instant expected = m_last->server + std::chrono::floor<Micros>(asked - m_last->answered);
            if (expected - server >= least)
                m_step = Step{expected - server, server};
        }
        m_last = {server, answered};
    }
    /// The last step back; nothing: none was seen.
    const std::optional<Step>& step() const { return m_step; }

private:
    struct Seen {
        Instant server;
        Steady::time_point answered;
    };
    std::optional<Seen> m_last;
    std::optional<Step> m_step;
};

} // namespace ratewarden
