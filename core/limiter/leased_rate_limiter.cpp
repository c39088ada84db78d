// SPDX-License-Identifier: MIT
#include "core/limiter/leased_rate_limiter.h"

#include "core/limiter/lease_book.h"
#include "core/model/errors.h"
#include "core/model/policy.h"

#include <algorithm>
#include <exception>
#include <future>
#include <mutex>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t mostReturned = 64; // in a round trip

/// That of the request that is asking, and throws its error. Gives the lock up.
void awaitAnswer(LeaseBook::Held& asked, std::unique_lock<std::mutex>& lock)
{
    const auto answered = std::make_shared<std::promise<void>>(); // who sets it still uses it after that
    asked.waiting.emplace_back([answered](std::exception_ptr error) {
        if (error)
            answered->set_exception(std::move(error));
        else
            answered->set_value();
    });
    lock.unlock();
    answered->get_future().get();
}

} // namespace

/// One of many that are asked for at once.
struct LeasedRateLimiter::Asking {
    TokenRequest request;
    LeaseLook look;
    LeaseAnswer& told;
};

LeasedRateLimiter::LeasedRateLimiter(RateLimiter& limiter, LeaseOptions options)
    : m_limiter(limiter), m_book(std::make_unique<LeaseBook>(std::move(options), "a LeasedRateLimiter"))
{
}

LeasedRateLimiter::~LeasedRateLimiter()
{
    try {
        while (returnSome(mostReturned, true)) {
        }
    } catch (const Error&) { // the units stay charged
    }
}

Decision LeasedRateLimiter::decide(const TokenRequest& request, Mode mode)
{
    m_book->requireHome();
    if (mode == Mode::GiveBack)
        return takeBack(request.token, request.cost);
    if (mode != Mode::Acquire)
        return m_limiter.decide(request, mode);
    validateToken(request.token);
    validateCost(request.cost);
    Decision decision;
    if (request.cost == 0 || !m_book->take(request, decision))
        decision = answer(request).decision;
    return decision;
}

LeaseAnswer LeasedRateLimiter::answer(const TokenRequest& request)
{
    if (request.cost == 0) // for which there is nothing to lease
        return {m_limiter.decide(request, Mode::Acquire)};
    while (true) {
        std::unique_lock<std::mutex> lock;
        LeaseLook look = m_book->look(request, lock);
        if (look.known)
            return std::move(*look.known);
        if (look.talk) {
            lock.unlock();
            returnWhileAsking();
            return ask(request, look);
        }
        awaitAnswer(*look.held, lock);
    }
}

/// Asks until there is an answer, and keeps it.
LeaseAnswer LeasedRateLimiter::ask(const TokenRequest& request, LeaseLook& look)
{
    LeaseTalk& talk = *look.talk;
    try {
        while (true) {
            const Micros sentAt = m_book->now();
            Decision decision = talk.former() ? m_limiter.settleAndReserve(*talk.former(), talk.asked())
                                              : m_limiter.decide(talk.asked(), Mode::Lease);
            if (takes(talk, std::move(decision), sentAt))
                return m_book->keep(request, look);
        }
    } catch (const Error&) {
        look.fail(std::current_exception());
        throw;
    }
}

/// False: it is to be asked again.
bool LeasedRateLimiter::takes(LeaseTalk& talk, Decision decision, Micros sentAt)
{
    const LeaseTalk::Step step = talk.take(std::move(decision), sentAt, m_book->now());
    if (step == LeaseTalk::Step::Refuse) {
        if (talk.former())
            settleQuietly({{talk.asked().token, *talk.former()}});
        talk.throwRefusal();
    }
    return step == LeaseTalk::Step::Keep;
}

std::vector<Decision> LeasedRateLimiter::decideMany(std::span<const TokenRequest> requests, Mode mode)
{
    m_book->requireHome();
    if (mode != Mode::Acquire)
        return RateLimiter::decideMany(requests, mode);
    for (const TokenRequest& request : requests) {
        validateToken(request.token);
        validateCost(request.cost);
    }
    std::vector<LeaseAnswer> answers(requests.size(), {{}, Micros::min()});
    for (int turn = 0; true; ++turn) {
        std::vector<std::size_t> open; // also what was granted, and is too old now that the last is decided
        const Micros now = m_book->now();
        for (std::size_t i = 0; i < answers.size(); ++i)
            if (now >= answers[i].spendBy)
                open.push_back(i);
        if (open.empty())
            break;
        if (turn == LeaseTalk::mostLate)
            LeaseTalk::throwLate();
        answerOnce(requests, open, answers);
    }
    std::vector<Decision> decisions;
    decisions.reserve(answers.size());
    for (LeaseAnswer& its : answers)
        decisions.push_back(std::move(its.decision));
    return decisions;
}

