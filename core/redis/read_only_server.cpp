// SPDX-License-Identifier: MIT
#include "core/redis/read_only_server.h"

#include "core/model/errors.h"

#include <algorithm>

namespace ratewarden {

void ReadOnlyServer::run(std::span<const Command> commands, std::span<Reply> replies)
{
    const auto writer = std::ranges::find(commands, Command::Access::Writes, &Command::access);
    if (writer != commands.end())
        throw Refused(Problem(Refused::Reason::ReadOnly, writer->description(), where()));
    m_behind.run(commands, replies);
}

} // namespace ratewarden
