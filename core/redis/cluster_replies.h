// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"

#include <optional>
#include <string>
#include <string_view>

/// What nodes of a cluster answer, for those who send commands to several.
namespace ratewarden {

/// MOVED or ASK; nothing of the command has run.
bool isRedirection(std::string_view error);

/// Where it leads; nothing: it cannot be read. `askedHost`: the host that answered, which is meant where none
/// is named.
struct Redirection {
    bool isAsk = false; ///< this once, after ASKING; else the slot is there from now on
    std::uint16_t slot = 0;
    HostPort to;
};
std::optional<Redirection> redirectionIn(std::string_view error, const std::string& askedHost);

/// Why the node does not do it, if that passes; nothing has run then.
std::optional<Unavailable> unavailabilityIn(ReplyView reply, const Command& command,
                                            const std::string& where);
/// The node serves nothing now, and perhaps its slots have another owner by now.
bool isOut(const Unavailable& error);

/// The error of one node as that of a command to the cluster: where others serve, it says that it is of one
/// node.
Unavailable asOfCluster(const Unavailable& error, bool othersServe, std::string_view title,
                        const std::string& where);

/// What stands in the place of a reply of a node that failed while others answered; see lost_node.h.
Reply replyOfLostNode(Unavailable::Effect effect, std::string_view said);
Reply replyOfLostNode(const Unavailable& error);

} // namespace ratewarden
