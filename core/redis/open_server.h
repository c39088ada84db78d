// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/server.h"
#include "core/redis/stream.h"

#include <memory>
#include <string>

namespace ratewarden {

/// What stands at the endpoint: the primary that Sentinels name, a cluster, or one server. One that says,
/// when it is first connected to, that it is a node of a cluster is taken for the whole cluster, unless this
/// user may not ask for the slots, or it was reached by its Unix socket: the other nodes have none here.
/// Connects at the first command; throws nothing before that.
std::unique_ptr<Server> openServer(const Endpoint& endpoint, Timeouts timeouts = {},
                                   const std::string& clientName = "ratewarden");

} // namespace ratewarden
