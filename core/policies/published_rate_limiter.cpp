// SPDX-License-Identifier: MIT
#include "core/policies/published_rate_limiter.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <utility>

namespace ratewarden {
void requireDecidable(const PublishedPolicy& published)
{
    if (!published.policy.format.empty())
        throw BadPolicy(fmt::format(
            "the policy \"{}\" judges keys of {}, whose own program decides: it is no policy to decide by",
            printable(published.policy.name), printable(published.policy.format)));
}

std::optional<FallbackOptions> fallbackOf(const PublishedPolicy& published, FallbackOptions options)
{
    // What is switched off holds nobody back, nor lets anybody wait, for an unreachable Redis.
    const std::optional<OnFailure> onFailure =
        published.mode == PolicyMode::Off ? OnFailure::Allow : published.onFailure;
    if (!onFailure)
        return std::nullopt;
    options.onFailure = *onFailure;
    options.share = published.share;
    return options;
}

Policy policyForBlocks(const PublishedPolicy& published)
{
    PublishedPolicy nameless = published; // its candidate is nobody's
    nameless.policy.name.clear();
    nameless.candidate = CandidateRules{nameless.policy.algorithm, nameless.policy.rules};
    return candidatePolicy(nameless);
}

Decision inMode(Decision decision, PolicyMode mode)
{
    if (mode == PolicyMode::Shadow && !decision.allowed() && decision.verdict != Verdict::Blocked &&
        decision.verdict != Verdict::Undecided) {
        decision.verdict = Verdict::Allowed;
        decision.rule.reset();
        decision.retryAfter = Micros::zero();
        decision.shadowed = true;
    }
    return decision;
}

Units costInMode(Units cost, PolicyMode mode)
{
    return mode == PolicyMode::Off ? 0 : cost;
}

PublishedRateLimiter::PublishedRateLimiter(Server& server, PublishedPolicy published)
    : m_server(server), m_published(std::move(published)), m_redis(server, m_published.policy)
{
    requireDecidable(m_published);
    if (m_published.candidate)
        m_redis.countBeside(candidatePolicy(m_published));
}

void PublishedRateLimiter::fallBack(FallbackRateLimiter::Options options)
{
    m_fallback.reset();
    if (auto its = fallbackOf(m_published, std::move(options)))
        m_fallback = std::make_unique<FallbackRateLimiter>(m_redis, m_published.policy, std::move(*its));
}

RateLimiter& PublishedRateLimiter::limiter()
{
    return m_fallback ? static_cast<RateLimiter&>(*m_fallback) : m_redis;
}

/// See policyForBlocks().
template <class Token>
Decision PublishedRateLimiter::whileOff(Token token) const
{
    Decision decision;
    try {
        decision = RedisRateLimiter(m_server, policyForBlocks(m_published)).decide({token, 0}, Mode::Peek);
    } catch (const BadState&) { // the key that would hold a block is damaged, too
    } catch (const Unavailable&) {
        decision.withoutRedis = true;
    }
    decision.usage.clear();
    return decision;
}

Decision PublishedRateLimiter::decide(const TokenRequest& request, Mode mode)
{
    if (m_published.mode != PolicyMode::Off)
        return inMode(limiter().decide(request, mode), m_published.mode);
    validateCost(request.cost);
    try {
        return limiter().decide({request.token, costInMode(request.cost, m_published.mode)}, Mode::Peek);
    } catch (const BadState&) {
        return whileOff(request.token);
    }
}

Decision PublishedRateLimiter::decide(const RedisRequest& request, Mode mode)
{
    if (m_published.mode != PolicyMode::Off)
        return inMode(m_redis.decide(request, mode), m_published.mode);
    validateCost(request.cost);
    try {
        return m_redis.decide({request.token, costInMode(request.cost, m_published.mode)}, Mode::Peek);
    } catch (const BadState&) {
        return whileOff(request.token);
    }
}

std::vector<Decision> PublishedRateLimiter::decideMany(std::span<const TokenRequest> tokens, Mode mode)
{
    const bool isOff = m_published.mode == PolicyMode::Off;
    std::vector<TokenRequest> asked(tokens.begin(), tokens.end());
    for (TokenRequest& request : asked) {
        validateCost(request.cost);
        request.cost = costInMode(request.cost, m_published.mode);
    }
    std::vector<Decision> decisions = limiter().decideMany(asked, isOff ? Mode::Peek : mode);
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        const Verdict verdict = decisions[i].verdict;
        if (isOff && (verdict == Verdict::Undecided || verdict == Verdict::RedisUnreachable))
            decisions[i] = whileOff(tokens[i].token);
        else
            decisions[i] = inMode(std::move(decisions[i]), m_published.mode);
    }
    return decisions;
}

Decision PublishedRateLimiter::settle(std::string_view token, const Settlement& settlement)
{
    if (settlement.locally && !m_fallback) // by another version, which had one
        return limiter().decide({token, 0}, Mode::Peek);
    return limiter().settle(token, settlement);
}

Decision PublishedRateLimiter::settleAndReserve(const Settlement& settlement, const TokenRequest& request)
{
    if (m_published.mode == PolicyMode::Off)
        return RateLimiter::settleAndReserve(settlement, request);
    return inMode(limiter().settleAndReserve(settlement, request), m_published.mode);
}

bool PublishedRateLimiter::reset(std::string_view token)
{
    return limiter().reset(token);
}

} // namespace ratewarden
