// SPDX-License-Identifier: MIT
#include "core/admin/resets.h"

#include "core/model/errors.h"

#include <fmt/format.h>

namespace ratewarden {

Resets resetTokens(Server& server, std::span<const TokenKey> keys)
{
    std::vector<Command> commands;
    commands.reserve(keys.size());
    for (const TokenKey& key : keys)
        commands.push_back(resetTokenCommand(key));
    const std::vector<Reply> replies = server.pipeline(commands);
    Resets resets;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const ReplyView reply = replies[i].view();
        try {
            throwIfError(reply, commands[i].description(), server.where());
            if (!reply.isNil())
                resets.removed.push_back({keys[i], std::string(reply[0].string()), reply[1].integer()});
        } catch (const Error& error) {
            if (resets.problem.empty())
                resets.problem = error.what();
        }
    }
    return resets;
}

Restores restoreTokens(Server& server, std::span<const RemovedState> states, bool replace)
{
    std::vector<Command> commands;
    commands.reserve(states.size());
    for (const RemovedState& state : states)
        commands.push_back(restoreTokenCommand(state, replace));
    const std::vector<Reply> replies = server.pipeline(commands);
    Restores restores;
    restores.results.reserve(states.size());
    for (std::size_t i = 0; i < replies.size(); ++i) {
        try {
            throwIfError(replies[i].view(), commands[i].description(), server.where());
            const std::int64_t answer = replies[i].view().integer();
            if (answer < int(Restored::CameSince) || answer > int(Restored::Merged))
                throw BadReply(fmt::format("Redis answered {} to a reset taken back", answer));
            restores.results.push_back(Restored(answer));
        } catch (const Error& error) {
            restores.results.push_back(Restored::Failed);
            if (restores.problem.empty())
                restores.problem = error.what();
        }
    }
    return restores;
}

Command resetTokenCommand(const TokenKey& key)
{
    Command command(scriptNamed("reset"), 1);
    addStateKey(command, key.token, key.policy, *key.algorithm);
    return command;
}

Command restoreTokenCommand(const RemovedState& state, bool replace)
{
    Command command(scriptNamed("restore"), 2);
    const std::string key = stateKey(state.key.token, state.key.policy, *state.key.algorithm);
    command.add(key).add(key + ":restored");
    command.add(state.dump).add(state.expiresAtMillis);
    return command.add(replace ? "replace" : "merge");
}

} // namespace ratewarden
