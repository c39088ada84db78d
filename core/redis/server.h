// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/node_state.h"
#include "core/redis/reply.h"
#include "core/redis/tls_state.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// The interface that commands are sent through: one node, several nodes, or a decorator that refuses or
/// records commands to another server. Used by one thread at a time, except for cancel().
class Server {
public:
    Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    virtual ~Server() = default;

    /// Sends one command and waits for its reply; an error reply is thrown as its typed error. Throws
    /// Unavailable when there is no reply; if its effect is None, nothing of the command has run. A script
    /// that the server does not have is sent along at once, in a second round trip.
    Reply call(const Command& command);

    /// Sends all commands in one go and waits for all replies, in order; each may be an error reply. Scripts
    /// that the server does not have are sent along, in a second go after the others have run.
    /// Throws Unavailable when a reply is missing, with None only if nothing of any of them has run. Where a
    /// node of a cluster is unreachable and others are not, error replies stand for its own, of which
    /// throwIfError() makes Unavailable.
    std::vector<Reply> pipeline(std::span<const Command> commands);
    std::vector<Reply> pipeline(std::initializer_list<Command> commands)
    {
        return pipeline(std::span(commands.begin(), commands.size()));
    }

    /// For error messages: "redis://host:6379/2"; never a password.
    virtual const std::string& where() const = 0;

    /// What TLS agreed on when it last connected; nothing without TLS, or before that.
    virtual std::optional<TlsState> tls() const { return std::nullopt; }

    /// The nodes of the cluster, or the primary that the Sentinels named, as far as known; empty: it is one
    /// server, whose only name is where().
    virtual std::vector<NodeState> nodes() const { return {}; }

    /// Makes the command that another thread waits for, and all later ones, fail at once with Unavailable;
    /// the effect is Uncertain if the command had been sent. Thread-safe.
    virtual void cancel() = 0;

    /// For call(), pipeline() and decorators: sends the commands, and writes one reply for each.
    virtual void run(std::span<const Command> commands, std::span<Reply> replies) = 0;
};

} // namespace ratewarden
