// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/decision_call.h"
#include "core/limiter/rate_limiter.h"
#include "core/model/policy.h"
#include "core/redis/server.h"

#include <atomic>
#include <optional>

namespace ratewarden {

/// Keeps the state in Redis. A decision is one script call, so one round trip, and uses the server's clock.
/// Throws Unavailable, Refused, BadState, BadReply and ReplyError. An Unavailable whose effect is Uncertain
/// may have charged. Used by as many threads at a time as its server: any number over a PipelinedServer
/// or a ConnectionPool, one over a Connection.
class RedisRateLimiter final : public RateLimiter {
public:
    /// The server must outlive the limiter; several limiters may share it. `detail` is for acquire; peek
    /// always returns the usage. Throws BadPolicy.
    RedisRateLimiter(Server& server, Policy policy, Detail detail = Detail::Usage);

    Decision decide(std::string_view token, Units cost, Mode mode) override;
    /// For a token whose name in Redis is known already.
    Decision decide(RedisToken token, Units cost, Mode mode);
    bool reset(std::string_view token) override;
    /// Sends all in one pipeline. To acquire that is one script call for every 64 requests; one call for each
    /// request if the server is a node of a cluster, which refuses keys of several slots in one call. A token
    /// whose state or override is damaged is Undecided, one whose node of a cluster fails is
    /// RedisUnreachable, and neither spoils another's decision. Of several other errors the first is thrown.
    std::vector<Decision> decideMany(std::span<const TokenRequest> tokens, Mode mode) override;

    /// From now on every request is also charged and counted under another policy, in the same round trip;
    /// refunds and resets apply there, too. Its decisions and errors are ignored. Throws BadPolicy. To be
    /// called before other threads use the limiter.
    void countBeside(Policy candidate);

    const Policy& policy() const { return m_policy; }

private:
    Decision read(ReplyView reply, RedisToken token, Detail detail) const;
    Decision readOneOfMany(ReplyView reply, RedisToken token, Detail detail) const;
    Command decisionBeside(RedisToken token, Units cost, Mode mode) const;
    Detail detailOf(Mode mode) const { return mode == Mode::Acquire ? m_detail : Detail::Usage; }
    std::vector<Decision> acquireAll(std::span<const RedisRequest> requests);
    std::vector<Decision> decideOneByOne(std::span<const RedisRequest> requests, Mode mode);

    Server& m_server;
    const Policy m_policy;
    const ResolvedPolicy m_resolved{m_policy};
    std::optional<Policy> m_beside;
    std::optional<ResolvedPolicy> m_resolvedBeside; // of m_beside
    const Detail m_detail;
    std::atomic<bool> m_slotsDiffer = false; // the server has turned out to be one of a cluster
};

/// The command behind reset().
Command resetCommand(const Policy& policy, RedisToken token);

} // namespace ratewarden
