// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server_info.h"
#include "core/watch/clock_watch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What happened to a server as a whole.
struct ServerEvent {
    enum class Kind { Evicted, ScriptsFlushed, ClockStep, Restarted };

    Kind kind = Kind::Evicted;
    Instant at{};                 ///< when it was noticed; of a step by the clock after it
    std::optional<Instant> after; ///< it came later than that; empty: at that moment
    std::int64_t keys = 0;        ///< that were evicted
    Micros back{};                ///< how far the clock went
};

/// What a history calls such an event: "evicted", "scripts flushed", "clock", "restarted".
std::string_view nameOf(ServerEvent::Kind kind);
/// The kind of that name; empty: it is another event's.
std::optional<ServerEvent::Kind> serverEventNamed(std::string_view name);

/// "3 keys were evicted, as memory ran out".
std::string textOf(const ServerEvent& event);

/// What happens to a server, noticed by what it says of itself from one time to the next: keys that it
/// evicts, scripts that are flushed, a clock that goes back, another process that answers in its place.
class ServerEvents {
public:
    /// What has happened since it was looked at last. `at`: now, by one clock all the time. Evictions that
    /// go on are one event, told when they begin.
    std::vector<ServerEvent> take(const ServerInfo& info, const std::optional<ClockWatch::Step>& step,
                                  Instant at);

private:
    bool takeEvictions(const ServerInfo& before, const ServerInfo& info, Instant at);

    std::optional<ServerInfo> m_before;
    Instant m_seen{};
    std::optional<Instant> m_step;    // the one that was told
    std::optional<Instant> m_evicted; // when keys were seen to be evicted last
};

} // namespace ratewarden
