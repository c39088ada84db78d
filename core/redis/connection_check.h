// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"
#include "core/redis/endpoint.h"
#include "core/redis/server_info.h"

#include <chrono>
#include <optional>
#include <vector>

namespace ratewarden {

/// What must work, one after the other, before a server can be used.
enum class ConnectStep {
    Ssh,      ///< ssh gets to its destination, and from there to the host
    Name,     ///< the host's name leads to an address
    Connect,  ///< something listens there
    Tls,      ///< it speaks TLS and proves its name
    Login,    ///< it accepts the user and the password, or wants none
    Topology, ///< it is a Sentinel that knows the primary, or a node of a cluster
    Database, ///< it has the database
    Read      ///< the user may list keys
};

/// The steps that there are for an endpoint, in order.
std::vector<ConnectStep> connectSteps(const Endpoint& endpoint);

/// How far one gets.
struct ConnectionCheck {
    std::optional<ConnectStep> failed;   ///< nothing: all steps work
    Problem problem;                     ///< why it failed
    ServerInfo info;                     ///< of a server that all steps work with
    std::chrono::microseconds latency{}; ///< of one command there
};

/// Tries the steps with commands that change nothing; an Error is part of the outcome.
ConnectionCheck checkConnection(Server& server);

} // namespace ratewarden
