// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/decision_call.h"
#include "core/limiter/denial_sample.h"
#include "core/limiter/rate_limiter.h"
#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "core/model/policy.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden {

/// What a limiter in Redis sends, and what the replies mean, without sending anything: so that limiters that
/// block and those that do not share it. Thread-safe, but for countBeside().
class RedisDecisions {
public:
    /// `detail` is for acquire; the other modes always return the usage. Throws BadPolicy.
    explicit RedisDecisions(Policy policy, Detail detail = Detail::Usage);

    /// From now on every request is also charged and counted under another policy, in the same round trip.
    /// Throws BadPolicy, also for a rule of requests at once: what it would take nobody releases. To be
    /// called before other threads use it.
    void countBeside(Policy candidate);
    bool isCountedBeside(Mode mode) const { return m_resolvedBeside && mode != Mode::Peek; }

    /// The command for one decision, in the memory of an existing one; without what is counted beside.
    void write(Command& command, const RedisRequest& request, Mode mode) const;
    /// The same, and with it what is counted beside, whose reply nobody reads.
    std::vector<Command> commands(const RedisRequest& request, Mode mode) const;
    std::vector<Command> resetCommands(RedisToken token) const;
    /// What is counted beside keeps what was reserved: its clock is another one.
    Command settleCommand(RedisToken token, const Settlement& settlement) const;
    /// Throws InvalidArgument if the algorithm has no slots.
    Command renewCommand(RedisToken token, const Settlement& slot) const;
    Decision readSettled(ReplyView reply, RedisToken token, std::string_view where) const;
    /// See RateLimiter::renew().
    std::optional<Micros> readRenewed(ReplyView reply, RedisToken token, std::string_view where) const;
    /// Of the first reply. Throws as readDecision() does.
    Decision read(ReplyView reply, RedisToken token, Mode mode, std::string_view where) const;

    /// What is to be sent once this has been decided: see DenialSample.
    std::vector<Command> sampleCommands(const RedisRequest& request, Mode mode,
                                        const Decision& decision) const
    {
        return decision.allowed() ? std::vector<Command>()
                                  : m_sample->commands(m_policy, request, mode, decision);
    }
    /// For the replies to them, which may come after this is gone.
    const std::shared_ptr<DenialSample>& sample() const { return m_sample; }

    const Policy& policy() const { return m_policy; }

private:
    friend class ManyDecisions;
    Detail detailOf(Mode mode) const { return mode == Mode::Acquire ? m_detail : Detail::Usage; }
    Command beside(const RedisRequest& request, Mode mode) const;

    const Policy m_policy;
    const ResolvedPolicy m_resolved{m_policy};
    std::optional<Policy> m_beside;
    std::optional<ResolvedPolicy> m_resolvedBeside; // of m_beside
    const Detail m_detail;
    const std::shared_ptr<DenialSample> m_sample = std::make_shared<DenialSample>();
    mutable std::atomic<bool> m_slotsDiffer = false; // the server has turned out to be one of a cluster
};

/// Decisions of many tokens: one or two rounds of commands. A caller sends commands() as Server::pipeline()
/// does, and tells of the replies, until it isDone(). To acquire takes one script call for every 64 requests;
/// where keys of several slots are refused in one call, one for each request. A token whose state or override
/// is damaged is Undecided, one whose node of a cluster fails is RedisUnreachable, and neither spoils
/// another's decision. Of several other errors the first is thrown.
class ManyDecisions {
public:
    /// `by`, the tokens and `where`, which is for error messages, must outlive it. Throws InvalidArgument.
    ManyDecisions(const RedisDecisions& by, std::span<const TokenRequest> requests, Mode mode,
                  const std::string& where);

    bool isDone() const { return m_open.empty(); }
    const std::vector<Command>& commands() const { return m_commands; }
    /// One for each command.
    void take(std::span<const Reply> replies);
    /// There were no replies. Throws the error, unless it is that of a node.
    void fail(const Unavailable& error);

    /// What is to be sent once it is done: see RedisDecisions::sampleCommands().
    std::vector<Command> sampleCommands() const;
    /// In the order of the requests, once it is done.
    std::vector<Decision> decisions() && { return std::move(m_decisions); }

private:
    void ask();
    Command joined(const ResolvedPolicy& under, std::size_t first, Detail detail) const;
    void readJoined(std::span<const Reply> replies);
    void read(std::size_t i, ReplyView reply);

    const RedisDecisions& m_by;
    const Mode m_mode;
    const std::string& m_where;
    std::vector<NameInRedis> m_names; // the requests refer to them
    std::vector<RedisRequest> m_requests;
    std::vector<Decision> m_decisions;
    std::vector<std::size_t> m_open; // of the requests, those of this round
    bool m_isJoined;                 // several in one call
    std::vector<Command> m_commands; // of this round
};

} // namespace ratewarden
