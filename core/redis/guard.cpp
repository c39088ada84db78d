// SPDX-License-Identifier: MIT
#include "core/redis/guard.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <algorithm>
#include <vector>

namespace ratewarden {
namespace {

bool isNamed(const Command& command, std::string_view name)
{
    return command.script() == nullptr && std::ranges::equal(command.title(), name, {}, lower);
}

bool isCallOf(const Script* script, const Command& command)
{
    return script != nullptr && command.script() == script;
}

// Null: all of them only read, or are permitted. A transaction is as good as what is in it, if all of it is
// here.
const Command* firstRefused(std::span<const Command> commands, const ReadCommands& reads,
                            const Script* permitted)
{
    const Command* begin = nullptr; // of the transaction that is open
    for (const Command& command : commands)
        if (begin == nullptr && isNamed(command, "multi"))
            begin = &command;
        else if (begin != nullptr && (isNamed(command, "exec") || isNamed(command, "discard")))
            begin = nullptr;
        else if (!isCallOf(permitted, command) && !reads.has(command))
            return &command;
    return begin;
}

} // namespace

std::shared_ptr<const ReadCommands> GuardState::readCommands(Server& server)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_readCommands)
            return m_readCommands;
    }
    // Not under the lock, which would make others wait for this one's server. Two may ask, for the same
    // answer.
    auto asked = std::make_shared<const ReadCommands>();
    const Command command{"COMMAND"};
    const Reply reply = std::move(server.pipeline({command}).front());
    try {
        throwIfError(reply.view(), command.description(), server.where());
        asked = std::make_shared<const ReadCommands>(reply.view());
    } catch (const Refused& error) {
        if (error.reason() != Refused::Reason::MissingRight)
            throw;                // without a password nothing is known of the user's rights
    } catch (const ReplyError&) { // the command has another name there: nothing is known
    } catch (const BadReply&) {   // a proxy's
    }
    const std::scoped_lock lock(m_mutex);
    if (!m_readCommands)
        m_readCommands = std::move(asked);
    return m_readCommands;
}

void Guard::run(std::span<const Command> commands, std::span<Reply> replies)
{
    if (m_state->level() != GuardLevel::ReadOnly || commands.empty()) {
        m_behind.run(commands, replies);
        return;
    }
    const auto reads = m_state->readCommands(m_behind);
    const Script* const permitted = m_state->permitted();
    if (const Command* const refused = firstRefused(commands, *reads, permitted))
        throw Refused(Problem(Refused::Reason::ReadOnly, refused->description(), where()));
    if (std::ranges::none_of(commands, [](const Command& command) { return command.script() != nullptr; })) {
        m_behind.run(commands, replies);
        return;
    }
    std::vector<Command> forbidden; // to write
    forbidden.reserve(commands.size());
    std::ranges::transform(commands, std::back_inserter(forbidden), [permitted](const Command& command) {
        return isCallOf(permitted, command) ? command : command.asReadOnly();
    });
    m_behind.run(forbidden, replies);
}

} // namespace ratewarden
