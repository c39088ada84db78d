// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/boot_clock.h"
#include "core/model/time.h"

#include <chrono>
#include <optional>
#include <utility>

namespace ratewarden {

/// Notices when a server's clock steps, as after a failover to a host that is behind or ahead.
class ClockWatch {
public:
    using Steady = BootClock; // while this machine is suspended, the server's clock goes on
    struct Step {
        Micros by;  ///< how far forward; below 0: back
        Instant at; ///< by the clock after it
    };

    /// Less is not told: slow replies and clocks that are adjusted look like it.
    static constexpr Micros least = std::chrono::seconds(1);

    /// The server's clock was `server` when this machine's steady clock was `here`.
    bool saw(Instant server, Steady::time_point here) { return saw(server, here, here); }
    /// It was that at some time between the two: however slow a reply is, it looks like no step. True: it has
    /// stepped.
    bool saw(Instant server, Steady::time_point asked, Steady::time_point answered)
    {
        const std::optional<Seen> last = std::exchange(m_last, Seen{server, asked, answered});
        if (!last)
            return false;
        const Micros behind = last->server + (asked - last->answered) - server;
        const Micros ahead = server - last->server - (answered - last->asked);
        if (behind < least && ahead < least)
            return false;
        m_step = Step{behind < least ? ahead : -behind, server};
        return true;
    }
    /// The last one; nothing: none was seen.
    const std::optional<Step>& step() const { return m_step; }

private:
    struct Seen {
        Instant server;
        Steady::time_point asked;
        Steady::time_point answered;
    };
    std::optional<Seen> m_last;
    std::optional<Step> m_step;
};

} // namespace ratewarden
