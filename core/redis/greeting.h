// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"
#include "core/redis/stream.h"

#include <functional>
#include <string>
#include <string_view>

namespace ratewarden {

/// Until when that must be done, counted from now. A stream through ssh may still be connecting, unless TLS
/// has been through it.
Stream::Deadline greetingDeadline(const Endpoint& endpoint, const Timeouts& timeouts, const Stream& stream);

/// What a new connection sends before anything else: the password, the database, the client's name.
/// `exchange` sends one command and waits for its reply; `what` is for its error messages. Throws what
/// `exchange` throws, and the typed error of a refusal.
void greet(const Endpoint& endpoint, const std::string& clientName,
           const std::function<Reply(const Command& command, std::string_view what)>& exchange);

} // namespace ratewarden
