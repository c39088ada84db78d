// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace ratewarden {

/// Which commands change nothing: an allow list, from a server's own account of its commands. What it does
/// not know is not on it.
///
/// On it are the commands that the server flags `readonly`, and a few that it does not but that only look, or
/// concern the connection alone: TIME, INFO, CONFIG GET. A subcommand counts for itself, as the container's
/// own flags say nothing. Not on it, whatever their flags are: KEYS, which holds up the server for as long as
/// it looks at all keys; PFCOUNT, which stores what it has counted; and scripts and functions, which may run
/// administrative commands that Redis takes for neither reads nor writes. Of scripts only those of this
/// library are on it that read, where the server can forbid them to write (EVALSHA_RO, from Redis 7 on).
class ReadCommands {
public:
    /// For servers that do not tell: what accessOf() holds for reads.
    ReadCommands() = default;
    /// Of the reply to COMMAND; throws BadReply if it has another shape.
    explicit ReadCommands(ReplyView described);

    /// A script is to be sent as Command::asReadOnly().
    bool has(const Command& command) const;

private:
    struct Flags {
        bool reads = false;
        bool mayWrite = false;
        bool hasSubcommands = false;
    };
    void add(ReplyView described);
    const Flags* find(const std::string& name) const;

    std::unordered_map<std::string, Flags>
        m_flags; // by "get" and "config|get"; empty: the server does not tell
};

} // namespace ratewarden
