// SPDX-License-Identifier: MIT
#include "core/limiter/local_rate_limiter.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_map>
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
        std::unique_ptr<Window> window;
        Instant freeAt;
        bool came = true; // since the hand has last passed
    };
    struct Hash {
        using is_transparent = void;
        // Not noexcept, so that the map keeps it beside each token instead of computing it again.
        std::size_t operator()(std::string_view token) const { return std::hash<std::string_view>()(token); }
    };
    using Tokens = std::unordered_map<std::string, Kept, Hash, std::equal_to<>>;

    std::mutex mutex;
    Tokens tokens;
    std::size_t hand = 0; // a bucket of the map, as those of a clock's hand: which is looked at next

    // Drops those of the next bucket that `goes` says.
    template <class Goes>
    void dropFromNextBucket(Goes goes)
    {
        hand = (hand + 1) % tokens.bucket_count();
        for (auto token = tokens.begin(hand); token != tokens.end(hand);) {
            const auto looked = token++;
            if (goes(looked->second))
                tokens.erase(tokens.find(looked->first));
        }
    }

    // Looks at some more for each that comes, so that what is idle goes faster than it can come.
    void dropIdle(Instant now)
    {
        for (int i = 0; i < 3; ++i)
            dropFromNextBucket([now](const Kept& kept) { return kept.freeAt <= now; });
    }

    // Drops one, or a few, that have not come while the hand went round: about those that have not for the
    // longest. To keep them in their order would touch three places of memory in every decision.
    void makeRoom(std::size_t most)
    {
        constexpr int mostLooks =
            64; // then any will do, rather than that one request waits for a whole round
        for (int looks = 0; tokens.size() >= most; ++looks)
            dropFromNextBucket(
                [looks](Kept& kept) { return !std::exchange(kept.came, false) || looks >= mostLooks; });
    }
};

LocalRateLimiter::LocalRateLimiter(Policy policy, std::size_t mostTokens, std::function<Instant()> clock)
    : m_policy(std::move(policy))
    , m_algorithm(validatedAlgorithm(m_policy))
    , m_mostInShard(std::max<std::size_t>(1, mostTokens / shardCount))
    , m_clock(clock ? std::move(clock) : systemNow)
    , m_shards(std::make_unique<Shard[]>(shardCount))
{
}

LocalRateLimiter::~LocalRateLimiter() = default;

LocalRateLimiter::Shard& LocalRateLimiter::shardOf(std::string_view token) const
{
    // The map inside uses the hash's low bits, so the shard goes by others.
    const std::size_t hash = std::hash<std::string_view>()(token);
    return m_shards[(hash >> 40U) % shardCount];
}

Decision LocalRateLimiter::decide(std::string_view token, Units cost, Mode mode)
{
    validateToken(token);
    validateCost(cost);
    Shard& shard = shardOf(token);
    const std::scoped_lock lock(shard.mutex);
    const Instant now = m_clock();
    if (const auto known = shard.tokens.find(token); known != shard.tokens.end()) {
        Shard::Kept& kept = known->second;
        Decision decision = kept.window->decide(m_policy.rules, now, cost, mode);
        kept.freeAt = std::max(kept.freeAt, freeAt(decision));
        kept.came = true;
        return decision;
    }
    std::unique_ptr<Window> window = m_algorithm.makeWindow();
    Decision decision = window->decide(m_policy.rules, now, cost, mode);
    if (mode == Mode::Acquire && decision.allowed() && cost > 0) { // only what was charged has to be kept
        shard.dropIdle(now);
        shard.makeRoom(m_mostInShard);
        shard.tokens.emplace(token, Shard::Kept{std::move(window), freeAt(decision)});
    }
    return decision;
}

bool LocalRateLimiter::reset(std::string_view token)
{
    validateToken(token);
    Shard& shard = shardOf(token);
    const std::scoped_lock lock(shard.mutex);
    const auto known = shard.tokens.find(token);
    if (known == shard.tokens.end())
        return false;
    const bool counted = known->second.freeAt > m_clock();
    shard.tokens.erase(known);
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
