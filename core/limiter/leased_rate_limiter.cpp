// SPDX-License-Identifier: MIT
#include "core/limiter/leased_rate_limiter.h"

#include "core/limiter/lease_book.h"
#include "core/model/errors.h"
#include "core/model/policy.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace ratewarden {

LeasedRateLimiter::LeasedRateLimiter(RateLimiter& limiter, LeaseOptions options)
    : m_limiter(limiter), m_book(std::make_unique<LeaseBook>(std::move(options)))
{
}

LeasedRateLimiter::~LeasedRateLimiter()
{
    try {
        while (returnOne(true)) {
        }
    } catch (const Error&) { // the units stay charged
    }
}

/// Asks until there is an answer, and keeps it.
Decision LeasedRateLimiter::ask(const TokenRequest& request, LeaseTalk& talk, LeaseAsking& asking)
{
    while (true) {
        const Micros sentAt = m_book->now();
        Decision decision = talk.former() ? m_limiter.settleAndReserve(*talk.former(), talk.asked())
                                          : m_limiter.decide(talk.asked(), Mode::Reserve);
        if (takes(talk, std::move(decision), sentAt, m_book->now()))
            return m_book->keep(request, asking, talk.grant());
    }
}

/// False: it is to be asked again.
bool LeasedRateLimiter::takes(LeaseTalk& talk, Decision decision, Micros sentAt, Micros receivedAt)
{
    const LeaseTalk::Step step = talk.take(std::move(decision), sentAt, receivedAt);
    if (step == LeaseTalk::Step::Refuse) {
        if (talk.former())
            m_limiter.settle(talk.asked().token, *talk.former());
        talk.throwRefusal();
    }
    return step == LeaseTalk::Step::Keep;
}

Decision LeasedRateLimiter::decide(const TokenRequest& request, Mode mode)
{
    if (mode == Mode::GiveBack)
        return takeBack(request.token, request.cost);
    if (mode != Mode::Acquire || request.cost == 0)
        return m_limiter.decide(request, mode);
    validateToken(request.token);
    validateCost(request.cost);
    const std::uint64_t hash = tokenHash(request.token);
    LeaseBook::Shard& shard = m_book->shardOf(hash);
    std::unique_lock lock(shard.mutex);
    while (true) {
        const Micros now = m_book->now();
        LeaseBook::Held& held = m_book->heldOf(shard, request.token, hash, now);
        const LeaseBook::Held::Answer answer = held.take(request.cost, now);
        if (answer == LeaseBook::Held::Answer::Spends)
            return *held.answer;
        if (answer == LeaseBook::Held::Answer::Denies)
            return held.denial(now);
        if (held.isAsking) {
            shard.answered.wait(lock);
            continue;
        }
        LeaseTalk talk(request, m_book->wanted(held, request.cost, now), held.settlement());
        LeaseAsking asking(shard, held);
        lock.unlock();
        returnSome();
        return ask(request, talk, asking);
    }
}

/// Nobody is told of these.
void LeasedRateLimiter::settleUnspent(std::span<const TokenRequest> asked, std::span<const Decision> replies)
{
    try {
        for (std::size_t k = 0; k < asked.size(); ++k)
            if (replies[k].chargedAt)
                m_limiter.settle(asked[k].token, {*replies[k].chargedAt, asked[k].cost, 0});
    } catch (const Error&) { // the rest stays charged
    }
}

