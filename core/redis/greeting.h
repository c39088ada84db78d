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

/// What a server says of itself in its reply to HELLO; all empty where it does not know HELLO (before Redis
/// 6, and some proxies), or not from this user.
struct HelloReply {
    std::string mode; ///< "standalone", "cluster" or "sentinel"
};

/// What a new connection sends before anything else: HELLO with the user and the client's name, in one round
/// trip, or AUTH and CLIENT SETNAME where HELLO is refused; then the database. RESP2: what RESP3 adds
/// is not used here, and hiredis before 1.0 cannot read it.
/// `exchange` sends one command and waits for its reply; `what` is for its error messages. Throws what
/// `exchange` throws, and the typed error of a refusal.
HelloReply greet(const Endpoint& endpoint, const std::string& clientName,
                 const std::function<Reply(const Command& command, std::string_view what)>& exchange);

} // namespace ratewarden
