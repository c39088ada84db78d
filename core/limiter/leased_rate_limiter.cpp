// SPDX-License-Identifier: MIT
#include "core/limiter/leased_rate_limiter.h"

#include "core/limiter/token_table.h"
#include "core/model/errors.h"
#include "core/model/policy.h"

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t leaseShards = 64; // a multiple of any number of threads that could want one at once

Micros bootTime()
{
    std::timespec time{};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return Micros(std::int64_t(time.tv_sec) * 1'000'000 + time.tv_nsec / 1000);
}

// By this machine's clock, which may be slower than the server's by 1 in 2000, as the server's may be faster.
Micros shortened(Micros life)
{
    return life - life / 1000 - Micros(1);
}

// What the reply leaves under each rule.
Units roomIn(const Decision& decision)
{
    Units room = decision.usage.empty() ? 0 : maxUnits;
    for (const RuleUsage& usage : decision.usage)
        room = std::min(room, usage.remaining());
    return room;
}

LeaseOptions validatedLease(LeaseOptions options)
{
    if (options.life < minLease || options.life > maxLease)
        throw InvalidArgument(Problem(Fault::LeaseRange, spanNotation(options.life), spanNotation(minLease),
                                      spanNotation(maxLease)));
    if (options.mostUnits < 1)
        throw InvalidArgument(Problem(Fault::CostRange, options.mostUnits, maxUnits));
    if (!options.clock)
        options.clock = bootTime;
    return options;
}

} // namespace

/// What is known of a token. Once units are kept, or a denial is remembered, requests are answered from here.
struct LeasedRateLimiter::Held {
    Units left = 0;        // of the lease; 0: there is none
    Micros sentAt{};       // when it was asked last
    Micros deniedUntil{};  // requests of the cost `deniedFrom` and above
    bool isAsking = false; // a thread has asked, and has no reply yet
    bool isListed = false; // among the endings
    bool isSingle = false; // the last reply was one that no lease follows
    bool came = true;      // since the hand of the table has last passed
    Micros end{};          // from when on nothing of the lease is spent
    Units units = 0;       // that were asked for last
    Units first = 0;       // of these, what the asking request took
    Units room = 0;        // that the last reply has left
    Units deniedFrom = 0;
    Micros receivedAt{};
    std::optional<Instant> chargedAt; // empty: what is left cannot be settled
    std::unique_ptr<Decision> answer; // to those that are answered from here; null: none are

    enum class Answer { Spends, Denies, Asks };

    Answer take(Units cost, Micros now)
    {
        came = true;
        if (left >= cost && now < end) {
            left -= cost;
            return Answer::Spends;
        }
        return cost >= deniedFrom && now < deniedUntil ? Answer::Denies : Answer::Asks;
    }

    Decision denial(Micros now) const
    {
        Decision decision = *answer;
        if (decision.retryAfter)
            decision.retryAfter = std::max(*decision.retryAfter - (now - receivedAt), Micros::zero());
        return decision;
    }

    /// What is left is nobody's to spend any more, and so many of those that were spent have not been needed.
    std::optional<Settlement> settlement(Units givenBack = 0)
    {
        const Units actual = units - std::exchange(left, 0) - givenBack;
        const Units reserved = std::exchange(units, actual);
        if (reserved == actual || !chargedAt)
            return std::nullopt;
        return Settlement{*chargedAt, reserved, actual};
    }

    bool isIdle(Micros now, Micros life) const
    {
        return !isAsking && left == 0 && now >= deniedUntil && now >= sentAt + life;
    }
};

// Each on cache lines of its own, so that threads in different ones do not get into each other's way.
struct alignas(64) LeasedRateLimiter::Shard {
    std::mutex mutex;
    std::condition_variable answered; // one of those that were asked for
    TokenTable<Held> tokens;
};

/// What was asked for, and what came.
struct LeasedRateLimiter::Grant {
    Decision decision;
    Units units = 0;
    Micros sentAt{};
    Micros receivedAt{};
};

/// The tokens of which units may be left when their leases end, about in the order of their ends.
struct LeasedRateLimiter::Endings {
    std::mutex mutex;
    std::deque<std::pair<Micros, std::string>> tokens;
};

