// SPDX-License-Identifier: MIT
#include "core/admin/resets.h"

#include "core/model/errors.h"

#include <fmt/format.h>

namespace ratewarden {

std::optional<RemovedState> resetToken(Connection& connection, const TokenKey& key)
{
    const Reply reply = connection.call(resetTokenCommand(key));
    if (reply.view().isNil())
        return std::nullopt;
    return RemovedState{key, std::string(reply.view()[0].string()), reply.view()[1].integer()};
}

Restored restoreToken(Connection& connection, const RemovedState& state, bool replace)
{
    const std::int64_t answer = connection.call(restoreTokenCommand(state, replace)).view().integer();
    switch (answer) {
    case 0:
        return Restored::CameSince;
    case 1:
        return Restored::AsItWas;
    case 2:
        return Restored::Expired;
    default:
        throw BadReply(fmt::format("Redis answered {} to a reset taken back", answer));
    }
}

Command resetTokenCommand(const TokenKey& key)
{
    Command command(scriptNamed("reset"), 1);
    addStateKey(command, key.token, key.policy, *key.algorithm);
    return command;
}

Command restoreTokenCommand(const RemovedState& state, bool replace)
{
    Command command(scriptNamed("restore"), 1);
    addStateKey(command, state.key.token, state.key.policy, *state.key.algorithm);
    command.add(state.dump).add(state.expiresAtMillis);
    return command.add(replace ? "replace" : "keep");
}

} // namespace ratewarden
