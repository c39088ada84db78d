// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/limiter/rate_limiter.h"
#include "core/model/policy.h"

#include <functional>
#include <memory>

namespace ratewarden {

/// Keeps the state in this process, for limits that nobody else has to share, and for when Redis is
/// away. Safe to use from several threads at once: tokens are spread over shards, each with a lock of its
/// own. A token whose rules are all free again is forgotten after a while, so that memory follows the tokens
/// in use.
class LocalRateLimiter final : public RateLimiter {
public:
    static constexpr std::size_t usualMost = 1'000'000;

    /// Throws BadPolicy. At most about `mostTokens` are kept; beyond that those are forgotten, with what they
    /// have used, that have not come for about the longest. `clock` is this machine's unless said; it is
    /// called under a lock.
    explicit LocalRateLimiter(Policy policy, std::size_t mostTokens = usualMost,
                              std::function<Instant()> clock = {});
    ~LocalRateLimiter() override;

    Decision decide(std::string_view token, Units cost, Mode mode) override;
    bool reset(std::string_view token) override;

    /// How many tokens are kept.
    std::size_t tokenCount() const;

private:
    struct Shard;

    Shard& shardOf(std::uint64_t hash) const;

    const Policy m_policy;
    const Algorithm& m_algorithm;
    const std::size_t m_mostInShard;
    const std::function<Instant()> m_clock;
    std::unique_ptr<Shard[]> m_shards;
};

} // namespace ratewarden