/// One thread asks for a token, and the others wait for what comes. What is asked for is not evicted
/// meanwhile.
class LeasedRateLimiter::Asking {
public:
    /// Under the lock of the shard.
    Asking(Shard& inShard, Held& ofToken) : shard(&inShard), held(&ofToken) { held->isAsking = true; }
    Asking(Asking&& other) noexcept : shard(other.shard), held(std::exchange(other.held, nullptr)) {}
    Asking& operator=(Asking&&) = delete;
    ~Asking()
    {
        if (held == nullptr)
            return;
        const std::scoped_lock lock(shard->mutex);
        end();
    }

    /// Likewise.
    void end()
    {
        std::exchange(held, nullptr)->isAsking = false;
        shard->answered.notify_all();
    }

    Shard* shard;
    Held* held; // null: it is over
};

LeasedRateLimiter::LeasedRateLimiter(RateLimiter& limiter, LeaseOptions options)
    : m_limiter(limiter)
    , m_options(validatedLease(std::move(options)))
    , m_mostInShard(std::max<std::size_t>(1, m_options.mostTokens / leaseShards))
    , m_shards(std::make_unique<Shard[]>(leaseShards))
    , m_endings(std::make_unique<Endings>())
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

LeasedRateLimiter::Shard& LeasedRateLimiter::shardOf(std::uint64_t hash) const
{
    return m_shards[(hash >> 40U) % leaseShards]; // the table inside uses the low bits
}

LeasedRateLimiter::Held& LeasedRateLimiter::heldOf(Shard& shard, std::string_view token, std::uint64_t hash,
                                                   Micros now) const
{
    if (Held* const held = shard.tokens.find(token, hash))
        return *held;
    shard.tokens.dropIdle([now, life = m_options.life](const Held& held) { return held.isIdle(now, life); });
    shard.tokens.makeRoom(
        m_mostInShard, [](Held& held) { return std::exchange(held.came, false) || held.left > 0; },
        [](const Held& held) { return held.isAsking; });
    return shard.tokens.emplace(token, hash);
}

/// As many units as T is likely to need at the rate since it was asked last, and a tenth more, which is
/// settled. As one request tells little of a rate, they grow eightfold at most.
Units LeasedRateLimiter::wanted(const Held& held, Units cost, Micros now) const
{
    const Micros since = std::max(now - held.sentAt, Micros(1));
    if (held.units == 0 || held.isSingle || since >= 16 * m_options.life)
        return cost;
    const double spent = double(std::max<Units>(held.units - held.left - held.first, 0)) + double(cost);
    const double likely = 1.1 * spent * double(m_options.life.count()) / double(since.count());
    const double most =
        std::min({8.0 * double(held.units), double(m_options.mostUnits), double(held.room) / 4.0});
    return std::max(cost, Units(std::min(likely, most)));
}

bool LeasedRateLimiter::isLate(const Grant& grant) const
{
    const std::optional<Micros>& lease = grant.decision.lease;
    if (!lease || (*lease == Micros::zero() && grant.decision.overridden))
        return false;
    return grant.receivedAt - grant.sentAt >= shortened(*lease);
}

LeasedRateLimiter::Grant LeasedRateLimiter::ask(const TokenRequest& request, Units wanted,
                                                std::optional<Settlement> former)
{
    Grant grant{.decision = {}, .units = wanted, .sentAt = m_options.clock(), .receivedAt = {}};
    const TokenRequest asked{request.token, wanted, request.note};
    grant.decision =
        former ? m_limiter.settleAndReserve(*former, asked) : m_limiter.decide(asked, Mode::Reserve);
    grant.receivedAt = m_options.clock();
    for (const RuleUsage& usage : grant.decision.usage) {
        if (!usage.rule.atOnce)
            continue;
        if (grant.decision.chargedAt)
            m_limiter.settle(request.token, {*grant.decision.chargedAt, wanted, 0});
        throw BadPolicy(Problem(Fault::NoLeaseOfSlots, notation(usage.rule)));
    }
    return grant;
}

