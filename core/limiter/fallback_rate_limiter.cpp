// SPDX-License-Identifier: MIT
#include "core/limiter/fallback_rate_limiter.h"

#include <utility>

namespace ratewarden {

FallbackRateLimiter::FallbackRateLimiter(RateLimiter& redis, const Policy& policy, Options options)
    : m_redis(redis), m_fallback(policy, std::move(options))
{
}

template <class Ask, class Alone>
std::invoke_result_t<Ask> FallbackRateLimiter::redisOr(Ask ask, Alone alone)
{
    auto pass = m_fallback.admit();
    if (!pass)
        return alone();
    try {
        auto answer = ask();
        m_fallback.succeeded(*pass);
        return answer;
    } catch (const Error& error) {
        if (!m_fallback.takesOver(*pass, error))
            throw;
    }
    return alone();
}

Decision FallbackRateLimiter::decide(const TokenRequest& request, Mode mode)
{
    return redisOr([&] { return m_redis.decide(request, mode); },
                   [&] { return m_fallback.decide(request, mode); });
}

Decision FallbackRateLimiter::settle(std::string_view token, const Settlement& settlement)
{
    if (settlement.locally)
        return m_fallback.settleLocally(token, settlement);
    return redisOr([&] { return m_redis.settle(token, settlement); },
                   [&] { return m_fallback.settle(token); });
}

void FallbackRateLimiter::settleMany(std::span<const TokenSettlement> settlements)
{
    std::vector<TokenSettlement> inRedis;
    for (const TokenSettlement& each : settlements)
        if (each.settlement.locally)
            m_fallback.settleLocally(each.token, each.settlement);
        else
            inRedis.push_back(each);
    redisOr(
        [&] {
            m_redis.settleMany(inRedis);
            return true;
        },
        [] { return false; }); // they stay charged
}

std::optional<Micros> FallbackRateLimiter::renew(std::string_view token, const Settlement& slot)
{
    if (slot.locally)
        return m_fallback.renewLocally(token, slot);
    return redisOr([&] { return m_redis.renew(token, slot); }, [&] { return m_fallback.renew(); });
}

Decision FallbackRateLimiter::settleAndReserve(const Settlement& settlement, const TokenRequest& request)
{
    return redisOr([&] { return m_redis.settleAndReserve(settlement, request); },
                   [&] { return m_fallback.decide(request, Mode::Lease); });
}

std::vector<Decision> FallbackRateLimiter::decideMany(std::span<const TokenRequest> requests, Mode mode)
{
    return redisOr(
        [&] {
            std::vector<Decision> decisions = m_redis.decideMany(requests, mode);
            m_fallback.decideUnreachable(requests, mode, decisions);
            return decisions;
        },
        [&] { return m_fallback.decideMany(requests, mode); });
}

bool FallbackRateLimiter::reset(std::string_view token)
{
    m_fallback.reset(token);
    return m_redis.reset(token);
}

} // namespace ratewarden
