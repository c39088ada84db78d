// SPDX-License-Identifier: MIT
#include "core/limiter/redis_decisions.h"

#include "core/algorithms/admission.h"
#include "core/limiter/held_slot.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/redis/lost_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

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

Policy validatedPolicy(Policy policy)
{
    validatedAlgorithm(policy);
    return policy;
}

Command resetCommand(const Policy& policy, RedisToken token)
{
    validateToken(token.text());
    return {"UNLINK", stateKey(token, policy.name, algorithmNamed(policy.algorithm))};
}

} // namespace

RedisDecisions::RedisDecisions(Policy policy, Detail detail)
    : m_policy(validatedPolicy(std::move(policy))), m_detail(detail)
{
}

void RedisDecisions::countBeside(Policy candidate)
{
    validatedAlgorithm(candidate);
    refuseSlots(candidate);   // settle and renew go to the main policy only
    m_resolvedBeside.reset(); // first, as it refers to what is replaced
    m_beside = std::move(candidate);
    m_resolvedBeside.emplace(*m_beside);
}

void RedisDecisions::write(Command& command, const RedisRequest& request, Mode mode) const
{
    writeDecisionCommand(command, m_resolved, request.token, request.cost, mode,
                         {.detail = detailOf(mode), .note = request.note, .holder = request.holder});
}

Command RedisDecisions::beside(const RedisRequest& request, Mode mode) const
{
    return decisionCommand(*m_resolvedBeside, request.token, request.cost, mode,
                           {.detail = mode == Mode::Acquire ? Detail::Verdict : Detail::Usage});
}

std::vector<Command> RedisDecisions::commands(const RedisRequest& request, Mode mode) const
{
    std::vector<Command> commands(1);
    write(commands.front(), request, mode);
    if (isCountedBeside(mode))
        commands.push_back(beside(request, mode));
    return commands;
}

std::vector<Command> RedisDecisions::resetCommands(RedisToken token) const
{
    std::vector<Command> commands{resetCommand(m_policy, token)};
    if (m_beside)
        commands.push_back(resetCommand(*m_beside, token));
    return commands;
}

Decision RedisDecisions::read(ReplyView reply, RedisToken token, Mode mode, std::string_view where) const
{
    Decision decision = readDecision(reply, m_resolved, token, detailOf(mode), where);
    if (reserves(mode)) {
        if (decision.allowed())
            decision.chargedAt = m_resolved.algorithm.chargedAt(decision);
        decision.lease = m_resolved.algorithm.leaseOf(decision, m_policy.lease);
    }
    return decision;
}

Command RedisDecisions::settleCommand(RedisToken token, const Settlement& settlement) const
{
    return ratewarden::settleCommand(m_resolved, token, settlement);
}

Command RedisDecisions::renewCommand(RedisToken token, const Settlement& slot) const
{
    if (!m_resolved.algorithm.takesSlots)
        throw InvalidArgument(fmt::format("{} has no slots to renew", m_policy.algorithm));
    return ratewarden::renewCommand(m_resolved, token, slot);
}

Decision RedisDecisions::readSettled(ReplyView reply, RedisToken token, std::string_view where) const
{
    return ratewarden::readSettled(reply, m_resolved, token, where);
}

std::optional<Micros> RedisDecisions::readRenewed(ReplyView reply, RedisToken token,
                                                  std::string_view where) const
{
    const Decision renewed = readSettled(reply, token, where);
    if (renewed.settledRules == 0)
        return {};
    return slotLife(renewed);
}

ManyDecisions::ManyDecisions(const RedisDecisions& by, std::span<const TokenRequest> requests, Mode mode,
                             const std::string& where)
    : m_by(by)
    , m_mode(mode)
    , m_where(where)
    , m_decisions(requests.size())
    , m_open(requests.size())
    // A call has one note, and one holder.
    , m_isJoined(mode == Mode::Acquire && !by.m_slotsDiffer &&
                 std::ranges::adjacent_find(requests, [](const TokenRequest& one, const TokenRequest& next) {
                     return one.note != next.note || one.holder != next.holder;
                 }) == requests.end())
{
    m_names.reserve(requests.size());
    m_requests.reserve(requests.size());
    for (const TokenRequest& request : requests)
        m_requests.push_back({m_names.emplace_back(request.token, by.policy().hashTokens), request.cost,
                              request.note, request.holder});
    std::iota(m_open.begin(), m_open.end(), std::size_t(0));
    ask();
}

