// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/redis_decisions.h"
#include "core/redis/server.h"

#include <optional>
#include <span>
#include <utility>

namespace ratewarden {

/// Keeps the state in Redis. A decision is one script call, so one round trip, and uses the server's clock.
/// Throws Unavailable, Refused, BadState, BadReply and ReplyError. An Unavailable whose effect is Uncertain
/// may have charged. Used by as many threads at a time as its server: any number over a PipelinedServer,
/// a PipelinedCluster or a ConnectionPool, one over a Connection.
class RedisRateLimiter final : public RateLimiter {
public:
    /// The server must outlive the limiter; several limiters may share it. `detail` is for acquire; peek
    /// always returns the usage. Throws BadPolicy.
    RedisRateLimiter(Server& server, Policy policy, Detail detail = Detail::Usage)
        : m_server(server), m_decisions(std::move(policy), detail)
    {
    }

    Decision decide(const TokenRequest& request, Mode mode) override;
    /// For a token whose name in Redis is known already.
    Decision decide(const RedisRequest& request, Mode mode);
    Decision settle(std::string_view token, const Settlement& settlement) override;
    void settleMany(std::span<const TokenSettlement> settlements) override;
    std::optional<Micros> renew(std::string_view token, const Settlement& slot) override;
    Decision settleAndReserve(const Settlement& settlement, const TokenRequest& request) override;
    bool reset(std::string_view token) override;
    /// Sends all in one pipeline; see ManyDecisions.
    std::vector<Decision> decideMany(std::span<const TokenRequest> tokens, Mode mode) override;

    /// From now on every request is also charged and counted under another policy, in the same round trip;
    /// refunds and resets apply there, too. Its decisions and errors are ignored. Throws BadPolicy, also
    /// for a rule of requests at once. To be called before other threads use the limiter.
    void countBeside(Policy candidate) { m_decisions.countBeside(std::move(candidate)); }

    const Policy& policy() const { return m_decisions.policy(); }

private:
    void sample(std::span<const Command> commands);

    Server& m_server;
    RedisDecisions m_decisions;
};

} // namespace ratewarden
