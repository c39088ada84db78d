// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server_info.h"
#include "core/watch/clock_watch.h"

#include <cstdint>
#include <map>
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
    Micros step{};                ///< how far the clock went forward; below 0: back
    std::string node{};           ///< of a cluster, to which it happened; empty: to the one server
    std::string former{};         ///< whose place that node has taken; empty: its own
};

/// What a history calls such an event: "evicted", "scripts flushed", "clock", "restarted".
std::string_view nameOf(ServerEvent::Kind kind);
/// The kind of that name; empty: it is another event's.
std::optional<ServerEvent::Kind> serverEventNamed(std::string_view name);

/// "3 keys were evicted, as memory ran out".
std::string textOf(const ServerEvent& event);

/// What happens to a server, or to the nodes of a cluster, noticed by what they say of themselves from one
/// time to the next: keys that are evicted, scripts that are flushed, a clock that steps, another process
/// that answers in a node's place. A node that joins or leaves is none of these.
class ServerEvents {
public:
    /// What has happened since it was looked at last. `at`: now, by one clock all the time. Evictions that
    /// go on are one event, told when they begin.
    std::vector<ServerEvent> take(const NodeInfos& said, Instant at);
    /// The last one of any of them: its clock stepped; empty: none was seen.
    const std::optional<ServerEvent>& clockStep() const { return m_step; }

private:
    struct Node {
        std::optional<ServerInfo> before;
        Instant seen{};
        ClockWatch clock;
        std::optional<Instant> evicted; ///< when keys were seen to be evicted last
    };

    std::string formerOf(const ServerInfo& info, const NodeInfos& said) const;
    Node& nodeOf(const std::string& name, const std::string& former);
    static bool takeEvictions(Node& node, const ServerInfo& before, Instant at);

    std::map<std::string, Node> m_nodes; // by NodeInfos::Node::name
    std::optional<ServerEvent> m_step;
};

} // namespace ratewarden
