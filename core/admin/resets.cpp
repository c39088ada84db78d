// SPDX-License-Identifier: MIT
#include "core/admin/resets.h"

#include "core/formats/format.h"
#include "core/model/errors.h"

#include <fmt/format.h>

namespace ratewarden {

Resets resetTokens(Server& server, std::span<const Subject> subjects)
{
    std::vector<Command> commands;
    commands.reserve(subjects.size());
    for (const Subject& subject : subjects)
        commands.push_back(resetTokenCommand(subject));
    const std::vector<Reply> replies = server.pipeline(commands);
    Resets resets;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        const ReplyView reply = replies[i].view();
        try {
            throwIfError(reply, commands[i].description(), server.where());
            if (!reply.isNil())
                resets.removed.push_back({subjects[i], std::string(reply[0].string()), reply[1].integer()});
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

Command resetTokenCommand(const Subject& subject)
{
    return subject.format->plan(ResetIntent{}, subject, nullptr).commands.front();
}

Command restoreTokenCommand(const RemovedState& state, bool replace)
{
    Command command(scriptNamed("restore"), 2);
    const std::string key = state.subject.format->keys(state.subject).front();
    command.add(key).add(key + ":restored");
    command.add(state.dump).add(state.expiresAtMillis);
    return command.add(replace ? "replace" : "merge");
}

} // namespace ratewarden