/// A call has requests that stand side by side, which all are in the first round.
Command ManyDecisions::joined(const ResolvedPolicy& under, std::size_t first, Detail detail) const
{
    const std::size_t count = std::min(mostInCall, m_requests.size() - first);
    return manyDecisionsCommand(
        under, std::span(m_requests).subspan(first, count),
        {.detail = detail, .note = m_requests[first].note, .holder = m_requests[first].holder});
}

void ManyDecisions::ask()
{
    m_commands.clear();
    const auto& beside = m_by.m_resolvedBeside;
    if (m_isJoined) {
        for (std::size_t first = 0; first < m_requests.size(); first += mostInCall)
            m_commands.push_back(joined(m_by.m_resolved, first, m_by.m_detail));
        for (std::size_t first = 0; beside && first < m_requests.size(); first += mostInCall)
            m_commands.push_back(joined(*beside, first, Detail::Verdict));
        return;
    }
    for (const std::size_t i : m_open)
        m_by.write(m_commands.emplace_back(), m_requests[i], m_mode);
    if (m_by.isCountedBeside(m_mode))
        for (const std::size_t i : m_open)
            m_commands.push_back(m_by.beside(m_requests[i], m_mode));
}

void ManyDecisions::take(std::span<const Reply> replies)
{
    if (m_isJoined) {
        readJoined(replies);
        return;
    }
    for (std::size_t k = 0; k < m_open.size(); ++k)
        read(m_open[k], replies[k].view());
    m_open.clear();
}

void ManyDecisions::readJoined(std::span<const Reply> replies)
{
    m_open.clear();
    for (std::size_t first = 0, call = 0; first < m_requests.size(); first += mostInCall, ++call) {
        const ReplyView reply = replies[call].view();
        const std::size_t count = std::min(mostInCall, m_requests.size() - first);
        const std::string_view error = reply.errorText();
        if (error.starts_with("CROSSSLOT") || error.starts_with(nodeDownCode)) { // none of them has run
            m_by.m_slotsDiffer = true;
            for (std::size_t i = first; i < first + count; ++i)
                m_open.push_back(i);
            continue;
        }
        throwIfError(reply, m_commands.front().title(), m_where);
        if (reply.size() != count)
            throw BadReply(
                fmt::format("Redis answered {} decisions to {} requests; all may have been charged",
                            reply.size(), count));
        for (std::size_t i = 0; i < count; ++i)
            read(first + i, reply[i]);
    }
    m_isJoined = false;
    ask();
}

void ManyDecisions::fail(const Unavailable& error)
{
    if (m_isJoined) {
        m_by.m_slotsDiffer = error.isOfOneNode(); // so it is a cluster
        if (!m_by.m_slotsDiffer || error.effect() != Unavailable::Effect::None)
            throw Unavailable(error);
        m_isJoined = false;
        ask();
        return;
    }
    if (!error.isOfOneNode())
        throw Unavailable(error);
    for (const std::size_t i : m_open) // of no token is the node reachable
        m_decisions[i] = nodeUnreachable();
    m_open.clear();
}

std::vector<Command> ManyDecisions::sampleCommands() const
{
    std::vector<Command> commands;
    for (std::size_t i = 0; i < m_requests.size() && commands.empty(); ++i)
        commands = m_by.sampleCommands(m_requests[i], m_mode, m_decisions[i]);
    return commands;
}

void ManyDecisions::read(std::size_t i, ReplyView reply)
{
    const RedisToken token = m_requests[i].token;
    try {
        m_decisions[i] = m_by.read(reply, token, m_mode, m_where);
    } catch (const BadState& error) {
        Decision& undecided = m_decisions[i];
        undecided.verdict = Verdict::Undecided;
        undecided.retryAfter.reset();
        undecided.damagedKey = error.key().empty()
                                   ? stateKey(token, m_by.policy().name, m_by.m_resolved.algorithm)
                                   : error.key();
    } catch (const Unavailable& error) {
        if (!error.isOfOneNode())
            throw;
        m_decisions[i] = nodeUnreachable();
    }
}

} // namespace ratewarden
