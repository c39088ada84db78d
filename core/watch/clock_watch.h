// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <chrono>
#include <optional>
#include <utility>

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
    bool saw(Instant server, Steady::time_point here) { return saw(server, here, here); }
    /// It was that at some time between the two: however slow a reply is, it looks like no step. True: it has
    /// gone back.
    bool saw(Instant server, Steady::time_point asked, Steady::time_point answered)
    {
        const std::optional<Seen> last = std::exchange(m_last, Seen{server, answered});
        if (!last)
            return false;
        const Instant expected = last->server + std::chrono::floor<Micros>(asked - last->answered);
        if (expected - server < least)
            return false;
        m_step = Step{expected - server, server};
        return true;
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
