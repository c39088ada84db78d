// SPDX-License-Identifier: MIT
#include "core/redis/server.h"

namespace ratewarden {

Reply Server::call(const Command& command)
{
    Reply reply;
    run({&command, 1}, {&reply, 1});
    if (reply.view().isError())
        throwIfError(reply.view(), command.description(), where());
    return reply;
}

std::vector<Reply> Server::pipeline(std::span<const Command> commands)
{
    std::vector<Reply> replies(commands.size());
    run(commands, replies);
    return replies;
}

} // namespace ratewarden
