// SPDX-License-Identifier: MIT
#include "core/limiter/redis_rate_limiter.h"

#include "core/model/errors.h"

namespace ratewarden {

bool RedisRateLimiter::reset(std::string_view token)
{
    const NameInRedis name(token, policy().hashTokens);
    const std::vector<Command> commands = m_decisions.resetCommands(name);
    const std::vector<Reply> replies = m_server.pipeline(commands);
    throwIfError(replies.front().view(), commands.front().description(), m_server.where());
    return replies.front().view().integer() > 0;
}

Decision RedisRateLimiter::settle(std::string_view token, const Settlement& settlement)
{
    const NameInRedis name(token, policy().hashTokens);
    return m_decisions.readSettled(m_server.call(m_decisions.settleCommand(name, settlement)).view(), name,
                                   m_server.where());
}

void RedisRateLimiter::settleMany(std::span<const TokenSettlement> settlements)
{
    std::vector<Command> commands;
    commands.reserve(settlements.size());
    for (const TokenSettlement& each : settlements)
        commands.push_back(
            m_decisions.settleCommand(NameInRedis(each.token, policy().hashTokens), each.settlement));
    try {
        if (!commands.empty())
            m_server.pipeline(commands);
    } catch (const Unavailable& error) {
        if (!error.isOfOneNode())
            throw;
    }
}

std::optional<Micros> RedisRateLimiter::renew(std::string_view token, const Settlement& slot)
{
    const NameInRedis name(token, policy().hashTokens);
    const Reply reply = m_server.call(m_decisions.renewCommand(name, slot));
    return m_decisions.readRenewed(reply.view(), name, m_server.where());
}

Decision RedisRateLimiter::settleAndReserve(const Settlement& settlement, const TokenRequest& request)
{
    const NameInRedis name(request.token, policy().hashTokens);
    const RedisRequest asked{name, request.cost, request.note, request.holder};
    std::vector<Command> commands = m_decisions.commands(asked, Mode::Lease);
    commands.insert(commands.begin(), m_decisions.settleCommand(name, settlement));
    const std::vector<Reply> replies = m_server.pipeline(commands);
    Decision decision = m_decisions.read(replies[1].view(), name, Mode::Lease, m_server.where());
    sample(m_decisions.sampleCommands(asked, Mode::Lease, decision));
    return decision;
}

std::vector<Decision> RedisRateLimiter::decideMany(std::span<const TokenRequest> tokens, Mode mode)
{
    ManyDecisions many(m_decisions, tokens, mode, m_server.where());
    while (!many.isDone()) {
        std::vector<Reply> replies;
        try {
            replies = m_server.pipeline(many.commands());
        } catch (const Unavailable& error) {
            many.fail(error);
            continue;
        }
        many.take(replies);
    }
    sample(many.sampleCommands());
    return std::move(many).decisions();
}

Decision RedisRateLimiter::decide(const TokenRequest& request, Mode mode)
{
    const NameInRedis name(request.token, policy().hashTokens);
    return decide(RedisRequest{name, request.cost, request.note, request.holder}, mode);
}

Decision RedisRateLimiter::decide(const RedisRequest& request, Mode mode)
{
    Decision decision;
    if (m_decisions.isCountedBeside(mode)) {
        const std::vector<Reply> replies = m_server.pipeline(m_decisions.commands(request, mode));
        decision = m_decisions.read(replies.front().view(), request.token, mode, m_server.where());
    } else {
        thread_local Command command; // kept for its memory
        m_decisions.write(command, request, mode);
        decision = m_decisions.read(m_server.call(command).view(), request.token, mode, m_server.where());
    }
    sample(m_decisions.sampleCommands(request, mode, decision));
    return decision;
}

/// The decision stands whether it can be added or not.
void RedisRateLimiter::sample(std::span<const Command> commands)
{
    if (commands.empty())
        return;
    std::vector<Reply> replies;
    try {
        replies = m_server.pipeline(commands);
    } catch (const Error&) {
    }
    m_decisions.sample()->answered(replies);
}

} // namespace ratewarden
