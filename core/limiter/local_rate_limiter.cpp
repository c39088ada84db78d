// SPDX-License-Identifier: MIT
#include "core/limiter/local_rate_limiter.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

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

struct LocalRateLimiter::Shard {
    struct Entry {
        std::string token;
        std::unique_ptr<Window> window;
        Instant freeAt;
    };
    using Entries = std::list<Entry>;

    std::mutex mutex;
    Entries entries; // the one that came last in front
    std::unordered_map<std::string_view, Entries::iterator> places;

    void drop(Entries::iterator entry)
    {
        places.erase(entry->token);
        entries.erase(entry);
    }

    // Two for each that comes, so that what is idle goes faster than it can come.
    void dropIdle(Instant now)
    {
        for (int i = 0; i < 2 && !entries.empty() && entries.back().freeAt <= now; ++i)
            drop(std::prev(entries.end()));
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
    const auto place = shard.places.find(token);
    if (place != shard.places.end()) {
        const auto entry = place->second;
        shard.entries.splice(shard.entries.begin(), shard.entries, entry);
        Decision decision = entry->window->decide(m_policy.rules, now, cost, mode);
        entry->freeAt = std::max(entry->freeAt, freeAt(decision));
        return decision;
    }
    std::unique_ptr<Window> window = m_algorithm.makeWindow();
    Decision decision = window->decide(m_policy.rules, now, cost, mode);
    if (mode == Mode::Acquire && decision.allowed() && cost > 0) { // only what was charged has to be kept
        shard.dropIdle(now);
        if (shard.entries.size() >= m_mostInShard)
            shard.drop(std::prev(shard.entries.end()));
        shard.entries.push_front({std::string(token), std::move(window), freeAt(decision)});
        shard.places.emplace(shard.entries.front().token, shard.entries.begin());
    }
    return decision;
}

bool LocalRateLimiter::reset(std::string_view token)
{
    validateToken(token);
    Shard& shard = shardOf(token);
    const std::scoped_lock lock(shard.mutex);
    const auto place = shard.places.find(token);
    if (place == shard.places.end())
        return false;
    const bool counted = place->second->freeAt > m_clock();
    shard.drop(place->second);
    return counted;
}

std::size_t LocalRateLimiter::tokenCount() const
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < shardCount; ++i) {
        const std::scoped_lock lock(m_shards[i].mutex);
        count += m_shards[i].entries.size();
    }
    return count;
}

} // namespace ratewarden
