// SPDX-License-Identifier: MIT
#include "core/limiter/redis_rate_limiter.h"

#include "core/limiter/decision_call.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/keyspace.h"

#include <fmt/format.h>

namespace ratewarden {

RedisRateLimiter::RedisRateLimiter(Connection& connection, Policy policy)
    : m_connection(connection), m_policy(std::move(policy))
{
    validatedAlgorithm(m_policy);
}

Decision RedisRateLimiter::acquire(std::string_view token, Units cost)
{
    return ask(token, cost, Mode::Acquire);
}

Decision RedisRateLimiter::peek(std::string_view token, Units cost)
{
    return ask(token, cost, Mode::Peek);
}

bool RedisRateLimiter::reset(std::string_view token)
{
    return m_connection.call(resetCommand(m_policy, token)).view().integer() > 0;
}

std::vector<Decision> RedisRateLimiter::acquireMany(std::span<const TokenRequest> requests)
{
    std::vector<Command> commands;
    commands.reserve(requests.size());
    for (const TokenRequest& request : requests)
        commands.push_back(decisionCommand(m_policy, request.token, request.cost, Mode::Acquire));
    const std::vector<Reply> replies = m_connection.pipeline(commands);
    std::vector<Decision> decisions;
    decisions.reserve(replies.size());
    for (std::size_t i = 0; i < replies.size(); ++i) {
        if (replies[i].view().isError())
            throwIfError(replies[i].view(), commands[i].description(), m_connection.endpoint().text());
        decisions.push_back(read(replies[i], requests[i].token));
    }
    return decisions;
}

Decision RedisRateLimiter::ask(std::string_view token, Units cost, Mode mode)
{
    return read(m_connection.call(decisionCommand(m_policy, token, cost, mode)), token);
}

Decision RedisRateLimiter::read(const Reply& reply, std::string_view token) const
{
    try {
        return readDecision(reply.view(), m_policy);
    } catch (const BadReply& error) {
        throw BadReply(fmt::format("deciding for {} under {} on {}: {}; it may have been charged",
                                   printable(token), printable(m_policy.name), m_connection.endpoint().text(),
                                   error.what()));
    }
}

Command resetCommand(const Policy& policy, std::string_view token)
{
    validateToken(token);
    return {"UNLINK", stateKey(token, policy.name, algorithmNamed(policy.algorithm))};
}

} // namespace ratewarden
