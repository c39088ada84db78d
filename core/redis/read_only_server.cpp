// SPDX-License-Identifier: MIT
#include "core/redis/read_only_server.h"

#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {

void ReadOnlyServer::run(std::span<const Command> commands, std::span<Reply> replies)
{
    const auto writer = std::ranges::find(commands, Command::Access::Writes, &Command::access);
    if (writer != commands.end())
        throw Refused(fmt::format("{} on {}: this connection is read-only, and nothing was sent. Connect "
                                  "with write access to change anything",
                                  writer->description(), where()),
                      Refused::Reason::ReadOnly);
    m_behind.run(commands, replies);
}

} // namespace ratewarden
