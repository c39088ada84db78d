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
    switch (event.kind) {
    case ServerEvent::Kind::Evicted:
        return fmt::format("{} evicted, as memory ran out",
                           event.keys == 1 ? "1 key was" : fmt::format("{} keys were", event.keys));
    case ServerEvent::Kind::ScriptsFlushed:
        return "the server's scripts were flushed; limiters load theirs again";
    case ServerEvent::Kind::ClockStep:
        return fmt::format("the server's clock went back by {}", durationText(event.back));
    case ServerEvent::Kind::Restarted:
        return "another process answers: a restart or a failover";
    }
    return {};
}

/// Whether they begin: a server that is full evicts all the time, and each would hide all other events.
bool ServerEvents::takeEvictions(const ServerInfo& before, const ServerInfo& info, Instant at)
{
    constexpr Micros apart = std::chrono::minutes(1);
    if (!before.evictedKeys || !info.evictedKeys || *info.evictedKeys <= *before.evictedKeys)
        return false;
    const std::optional<Instant> last = std::exchange(m_evicted, at);
    return !last || at < *last || at - *last > apart;
}

std::vector<ServerEvent> ServerEvents::take(const ServerInfo& info,
                                            const std::optional<ClockWatch::Step>& step, Instant at)
{
    using Kind = ServerEvent::Kind;
    std::vector<ServerEvent> events;
    const std::optional<ServerInfo> before = std::exchange(m_before, info);
    const Instant seen = std::exchange(m_seen, at);
    const auto add = [&](Kind kind, std::int64_t keys = 0) {
        events.push_back({kind, at, std::min(seen, at), keys, {}});
    };
    if (step && step->at != m_step) {
        m_step = step->at;
        events.push_back({Kind::ClockStep, step->at, {}, 0, step->by});
    }
    if (!before)
        return events;
    if (before->runId && info.runId && before->runId != info.runId) {
        m_evicted.reset();
        add(Kind::Restarted);
        return events; // whose numbers begin anew
    }
    if (takeEvictions(*before, info, at))
        add(Kind::Evicted, *info.evictedKeys - *before->evictedKeys);
    if (before->cachedScripts && info.cachedScripts && *info.cachedScripts < *before->cachedScripts)
        add(Kind::ScriptsFlushed);
    return events;
}

} // namespace ratewarden
