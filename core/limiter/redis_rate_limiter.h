// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/rate_limiter.h"
#include "core/model/policy.h"
#include "core/redis/connection.h"

namespace ratewarden {

/// Keeps the window state in Redis: one script call, so one round trip, a decision, by the server's clock.
/// Throws Unavailable, Refused, BadState, BadReply and ReplyError. An Unavailable whose effect is Uncertain
/// may have charged. Used by one thread at a time, as its connection is.
class RedisRateLimiter final : public RateLimiter {
public:
    /// The connection must outlive the limiter; several limiters may share it. Throws BadPolicy.
    RedisRateLimiter(Connection& connection, Policy policy);

    Decision acquire(std::string_view token, Units cost = 1) override;
    Decision peek(std::string_view token, Units cost = 1) override;
    bool reset(std::string_view token) override;
    /// In one go. Of several errors the first is thrown.
    std::vector<Decision> acquireMany(std::span<const TokenRequest> requests) override;

    const Policy& policy() const { return m_policy; }

private:
    Decision ask(std::string_view token, Units cost, Mode mode);
    Decision read(const Reply& reply, std::string_view token) const;

    Connection& m_connection;
    Policy m_policy;
};

/// The command behind reset().
Command resetCommand(const Policy& policy, std::string_view token);

} // namespace ratewarden
