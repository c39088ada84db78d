// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/limiter/rate_limiter.h"
#include "core/model/policy.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ratewarden {

/// Keeps the state in this process: for limits that no other process shares, and as a fallback when Redis is
/// unreachable. Thread-safe: tokens are spread over shards, and each shard has its own lock. A token that
/// uses nothing of any rule is forgotten after a while, so that memory follows the tokens in use.
class LocalRateLimiter final : public RateLimiter {
public:
    static constexpr std::size_t usualMost = 1'000'000;

    /// Throws BadPolicy. Keeps about `mostTokens` tokens at most; beyond that it forgets roughly the least
    /// recently used ones, and what they have used. `clock` defaults to this machine's; it is called under a
    /// lock.
    explicit LocalRateLimiter(Policy policy, std::size_t mostTokens = usualMost,
                              std::function<Instant()> clock = {});
    ~LocalRateLimiter() override;

    Decision decide(const TokenRequest& request, Mode mode) override;
    Decision settle(std::string_view token, const Settlement& settlement) override;
    std::optional<Micros> renew(std::string_view token, const Settlement& slot) override;
    bool reset(std::string_view token) override;

    /// How many tokens are kept.
    std::size_t tokenCount() const;

private:
    struct Shard;

    Shard& shardOf(std::uint64_t hash) const;

    const Policy m_policy;
    const Algorithm& m_algorithm;
    const std::vector<Rule> m_rules; // that decide
    const std::size_t m_mostInShard;
    const std::function<Instant()> m_clock;
    std::unique_ptr<Shard[]> m_shards;
};

} // namespace ratewarden
