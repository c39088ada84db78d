// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/server_info.h"
#include "ui/histories/clock_watch.h"
#include "ui/histories/time_marks.h"

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// What happens to a server, noticed by what it says of itself from one time to the next: keys that it
/// evicts, scripts that are flushed, a clock that goes back, another process that answers in its place.
class ServerEvents {
public:
    /// What has happened since it was looked at last. `at`: by the server's clock.
    std::vector<TimeMark> take(const ServerInfo& info, const std::optional<ClockWatch::Step>& step,
                               Instant at);

private:
    std::optional<ServerInfo> m_before;
    Instant m_seen{};
    std::optional<Instant> m_step; // the one that was told
};

} // namespace ratewarden::ui
