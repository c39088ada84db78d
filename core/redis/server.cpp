// SPDX-License-Identifier: MIT
#include "core/redis/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

namespace ratewarden {
namespace {

/// Who reads a script's reply says what it was for; a decision's is to cost nothing more.
void nameWhatWasAsked(std::span<const Command> commands, std::span<Reply> replies, const std::string& where)
{
    std::shared_ptr<const std::string> asked;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (commands[i].script())
            continue;
        if (!asked) {
            const bool isMixed = std::ranges::any_of(commands.subspan(i), [&](const Command& other) {
                return other.title() != commands[i].title();
            });
            asked = std::make_shared<std::string>(
                fmt::format("{}{} on {}", commands[i].title(), isMixed ? " and others" : "", where));
        }
        replies[i].setAsked(asked);
    }
}

} // namespace

Reply Server::call(const Command& command)
{
    Reply reply;
    run({&command, 1}, {&reply, 1});
    if (reply.view().isError())
        throwIfError(reply.view(), command.description(), where());
    nameWhatWasAsked({&command, 1}, {&reply, 1}, where());
    return reply;
}

std::vector<Reply> Server::pipeline(std::span<const Command> commands)
{
    std::vector<Reply> replies(commands.size());
    run(commands, replies);
    nameWhatWasAsked(commands, replies, where());
    return replies;
}

} // namespace ratewarden
