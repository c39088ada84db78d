// SPDX-License-Identifier: MIT
#include "core/watch/server_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ratewarden {
namespace {

// In the order of ServerEvent::Kind.
constexpr std::array<std::string_view, 4> serverEventNames{"evicted", "scripts flushed", "clock",
                                                           "restarted"};

std::string eventWords(const ServerEvent& event)
{
    switch (event.kind) {
    case ServerEvent::Kind::Evicted:
        return fmt::format("{} evicted, as memory ran out",
                           event.keys == 1 ? "1 key was" : fmt::format("{} keys were", event.keys));
    case ServerEvent::Kind::ScriptsFlushed:
        return "the server's scripts were flushed; limiters load theirs again";
    case ServerEvent::Kind::ClockStep:
        return fmt::format("the server's clock went {} by {}", event.step < Micros() ? "back" : "forward",
                           durationText(std::chrono::abs(event.step)));
    case ServerEvent::Kind::Restarted:
        return event.former.empty() ? "another process answers: a restart or a failover"
                                    : fmt::format("it has taken over from {}, in a failover", event.former);
    }
    return {};
}

} // namespace

std::string_view nameOf(ServerEvent::Kind kind)
{
    return serverEventNames.at(std::size_t(kind));
}

std::optional<ServerEvent::Kind> serverEventNamed(std::string_view name)
{
    const auto found = std::ranges::find(serverEventNames, name);
    if (found == serverEventNames.end())
        return std::nullopt;
    return ServerEvent::Kind(found - serverEventNames.begin());
}

std::string textOf(const ServerEvent& event)
{
    return event.node.empty() ? eventWords(event) : fmt::format("{}: {}", event.node, eventWords(event));
}

/// Whether they begin: a server that is full evicts all the time, and each would hide all other events.
bool ServerEvents::takeEvictions(Node& node, const ServerInfo& before, Instant at)
{
    constexpr Micros apart = std::chrono::minutes(1);
    const std::optional<std::int64_t> now = node.before->evictedKeys;
    if (!before.evictedKeys || !now || *now <= *before.evictedKeys)
        return false;
    const std::optional<Instant> last = std::exchange(node.evicted, at);
    return !last || at < *last || at - *last > apart;
}

/// The node that is none of the primaries any more, and of which this one was a replica; empty: none.
std::string ServerEvents::formerOf(const ServerInfo& info, const NodeInfos& said) const
{
    const auto found = std::ranges::find_if(m_nodes, [&](const auto& one) {
        return info.formerReplication && one.second.before->replication == info.formerReplication &&
               !said.has(one.first);
    });
    return found == m_nodes.end() ? std::string() : found->first;
}

/// What is known of the former one is known of this one.
ServerEvents::Node& ServerEvents::nodeOf(const std::string& name, const std::string& former)
{
    if (!former.empty()) {
        auto taken = m_nodes.extract(former);
        taken.key() = name;
        m_nodes.insert(std::move(taken));
    }
    return m_nodes[name];
}

std::vector<ServerEvent> ServerEvents::take(const NodeInfos& said, Instant at)
{
    using Kind = ServerEvent::Kind;
    std::vector<ServerEvent> events;
    bool isWhole = true;
    for (const auto& [name, info] : said.nodes) {
        // One that has become a replica is a primary only by slots that were read before.
        if (!info || (!name.empty() && info->role == Role::Replica)) {
            isWhole = false;
            continue;
        }
        const std::string former = m_nodes.contains(name) ? std::string() : formerOf(*info, said);
        Node& node = nodeOf(name, former);
        const std::optional<ServerInfo> before = std::exchange(node.before, info);
        const Instant seen = std::min(std::exchange(node.seen, at), at);
        if (info->time && node.clock.saw(*info->time, said.asked, said.answered)) {
            m_step = {Kind::ClockStep, node.clock.step()->at, {}, 0, node.clock.step()->by, name, {}};
            events.push_back(*m_step);
        }
        if (!before)
            continue;
        if (!former.empty() || (before->runId && info->runId && before->runId != info->runId)) {
            node.evicted.reset();
            events.push_back({Kind::Restarted, at, seen, 0, {}, name, former});
            continue; // its numbers begin anew
        }
        if (takeEvictions(node, *before, at))
            events.push_back(
                {Kind::Evicted, at, seen, *info->evictedKeys - *before->evictedKeys, {}, name, {}});
        if (before->cachedScripts && info->cachedScripts && *info->cachedScripts < *before->cachedScripts)
            events.push_back({Kind::ScriptsFlushed, at, seen, 0, {}, name, {}});
    }
    // Whoever takes over from one that is gone may not have answered yet.
    if (isWhole)
        std::erase_if(m_nodes, [&](const auto& one) { return !said.has(one.first); });
    return events;
}

} // namespace ratewarden
