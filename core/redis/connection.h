// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"

#include <chrono>
#include <initializer_list>
#include <memory>
#include <span>
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
/// Used by one thread at a time, but for cancel(). A server that is gone raises no SIGPIPE.
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
    /// Throws Unavailable when a reply is missing, with None only if nothing of any of them has run.
    std::vector<Reply> pipeline(std::span<const Command> commands);
    std::vector<Reply> pipeline(std::initializer_list<Command> commands)
    {
        return pipeline(std::span(commands.begin(), commands.size()));
    }

    /// Lets a command that another thread waits for fail at once with Unavailable, and every later one too;
    /// its effect is Uncertain if the command had been sent. Connecting goes on until it succeeds or its
    /// timeout ends. Safe from any thread.
    void cancel();

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
