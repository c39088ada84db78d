// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace ratewarden {

struct Timeouts {
    std::chrono::milliseconds connect{2000};
    std::chrono::milliseconds command{2000}; ///< for each wait on the socket
};

/// One connection to one server. It connects at the first command, and again at the next one after it broke,
/// with everything restored: password, database, client name, timeouts. Connecting looks the host's name up,
/// which no timeout bounds; all else ends within the timeouts.
///
/// Used by one thread at a time, but for cancel(). The first one made turns SIGPIPE off for the process
/// (unless the program has set a handler of its own), as hiredis would otherwise let a dead server kill it.
class Connection {
public:
    explicit Connection(Endpoint endpoint, Timeouts timeouts = {}, std::string clientName = "ratewarden");
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    const Endpoint& endpoint() const;

    /// Sends one command and waits for its reply; an error reply is thrown as its typed error. Throws
    /// Unavailable when there is no reply; if its effect is None, nothing of the command has run. A script
    /// that the server does not have is sent along at once, in a second round trip.
    Reply call(const Command& command);

    /// Sends all commands in one go and waits for all replies, in order; each may be an error reply. Scripts
    /// that the server does not have are sent along, in a second go after the others have run.
    std::vector<Reply> pipeline(const std::vector<Command>& commands);

    /// Lets a command that another thread waits for fail at once with Unavailable, and every later one too.
    /// Safe from any thread.
    void cancel();

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