/// Asks again while fewer units may be there, or as the answer came too late to be spent.
LeasedRateLimiter::Grant LeasedRateLimiter::askOn(const TokenRequest& request, Grant grant)
{
    constexpr int mostLate = 3;
    int late = 0;
    for (bool isFirst = true;; isFirst = false) {
        const Decision& decision = grant.decision;
        if (!decision.allowed() || decision.shadowed) {
            const bool mayFit = decision.shadowed || decision.verdict == Verdict::DeniedByRule ||
                                decision.verdict == Verdict::NeverFits;
            if (grant.units == request.cost || !mayFit)
                return grant;
            const Units quarter = roomIn(decision) / 4;
            grant = ask(request,
                        isFirst && quarter < grant.units ? std::max(request.cost, quarter) : request.cost,
                        std::nullopt);
            continue;
        }
        if (!isLate(grant))
            return grant;
        std::optional<Settlement> unspent;
        if (decision.chargedAt)
            unspent = Settlement{*decision.chargedAt, grant.units, 0};
        if (++late < mostLate) {
            grant = ask(request, request.cost, unspent);
            continue;
        }
        if (unspent)
            m_limiter.settle(request.token, *unspent);
        throw Unavailable(
            "each answer of Redis took longer than the policy's leases live: raise its \"lease\", or "
            "make the way to Redis shorter",
            Unavailable::Effect::None, Unavailable::Reason::TimedOut);
    }
}

/// Its units are settled when its lease has ended. Under the lock of the token's shard.
void LeasedRateLimiter::list(Held& held, std::string_view token)
{
    if (std::exchange(held.isListed, true))
        return;
    const std::scoped_lock lock(m_endings->mutex);
    m_endings->tokens.emplace_back(held.end, token);
}

/// Answers the request that has asked, and keeps the rest for the next ones. Nothing is waited for here: the
/// request's own units are to be spent in time, too.
Decision LeasedRateLimiter::keep(const TokenRequest& request, Asking& asking, Grant grant)
{
    Decision decision = std::move(grant.decision);
    const std::optional<Instant> chargedAt = std::exchange(decision.chargedAt, std::nullopt);
    const std::optional<Micros> lease = std::exchange(decision.lease, std::nullopt);
    const bool isGranted = decision.allowed() && !decision.shadowed;
    const Micros life = std::min(m_options.life, lease.value_or(m_options.life));
    const std::scoped_lock lock(asking.shard->mutex);
    Held& held = *asking.held;
    asking.end();
    held.sentAt = grant.sentAt;
    held.receivedAt = grant.receivedAt;
    held.units = grant.units;
    held.first = request.cost;
    held.left = isGranted ? grant.units - request.cost : 0;
    held.end = isGranted ? grant.sentAt + shortened(life) : Micros::zero();
    held.chargedAt = chargedAt;
    held.isSingle = decision.withoutRedis || decision.shadowed || lease == Micros::zero();
    held.room = roomIn(decision);
    held.deniedUntil = {};
    if (!decision.allowed() && decision.verdict != Verdict::Undecided) {
        const Micros wait = std::min(decision.retryAfter.value_or(m_options.life), m_options.life);
        held.deniedFrom = request.cost;
        held.deniedUntil = std::min(grant.receivedAt + wait, grant.sentAt + m_options.life);
    }
    held.answer.reset();
    if (held.left > 0 || !decision.allowed())
        held.answer = std::make_unique<Decision>(decision);
    if (held.left > 0)
        list(held, request.token);
    return decision;
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
    Shard& shard = shardOf(hash);
    std::unique_lock lock(shard.mutex);
    while (true) {
        const Micros now = m_options.clock();
        Held& held = heldOf(shard, request.token, hash, now);
        const Held::Answer answer = held.take(request.cost, now);
        if (answer == Held::Answer::Spends)
            return *held.answer;
        if (answer == Held::Answer::Denies)
            return held.denial(now);
        if (held.isAsking) {
            shard.answered.wait(lock);
            continue;
        }
        const Units units = wanted(held, request.cost, now);
        const std::optional<Settlement> unused = held.settlement();
        Asking asking(shard, held);
        lock.unlock();
        returnSome();
        return keep(request, asking, askOn(request, ask(request, units, unused)));
    }
}