std::vector<Decision> LeasedRateLimiter::decideMany(std::span<const TokenRequest> requests, Mode mode)
{
    if (mode != Mode::Acquire)
        return RateLimiter::decideMany(requests, mode);
    std::vector<Decision> decisions(requests.size());
    std::vector<std::size_t> open; // the places of those that are asked for
    std::vector<std::size_t> later;
    std::vector<LeaseTalk> talks;
    std::vector<LeaseAsking> asking;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const TokenRequest& request = requests[i];
        validateToken(request.token);
        validateCost(request.cost);
        const std::uint64_t hash = tokenHash(request.token);
        LeaseBook::Shard& shard = m_book->shardOf(hash);
        const std::scoped_lock lock(shard.mutex);
        const Micros now = m_book->now();
        LeaseBook::Held& held = m_book->heldOf(shard, request.token, hash, now);
        const LeaseBook::Held::Answer answer = held.take(request.cost, now);
        if (answer == LeaseBook::Held::Answer::Spends) {
            decisions[i] = *held.answer;
        } else if (answer == LeaseBook::Held::Answer::Denies) {
            decisions[i] = held.denial(now);
        } else if (held.isAsking || request.cost == 0) { // twice among them, or by another thread
            later.push_back(i);
        } else {
            open.push_back(i);
            talks.emplace_back(request, m_book->wanted(held, request.cost, now), held.settlement());
            asking.emplace_back(shard, held);
        }
    }
    std::vector<TokenRequest> asked;
    for (const LeaseTalk& talk : talks) {
        asked.push_back(talk.asked());
        if (talk.former())
            m_limiter.settle(talk.asked().token, *talk.former());
    }
    if (!open.empty()) {
        const Micros sentAt = m_book->now();
        std::vector<Decision> replies = m_limiter.decideMany(asked, Mode::Reserve);
        const Micros receivedAt = m_book->now();
        for (std::size_t k = 0; k < open.size(); ++k) {
            const TokenRequest& request = requests[open[k]];
            try {
                decisions[open[k]] = takes(talks[k], std::move(replies[k]), sentAt, receivedAt)
                                         ? m_book->keep(request, asking[k], talks[k].grant())
                                         : ask(request, talks[k], asking[k]);
            } catch (const Error&) {
                settleUnspent(std::span(asked).subspan(k + 1), std::span(replies).subspan(k + 1));
                throw;
            }
        }
    }
    asking.clear();
    for (const std::size_t i : later)
        decisions[i] = decide(requests[i], mode);
    return decisions;
}

Decision LeasedRateLimiter::settle(std::string_view token, const Settlement& settlement)
{
    return m_limiter.settle(token, settlement);
}

bool LeasedRateLimiter::reset(std::string_view token)
{
    validateToken(token);
    m_book->forget(token);
    return m_limiter.reset(token);
}

/// Takes back its own charge alone: the newest units in Redis may be those of a lease that lives.
Decision LeasedRateLimiter::takeBack(std::string_view token, Units units)
{
    validateToken(token);
    validateCost(units);
    const std::uint64_t hash = tokenHash(token);
    std::optional<Settlement> settlement;
    {
        LeaseBook::Shard& shard = m_book->shardOf(hash);
        const std::scoped_lock lock(shard.mutex);
        if (LeaseBook::Held* const held = shard.tokens.find(token, hash)) {
            units = std::min(units, held->units - held->left);
            if (held->answer && m_book->now() < held->end) {
                held->left += units;
                if (held->left > 0)
                    m_book->list(*held, token);
                return *held->answer;
            }
            if (held->chargedAt)
                settlement = held->settlement(units);
        }
    }
    return settlement ? m_limiter.settle(token, *settlement) : m_limiter.peek(token, 0);
}

/// False: there is none. `isOver`: also leases that have not ended.
bool LeasedRateLimiter::returnOne(bool isOver)
{
    const std::optional<LeaseBook::Ended> ended = m_book->nextEnded(isOver);
    if (ended)
        m_limiter.settle(ended->token, ended->unused);
    return ended.has_value();
}

void LeasedRateLimiter::returnSome()
{
    try {
        for (int returned = 0; returned < 2 && returnOne(false); ++returned) {
        }
    } catch (const Error&) { // of another token's units, which stay charged
    }
}

void LeasedRateLimiter::returnUnused()
{
    while (returnOne(false)) {
    }
}

std::size_t LeasedRateLimiter::tokenCount() const
{
    return m_book->size();
}

} // namespace ratewarden
