// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/boot_clock.h"
#include "core/model/time.h"
#include "core/redis/server.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

enum class ServerEngine { Redis, Valkey };
enum class Role { Master, Replica };

/// What a server reports about itself. A field is empty if the server does not report it, or not to this
/// user.
struct ServerInfo {
    std::optional<std::string> version; ///< "7.0.15", of the engine that it is; raw bytes
    std::optional<ServerEngine> engine;
    std::optional<Role> role;
    std::optional<bool> clusterEnabled;         ///< it is a node of a cluster, and has only its own slots
    std::optional<std::string> maxmemoryPolicy; ///< "noeviction", "volatile-lru", …; raw bytes
    std::optional<std::int64_t> maxmemory;      ///< bytes; 0: it sets itself no limit
    std::optional<Instant> time;                ///< by its clock
    std::optional<std::string> runId;           ///< another one after each start; raw bytes
    std::optional<std::string> replication;     ///< the history of writes that it and its replicas share
    /// That of the primary whose place it has taken; zeros: none.
    std::optional<std::string> formerReplication;
    std::optional<std::int64_t> cachedScripts; ///< that EVALSHA finds
    std::optional<std::int64_t> evictedKeys;   ///< since it started, because memory ran out
    std::optional<Micros> usedCpu;             ///< of the process since it started, user and system together
    std::optional<std::int64_t> commandsProcessed; ///< since it started
    std::optional<std::int64_t> usedMemory;        ///< bytes
    std::optional<std::int64_t> operations;        ///< commands a second, of the last second or two
    std::optional<std::int64_t> clients;           ///< connections, this one included
    std::optional<std::int64_t> blockedClients;    ///< of these wait in a blocking command
    std::optional<std::int64_t> replicas;          ///< connected ones
    std::optional<std::int64_t> replicaLag;        ///< seconds, of the one that is furthest behind
    std::optional<TlsState> tls;                   ///< how the connection is encrypted; empty: it is not
};

/// The lines "name:value" of a reply to INFO; of a name that is there twice, the first. They point into the
/// text.
std::map<std::string_view, std::string_view> parseInfo(std::string_view text);

/// The same for the fields that this program uses.
ServerInfo serverInfo(std::string_view text);

/// Sends one INFO. For a user without the right to it, all fields are empty; otherwise throws as Server::call
/// does.
ServerInfo readServerInfo(Server& server);

/// What each primary of a cluster says of itself, or the one server.
struct NodeInfos {
    struct Node {
        std::string name;               ///< as NodeState::where; empty: it is one server, or one primary
        std::optional<ServerInfo> info; ///< nothing: it did not answer
    };

    std::vector<Node> nodes; ///< of which one has answered
    BootClock::time_point asked{};
    BootClock::time_point answered{};

    /// Of the first that has answered.
    const ServerInfo& first() const;
    /// Whether there is one of that name, if only one that did not answer.
    bool has(std::string_view name) const;
};

/// The same of all primaries, as far as they are known, asked side by side.
NodeInfos readNodeInfos(Server& server);

} // namespace ratewarden