std::vector<Decision> LeasedRateLimiter::decideMany(std::span<const TokenRequest> requests, Mode mode)
{
    if (mode != Mode::Acquire)
        return RateLimiter::decideMany(requests, mode);
    std::vector<Decision> decisions(requests.size());
    std::vector<std::size_t> open; // the places of those that are asked for
    std::vector<std::size_t> later;
    std::vector<TokenRequest> asked;
    std::vector<Asking> asking;
    std::vector<std::pair<std::string_view, Settlement>> unused;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const TokenRequest& request = requests[i];
        validateToken(request.token);
        validateCost(request.cost);
        const std::uint64_t hash = tokenHash(request.token);
        Shard& shard = shardOf(hash);
        const std::scoped_lock lock(shard.mutex);
        const Micros now = m_options.clock();
        Held& held = heldOf(shard, request.token, hash, now);
        const Held::Answer answer = held.take(request.cost, now);
        if (answer == Held::Answer::Spends) {
            decisions[i] = *held.answer;
        } else if (answer == Held::Answer::Denies) {
            decisions[i] = held.denial(now);
        } else if (held.isAsking || request.cost == 0) { // twice among them, or by another thread
            later.push_back(i);
        } else {
            open.push_back(i);
            asked.push_back({request.token, wanted(held, request.cost, now), request.note});
            if (const auto rest = held.settlement())
                unused.emplace_back(request.token, *rest);
            asking.emplace_back(shard, held);
        }
    }
    for (const auto& [token, settlement] : unused)
        m_limiter.settle(token, settlement);
    if (!open.empty()) {
        const Micros sentAt = m_options.clock();
        std::vector<Decision> replies = m_limiter.decideMany(asked, Mode::Reserve);
        const Micros receivedAt = m_options.clock();
        for (std::size_t k = 0; k < open.size(); ++k) {
            const TokenRequest& request = requests[open[k]];
            Grant grant = askOn(request, {std::move(replies[k]), asked[k].cost, sentAt, receivedAt});
            decisions[open[k]] = keep(request, asking[k], std::move(grant));
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
    const std::uint64_t hash = tokenHash(token);
    {
        Shard& shard = shardOf(hash);
        const std::scoped_lock lock(shard.mutex);
        if (Held* const held = shard.tokens.find(token, hash)) {
            held->left = 0;
            held->deniedUntil = {};
            held->chargedAt.reset(); // there is nothing to settle
        }
    }
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
        Shard& shard = shardOf(hash);
        const std::scoped_lock lock(shard.mutex);
        if (Held* const held = shard.tokens.find(token, hash)) {
            units = std::min(units, held->units - held->left);
            if (held->answer && m_options.clock() < held->end) {
                held->left += units;
                if (held->left > 0)
                    list(*held, token);
                return *held->answer;
            }
            if (held->chargedAt)
                settlement = held->settlement(units);
        }
    }
    return settlement ? m_limiter.settle(token, *settlement) : m_limiter.peek(token, 0);
}

/// What is left of its lease, if that has ended; `isOver`: or not.
std::optional<Settlement> LeasedRateLimiter::unusedOf(std::string_view token, bool isOver)
{
    const std::uint64_t hash = tokenHash(token);
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    Held* const held = shard.tokens.find(token, hash);
    if (held == nullptr)
        return std::nullopt;
    held->isListed = false;
    if (isOver || held->left == 0 || m_options.clock() >= held->end)
        return held->settlement();
    list(*held, token); // for a later lease
    return std::nullopt;
}

/// False: there is none. `isOver`: also leases that have not ended.
bool LeasedRateLimiter::returnOne(bool isOver)
{
    while (true) {
        std::string token;
        {
            const std::scoped_lock lock(m_endings->mutex);
            auto& tokens = m_endings->tokens;
            if (tokens.empty() || (!isOver && tokens.front().first > m_options.clock()))
                return false;
            token = std::move(tokens.front().second);
            tokens.pop_front();
        }
        if (const auto unused = unusedOf(token, isOver)) {
            m_limiter.settle(token, *unused);
            return true;
        }
    }
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
    std::size_t count = 0;
    for (std::size_t i = 0; i < leaseShards; ++i) {
        const std::scoped_lock lock(m_shards[i].mutex);
        count += m_shards[i].tokens.size();
    }
    return count;
}

} // namespace ratewarden
