// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"

#include <functional>
#include <string>
#include <string_view>

namespace ratewarden {

/// What a new connection sends before anything else: the password, the database, the client's name.
/// `exchange` sends one command and waits for its reply; `what` is for its error messages. Throws what
/// `exchange` throws, and the typed error of a refusal.
void greet(const Endpoint& endpoint, const std::string& clientName,
           const std::function<Reply(const Command& command, std::string_view what)>& exchange);

} // namespace ratewarden
