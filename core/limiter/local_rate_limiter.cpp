// SPDX-License-Identifier: MIT
#include "core/limiter/local_rate_limiter.h"

#include "core/limiter/held_slot.h"
#include "core/limiter/token_table.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t shardCount = 64; // a multiple of any number of threads that could want one at once

Instant systemNow()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

// When nothing counts any more, if nothing else is charged.
Instant freeAt(const Decision& decision)
{
    Micros longest{};
    for (const RuleUsage& usage : decision.usage)
        longest = std::max(longest, usage.resetAfter);
    return decision.now + longest;
}

} // namespace

// Each on cache lines of its own, so that threads in different ones do not get into each other's way.
struct alignas(64) LocalRateLimiter::Shard {
    struct Kept {
        explicit Kept(const Algorithm& algorithm) : window(algorithm) {}
        Instant freeAt;
        bool came = true; // since the hand has last passed
        TokenStateOf window;
    };

    std::mutex mutex;
    TokenTable<Kept> tokens;

    Kept& add(std::string_view token, std::uint64_t hash, const Algorithm& algorithm, Instant now,
              std::size_t most)
    {
        tokens.dropIdle([now](const Kept& kept) { return kept.freeAt <= now; });
        tokens.makeRoom(
            most, [](Kept& kept) { return std::exchange(kept.came, false); },
            [](const Kept&) { return false; });
        return tokens.emplace(token, hash, algorithm);
    }
};

LocalRateLimiter::LocalRateLimiter(Policy policy, std::size_t mostTokens, std::function<Instant()> clock)
    : m_policy(std::move(policy))
    , m_algorithm(validatedAlgorithm(m_policy))
    , m_rules(decidingRules(m_policy))
    , m_mostInShard(std::max<std::size_t>(1, mostTokens / shardCount))
    , m_clock(clock ? std::move(clock) : systemNow)
    , m_shards(std::make_unique<Shard[]>(shardCount))
{
}

LocalRateLimiter::~LocalRateLimiter() = default;

LocalRateLimiter::Shard& LocalRateLimiter::shardOf(std::uint64_t hash) const
{
    return m_shards[(hash >> 40U) % shardCount]; // the table inside uses the low bits
}

Decision LocalRateLimiter::decide(const TokenRequest& request, Mode asked)
{
    const auto [token, cost, note, holder] = request;
    validateToken(token);
    validateCost(cost);
    validateHolder(holder);
    const Mode mode = reserves(asked) ? Mode::Acquire : asked;
    const std::uint64_t hash = tokenHash(token);
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    const Instant now = m_clock();
    Decision decision;
    if (Shard::Kept* const kept = shard.tokens.find(token, hash)) {
        decision = kept->window->decide(m_rules, now, cost, mode);
        kept->freeAt = std::max(kept->freeAt, freeAt(decision));
        kept->came = true;
    } else {
        decision = TokenStateOf(m_algorithm)->decide(m_rules, now, cost, mode);
        if (mode == Mode::Acquire && decision.allowed() && cost > 0) { // only what was charged has to be kept
            Shard::Kept& added = shard.add(token, hash, m_algorithm, now, m_mostInShard);
            added.window->decide(m_rules, now, cost, mode);
            added.freeAt = freeAt(decision);
        }
    }
    if (reserves(asked)) {
        if (decision.allowed())
            decision.chargedAt = m_algorithm.chargedAt(decision);
        decision.lease = m_algorithm.leaseOf(decision, m_policy.lease);
    }
    return decision;
}

Decision LocalRateLimiter::settle(std::string_view token, const Settlement& settlement)
{
    validateToken(token);
    validateSettlement(settlement);
    const std::uint64_t hash = tokenHash(token);
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    const Instant now = m_clock();
    Shard::Kept* kept = shard.tokens.find(token, hash);
    if (!kept) // as a bucket may have been forgotten before it turns out to owe something
        kept = &shard.add(token, hash, m_algorithm, now, m_mostInShard);
    const int settled = kept->window->settle(m_rules, now, settlement);
    Decision decision = kept->window->decide(m_rules, now, 0, Mode::Peek);
    decision.settledRules = settled;
    kept->freeAt = std::max(kept->freeAt, freeAt(decision));
    return decision;
}

std::optional<Micros> LocalRateLimiter::renew(std::string_view token, const Settlement& slot)
{
    validateToken(token);
    validateSettlement(slot);
    if (!m_algorithm.takesSlots)
        throw InvalidArgument(fmt::format("{} has no slots to renew", m_policy.algorithm));
    const std::uint64_t hash = tokenHash(token);
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    const Instant now = m_clock();
    Shard::Kept* const kept = shard.tokens.find(token, hash);
    if (!kept || kept->window->renew(m_rules, now, slot.at) == 0)
        return {};
    const Decision renewed = kept->window->decide(m_rules, now, 0, Mode::Peek);
    kept->freeAt = std::max(kept->freeAt, freeAt(renewed));
    kept->came = true;
    return slotLife(renewed);
}

bool LocalRateLimiter::reset(std::string_view token)
{
    validateToken(token);
    const std::uint64_t hash = tokenHash(token);
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    const Shard::Kept* const kept = shard.tokens.find(token, hash);
    const bool counted = kept && kept->freeAt > m_clock();
    shard.tokens.erase(token, hash);
    return counted;
}

std::size_t LocalRateLimiter::tokenCount() const
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < shardCount; ++i) {
        const std::scoped_lock lock(m_shards[i].mutex);
        count += m_shards[i].tokens.size();
    }
    return count;
}

} // namespace ratewarden
