// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"
#include "core/redis/stream.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Until when that must be done, counted from now. A stream through ssh may still be connecting, unless TLS
/// has been through it.
Stream::Deadline greetingDeadline(const Endpoint& endpoint, const Timeouts& timeouts, const Stream& stream);

/// What a server says of itself in its reply to HELLO; all empty where it does not know HELLO (before Redis
/// 6, and some proxies), or not from this user.
struct HelloReply {
    std::string mode;    ///< "standalone", "cluster" or "sentinel"
    std::string server;  ///< "redis", "valkey" or what else it calls itself
    std::string version; ///< of that, such as "7.0.15"

    bool isAtLeast(int major, int minor) const;
};

/// Sends the commands and waits for their replies, one for each; `what` is for its error messages.
using Exchange = std::function<std::vector<Reply>(std::span<const Command> commands, std::string_view what)>;

/// What a new connection sends before anything else: HELLO with the user and the client's name, in one round
/// trip, or AUTH and CLIENT SETNAME where HELLO is refused; then the database; then, to a server that knows
/// it (7.2 on), which library this is. RESP2: hiredis before 1.0 cannot read RESP3. Throws what `exchange`
/// throws, and the typed error of a refusal.
HelloReply greet(const Endpoint& endpoint, const std::string& clientName, const Exchange& exchange);

} // namespace ratewarden
