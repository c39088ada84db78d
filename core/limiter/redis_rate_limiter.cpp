// SPDX-License-Identifier: MIT
#include "core/limiter/redis_rate_limiter.h"

#include "core/limiter/keyspace.h"
#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "core/redis/lost_node.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {
namespace {

// So that no call keeps a server from its other clients for more than some hundred microseconds.
constexpr std::size_t mostInCall = 64;

constexpr Micros nodeRetry = std::chrono::seconds(1);

Decision nodeUnreachable()
{
    Decision decision;
    decision.verdict = Verdict::RedisUnreachable;
    decision.retryAfter = nodeRetry;
    decision.withoutRedis = true;
    return decision;
}

Policy validated(Policy policy)
{
    validatedAlgorithm(policy);
    return policy;
}

} // namespace

RedisRateLimiter::RedisRateLimiter(Server& server, Policy policy, Detail detail)
    : m_server(server), m_policy(validated(std::move(policy))), m_detail(detail)
{
}

bool RedisRateLimiter::reset(std::string_view token)
{
    const NameInRedis name(token, m_policy.hashTokens);
    const Command command = resetCommand(m_policy, name);
    if (!m_beside)
        return m_server.call(command).view().integer() > 0;
    const std::vector<Reply> replies = m_server.pipeline({command, resetCommand(*m_beside, name)});
    throwIfError(replies.front().view(), command.description(), m_server.where());
    return replies.front().view().integer() > 0;
}

void RedisRateLimiter::countBeside(Policy candidate)
{
    validatedAlgorithm(candidate);
    m_resolvedBeside.reset(); // first, as it refers to what is replaced
    m_beside = std::move(candidate);
    m_resolvedBeside.emplace(*m_beside);
}

std::vector<Decision> RedisRateLimiter::decideMany(std::span<const TokenRequest> tokens, Mode mode)
{
    std::vector<NameInRedis> names; // the requests refer to them
    std::vector<RedisRequest> requests;
    names.reserve(tokens.size());
    requests.reserve(tokens.size());
    for (const TokenRequest& request : tokens)
        requests.push_back({names.emplace_back(request.token, m_policy.hashTokens), request.cost});
    return mode == Mode::Acquire && !m_slotsDiffer ? acquireAll(requests) : decideOneByOne(requests, mode);
}

std::vector<Decision> RedisRateLimiter::acquireAll(std::span<const RedisRequest> requests)
{
    std::vector<Command> commands;
    for (std::size_t first = 0; first < requests.size(); first += mostInCall)
        commands.push_back(manyDecisionsCommand(
            m_resolved, requests.subspan(first, std::min(mostInCall, requests.size() - first)),
            {.detail = m_detail}));
    const std::size_t calls = commands.size();
    if (m_resolvedBeside)
        for (std::size_t first = 0; first < requests.size(); first += mostInCall)
            commands.push_back(manyDecisionsCommand(
                *m_resolvedBeside, requests.subspan(first, std::min(mostInCall, requests.size() - first)),
                {.detail = Detail::Verdict}));
    std::vector<Reply> replies;
    try {
        replies = m_server.pipeline(commands);
    } catch (const Unavailable& error) {
        m_slotsDiffer = error.isOfOneNode(); // so it is a cluster
        if (!m_slotsDiffer || error.effect() != Unavailable::Effect::None)
            throw;
        return decideOneByOne(requests, Mode::Acquire);
    }

    std::vector<Decision> decisions;
    decisions.reserve(requests.size());
    for (const Reply& reply : std::span(replies).first(calls)) {
        const std::size_t first = decisions.size();
        const auto asked = requests.subspan(first, std::min(mostInCall, requests.size() - first));
        const std::string_view error = reply.view().errorText();
        if (error.starts_with("CROSSSLOT") || error.starts_with(nodeDownCode)) { // none of them has run
            m_slotsDiffer = true;
            for (Decision& decision : decideOneByOne(asked, Mode::Acquire))
                decisions.push_back(std::move(decision));
            continue;
        }
        throwIfError(reply.view(), commands.front().title(), m_server.where());
        if (reply.view().size() != asked.size())
            throw BadReply(
                fmt::format("Redis answered {} decisions to {} requests; all may have been charged",
                            reply.view().size(), asked.size()));
        for (std::size_t i = 0; i < asked.size(); ++i)
            decisions.push_back(readOneOfMany(reply.view()[i], asked[i].token, m_detail));
    }
    return decisions;
}

std::vector<Decision> RedisRateLimiter::decideOneByOne(std::span<const RedisRequest> requests, Mode mode)
{
    std::vector<Command> commands;
    commands.reserve(requests.size());
    for (const RedisRequest& request : requests)
        commands.push_back(
            decisionCommand(m_resolved, request.token, request.cost, mode, {.detail = detailOf(mode)}));
    if (m_resolvedBeside && mode != Mode::Peek)
        for (const RedisRequest& request : requests)
            commands.push_back(decisionBeside(request.token, request.cost, mode));
    std::vector<Reply> replies;
    try {
        replies = m_server.pipeline(commands);
    } catch (const Unavailable& error) { // of no token is the node reachable
        if (!error.isOfOneNode())
            throw;
        return std::vector<Decision>(requests.size(), nodeUnreachable());
    }
    std::vector<Decision> decisions;
    decisions.reserve(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i)
        decisions.push_back(readOneOfMany(replies[i].view(), requests[i].token, detailOf(mode)));
    return decisions;
}

Decision RedisRateLimiter::decide(std::string_view token, Units cost, Mode mode)
{
    return decide(NameInRedis(token, m_policy.hashTokens), cost, mode);
}

Decision RedisRateLimiter::decide(RedisToken token, Units cost, Mode mode)
{
    const Detail detail = detailOf(mode);
    if (!m_resolvedBeside || mode == Mode::Peek) {
        thread_local Command command; // kept for its memory
        writeDecisionCommand(command, m_resolved, token, cost, mode, {.detail = detail});
        return read(m_server.call(command).view(), token, detail);
    }
    const std::vector<Reply> replies =
        m_server.pipeline({decisionCommand(m_resolved, token, cost, mode, {.detail = detail}),
                           decisionBeside(token, cost, mode)});
    return read(replies.front().view(), token, detail);
}

/// Of the candidate, whose decision nobody reads.
Command RedisRateLimiter::decisionBeside(RedisToken token, Units cost, Mode mode) const
{
    return decisionCommand(*m_resolvedBeside, token, cost, mode,
                           {.detail = mode == Mode::Acquire ? Detail::Verdict : Detail::Usage});
}

Decision RedisRateLimiter::read(ReplyView reply, RedisToken token, Detail detail) const
{
    return readDecision(reply, m_resolved, token, detail, m_server.where());
}

Decision RedisRateLimiter::readOneOfMany(ReplyView reply, RedisToken token, Detail detail) const
{
    try {
        return read(reply, token, detail);
    } catch (const BadState& error) {
        Decision undecided;
        undecided.verdict = Verdict::Undecided;
        undecided.retryAfter.reset();
        undecided.damagedKey =
            error.key().empty() ? stateKey(token, m_policy.name, m_resolved.algorithm) : error.key();
        return undecided;
    } catch (const Unavailable& error) {
        if (!error.isOfOneNode())
            throw;
        return nodeUnreachable();
    }
}

Command resetCommand(const Policy& policy, RedisToken token)
{
    validateToken(token.text());
    return {"UNLINK", stateKey(token, policy.name, algorithmNamed(policy.algorithm))};
}

} // namespace ratewarden
