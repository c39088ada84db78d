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

Decision RedisRateLimiter::ask(std::string_view token, Units cost, Mode mode)
{
    const Reply reply = m_connection.call(decisionCommand(m_policy, token, cost, mode));
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