/// Those that are open: from memory, in one pipeline, and then one by one.
void LeasedRateLimiter::answerOnce(std::span<const TokenRequest> requests, std::span<const std::size_t> open,
                                   std::span<LeaseAnswer> answers)
{
    std::vector<Asking> asking;
    std::vector<std::size_t> later; // once those have their answers
    for (const std::size_t i : open) {
        const TokenRequest& request = requests[i];
        if (request.cost == 0) {
            later.push_back(i);
            continue;
        }
        std::unique_lock<std::mutex> lock;
        LeaseLook look = m_book->look(request, lock);
        lock.unlock();
        if (look.known)
            answers[i] = std::move(*look.known);
        else if (look.talk)
            asking.push_back({request, std::move(look), answers[i]});
        else // twice among them, or asked for by another thread
            later.push_back(i);
    }
    if (!asking.empty())
        askMany(std::move(asking));
    for (const std::size_t i : later)
        answers[i] = answer(requests[i]);
}

void LeasedRateLimiter::askMany(std::vector<Asking> asking)
{
    returnWhileAsking();
    std::vector<TokenRequest> asked;
    std::vector<TokenSettlement> unused;
    for (const Asking& each : asking) {
        const LeaseTalk& talk = *each.look.talk;
        asked.push_back(talk.asked());
        if (talk.former())
            unused.push_back({each.request.token, *talk.former()});
    }
    settleQuietly(std::exchange(unused, {}));
    const Micros sentAt = m_book->now();
    std::vector<Decision> replies;
    try {
        replies = m_limiter.decideMany(asked, Mode::Lease);
    } catch (const Error&) {
        for (Asking& each : asking)
            each.look.fail(std::current_exception());
        throw;
    }
    for (std::size_t k = 0; k < asking.size(); ++k) {
        auto& [request, look, told] = asking[k];
        try {
            told = takes(*look.talk, std::move(replies[k]), sentAt) ? m_book->keep(request, look)
                                                                    : ask(request, look);
        } catch (const Error&) { // nobody is told of the others
            while (++k < asking.size())
                if (replies[k].chargedAt)
                    unused.push_back({asked[k].token, {*replies[k].chargedAt, asked[k].cost, 0}});
            settleQuietly(unused);
            throw;
        }
        look.asking.reset(); // who waits for it goes on
    }
}

/// What is not settled stays charged.
void LeasedRateLimiter::settleQuietly(const std::vector<TokenSettlement>& unused)
{
    try {
        if (!unused.empty())
            m_limiter.settleMany(unused);
    } catch (const Error&) { // nobody waits for it
    }
}

Decision LeasedRateLimiter::settle(std::string_view token, const Settlement& settlement)
{
    return m_limiter.settle(token, settlement);
}

bool LeasedRateLimiter::reset(std::string_view token)
{
    m_book->requireHome();
    validateToken(token);
    m_book->forget(token);
    const bool hadState = m_limiter.reset(token);
    m_book->forget(token); // what was granted meanwhile may have been charged before
    return hadState;
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
        std::unique_lock lock(shard.mutex);
        if (LeaseBook::Held* const held = shard.tokens.find(token, hash)) {
            held->collect();
            units = std::min(units, held->charged - held->left);
            const bool isLive = held->answer && m_book->now() < held->end;
            if (isLive && !held->isAsking) {
                held->left += units;
                if (held->left > 0)
                    m_book->list(*held, token);
                return *held->answer;
            }
            if (held->chargedAt)
                settlement = held->settlement(units);
            if (settlement && held->isAsking) // and settles the same charge before
                awaitAnswer(*held, lock);
        }
    }
    if (!settlement)
        return m_limiter.peek(token, 0);
    Decision settled = m_limiter.settle(token, *settlement);
    LeaseBook::Shard& shard = m_book->shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    if (LeaseBook::Held* const held = shard.tokens.find(token, hash)) // there may be room again
        held->deniedUntil = {};
    return settled;
}

/// False: there are no more. `isOver`: also of leases that have not ended.
bool LeasedRateLimiter::returnSome(std::size_t most, bool isOver)
{
    std::vector<LeaseBook::Ended> ended;
    while (ended.size() < most) {
        auto next = m_book->nextEnded(isOver);
        if (!next)
            break;
        ended.push_back(std::move(*next));
    }
    std::vector<TokenSettlement> unused;
    unused.reserve(ended.size());
    for (const LeaseBook::Ended& lease : ended)
        unused.push_back({lease.token, lease.unused});
    if (!unused.empty())
        m_limiter.settleMany(unused);
    return ended.size() == most;
}

void LeasedRateLimiter::returnWhileAsking()
{
    try {
        returnSome(2, false);
    } catch (const Error&) { // of other tokens' units, which stay charged
    }
}

void LeasedRateLimiter::returnUnused()
{
    m_book->requireHome();
    while (returnSome(mostReturned, false)) {
    }
}

std::size_t LeasedRateLimiter::tokenCount() const
{
    m_book->requireHome();
    return m_book->size();
}

} // namespace ratewarden
