// SPDX-License-Identifier: MIT
#include "core/limiter/lease_book.h"

#include "core/model/boot_clock.h"
#include "core/model/errors.h"
#include "core/model/policy.h"
#include "core/model/rule_faults.h"
#include "core/redis/async_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

constexpr std::size_t leaseShards = 64; // a multiple of any number of threads that could want one at once

// A lock and the units behind it go from processor to processor with each decision: without tills each of two
// threads made 3 million a second, with them 14 (benchmark_leases).
constexpr Units tillShare = 64; // one of so many units that are left
constexpr Units mostInTill = 1024;

/// What a thread knows of its till.
struct OwnTill {
    std::uint64_t book = 0;
    std::string token;
    Micros end{}; // of the lease
    std::shared_ptr<const Decision> answer;
    std::shared_ptr<LeaseBook::Till> units; // null: it was never used

    bool isOf(std::uint64_t its, std::string_view name) const
    {
        return units && book == its && token == name;
    }

    bool take(Units cost)
    {
        Units left = units->load(std::memory_order_relaxed);
        while (left >= cost)
            if (units->compare_exchange_weak(left, left - cost))
                return true;
        return false;
    }
};

OwnTill& tillOf(std::uint64_t hash)
{
    thread_local std::array<OwnTill, 8> tills;
    return tills[(hash >> 32U) % tills.size()];
}

std::uint64_t nextBook()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
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
        throw InvalidArgument(
            fmt::format("a lease takes 1 unit or more at once: mostUnits is {}", options.mostUnits));
    if (!options.clock)
        options.clock = [] {
            return BootClock::now().time_since_epoch();
        };
    return options;
}

} // namespace

LeaseAsking::~LeaseAsking()
{
    if (held != nullptr) {
        const std::scoped_lock lock(shard->mutex);
        end();
    }
    for (const LeaseWaiter& goOn : m_waiting)
        goOn(m_error ? ownFailure(m_error) : nullptr);
}

void LeaseAsking::end()
{
    LeaseBook::Held& ended = *std::exchange(held, nullptr);
    ended.isAsking = false;
    m_waiting = std::exchange(ended.waiting, {});
}

void LeaseAsking::fail(const std::exception_ptr& error)
{
    if (held == nullptr)
        return;
    try {
        std::rethrow_exception(error);
    } catch (const Unavailable&) {
        m_error = error;
    } catch (...) {
        const std::scoped_lock lock(shard->mutex);
        held->isSingle = true;
    }
}

LeaseBook::LeaseBook(LeaseOptions options, const char* owner)
    : m_id(nextBook())
    , m_options(validatedLease(std::move(options)))
    , m_owner(owner)
    , m_mostInShard(std::max<std::size_t>(1, m_options.mostTokens / leaseShards))
    , m_shards(std::make_unique<Shard[]>(leaseShards))
{
}

LeaseBook::Shard& LeaseBook::shardOf(std::uint64_t hash) const
{
    return m_shards[(hash >> 40U) % leaseShards]; // the table inside uses the low bits
}

LeaseBook::Held& LeaseBook::heldOf(Shard& shard, std::string_view token, std::uint64_t hash, Micros now) const
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
Units LeaseBook::wanted(const Held& held, Units cost, Micros now) const
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

void LeaseBook::list(Held& held, std::string_view token)
{
    if (std::exchange(held.isListed, true))
        return;
    const std::scoped_lock lock(m_endingsMutex);
    m_endings.emplace_back(held.end, token);
}

/// Whether one more that waits for the answer would have to ask by itself all the same.
bool LeaseBook::asksAnyway(const Held& held) const
{
    if (held.isSingle)
        return true;
    if (held.units == 0) // nothing is known yet
        return false;
    return Units(held.waiting.size()) >= std::min(m_options.mostUnits, held.room / 4);
}

bool LeaseBook::take(const TokenRequest& request, Decision& known) const
{
    const std::uint64_t hash = tokenHash(request.token);
    OwnTill& till = tillOf(hash);
    if (till.isOf(m_id, request.token) && m_options.clock() < till.end && till.take(request.cost)) {
        known = *till.answer;
        return true;
    }
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    Held* const held = shard.tokens.find(request.token, hash);
    if (held == nullptr || (held->left < request.cost && held->deniedUntil == Micros::zero()))
        return false; // whatever the time is
    const Micros now = m_options.clock();
    if (!held->take(request.cost, now, known))
        return false;
    if (held->left >= tillShare)
        fillTill(*held, request.token, hash, now);
    return true;
}

void LeaseBook::fillTill(Held& held, std::string_view token, std::uint64_t hash, Micros now) const
{
    OwnTill& till = tillOf(hash);
    // What is none of these was of a lease that has been evicted.
    const bool isOurs =
        till.isOf(m_id, token) && std::ranges::find(held.tills, till.units) != held.tills.end();
    if (!isOurs) {
        if (till.units && !till.isOf(m_id, token) && now < till.end && till.units->load() > 0)
            return; // another token's
        std::erase_if(held.tills, [](const auto& its) { return its.use_count() == 1 && *its == 0; });
        till.book = m_id;
        till.token = token;
        till.units = held.tills.emplace_back(std::make_shared<Till>(0));
    }
    held.left += till.units->exchange(0);
    const Units some = std::min(held.left / tillShare, mostInTill);
    held.left -= some;
    till.end = held.end;
    till.answer = held.answer;
    *till.units = some;
}

LeaseLook LeaseBook::look(const TokenRequest& request, std::unique_lock<std::mutex>& lock) const
{
    const std::uint64_t hash = tokenHash(request.token);
    Shard& shard = shardOf(hash);
    lock = std::unique_lock(shard.mutex);
    LeaseLook look;
    const Micros now = m_options.clock();
    Held& held = heldOf(shard, request.token, hash, now);
    held.collect();
    if (held.take(request.cost, now, look.known.emplace().decision)) {
        if (look.known->decision.allowed())
            look.known->spendBy = held.spendBy;
        return look;
    }
    look.known.reset();
    if (!held.isAsking) {
        const Units units = wanted(held, request.cost, now); // by what was held, which ends now
        look.talk.emplace(request, units, held.settlement());
        look.asking.emplace(shard, held);
    } else if (asksAnyway(held)) {
        look.talk.emplace(request, request.cost, std::nullopt);
    } else {
        look.held = &held;
    }
    return look;
}

LeaseAnswer LeaseBook::keep(const TokenRequest& request, LeaseLook& look)
{
    Grant grant = look.talk->grant();
    const Micros spendBy = grant.spendBy();
    Decision decision = std::move(grant.decision);
    const std::optional<Instant> chargedAt = std::exchange(decision.chargedAt, std::nullopt);
    const std::optional<Micros> lease = std::exchange(decision.lease, std::nullopt);
    const bool isGranted = decision.allowed() && !decision.shadowed;
    const Micros life = std::min(m_options.life, lease.value_or(m_options.life));
    if (!look.asking)
        return {std::move(decision), spendBy};
    const std::scoped_lock lock(look.asking->shard->mutex);
    Held& held = *look.asking->held;
    look.asking->end();
    held.sentAt = grant.sentAt;
    held.receivedAt = grant.receivedAt;
    held.units = grant.units;
    held.first = request.cost;
    held.left = isGranted ? grant.units - request.cost : 0;
    held.end = isGranted ? grant.sentAt + shortened(life) : Micros::zero();
    held.spendBy = spendBy;
    if (decision.allowed()) { // else what was granted before can still be given back
        held.charged = grant.units;
        held.chargedAt = chargedAt;
    }
    held.isSingle = decision.withoutRedis || decision.shadowed || lease == Micros::zero();
    held.room = roomIn(decision);
    held.deniedUntil = {};
    if (!decision.allowed() && decision.verdict != Verdict::Undecided) {
        const Micros wait = std::min(decision.retryAfter.value_or(life), life);
        held.deniedFrom = request.cost;
        held.deniedUntil = std::min(grant.receivedAt + wait, grant.sentAt + life);
    }
    if (held.isForgotten)
        held.forget();
    held.answer.reset();
    if (held.left > 0 || !decision.allowed())
        held.answer = std::make_shared<const Decision>(decision);
    if (held.left > 0)
        list(held, request.token);
    return {std::move(decision), spendBy};
}

void LeaseBook::forget(std::string_view token)
{
    const std::uint64_t hash = tokenHash(token);
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    if (Held* const held = shard.tokens.find(token, hash))
        held->forget();
}

/// What is left of its lease, if that has ended; `isOver`: or not.
std::optional<Settlement> LeaseBook::unusedOf(std::string_view token, bool isOver)
{
    const std::uint64_t hash = tokenHash(token);
    Shard& shard = shardOf(hash);
    const std::scoped_lock lock(shard.mutex);
    Held* const held = shard.tokens.find(token, hash);
    if (held == nullptr)
        return std::nullopt;
    held->isListed = false;
    held->collect();
    if (isOver || held->left == 0 || m_options.clock() >= held->end)
        return held->settlement();
    list(*held, token); // for a later lease
    return std::nullopt;
}

std::optional<LeaseBook::Ended> LeaseBook::nextEnded(bool isOver)
{
    while (!m_home.isLeft()) {
        std::string token;
        {
            const std::scoped_lock lock(m_endingsMutex);
            if (m_endings.empty() || (!isOver && m_endings.front().first > now()))
                return std::nullopt;
            token = std::move(m_endings.front().second);
            m_endings.pop_front();
        }
        if (const auto unused = unusedOf(token, isOver))
            return Ended{std::move(token), *unused};
    }
    return std::nullopt;
}

std::size_t LeaseBook::size() const
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < leaseShards; ++i) {
        const std::scoped_lock lock(m_shards[i].mutex);
        count += m_shards[i].tokens.size();
    }
    return count;
}

Micros LeaseBook::Grant::spendBy() const
{
    const std::optional<Micros>& lease = decision.lease;
    if (!decision.chargedAt || !lease || (*lease == Micros::zero() && decision.overridden))
        return Micros::max();
    return sentAt + shortened(*lease);
}

std::optional<Settlement> LeaseTalk::unspent() const
{
    if (!m_grant.decision.chargedAt)
        return std::nullopt;
    return Settlement{*m_grant.decision.chargedAt, m_grant.units, 0};
}

LeaseTalk::Step LeaseTalk::take(Decision answered, Micros sentAt, Micros receivedAt)
{
    m_grant = {std::move(answered), m_units, sentAt, receivedAt};
    m_former.reset();
    const bool wasFirst = std::exchange(m_isFirst, false);
    const Decision& decision = m_grant.decision;
    const auto slots =
        std::ranges::find(decision.usage, true, [](const RuleUsage& usage) { return usage.rule.atOnce; });
    if (slots != decision.usage.end()) {
        m_slots = &slots->rule;
        m_former = unspent();
        return Step::Refuse;
    }
    if (!decision.allowed() || decision.shadowed) {
        const bool mayFit = decision.shadowed || decision.verdict == Verdict::DeniedByRule ||
                            decision.verdict == Verdict::NeverFits;
        if (m_units == m_request.cost || !mayFit)
            return Step::Keep;
        const Units quarter = roomIn(decision) / 4;
        m_units = wasFirst && quarter < m_units ? std::max(m_request.cost, quarter) : m_request.cost;
        return Step::Ask;
    }
    if (receivedAt < m_grant.spendBy())
        return Step::Keep;
    m_former = unspent();
    m_units = m_request.cost;
    return ++m_late < mostLate ? Step::Ask : Step::Refuse;
}

void LeaseTalk::throwRefusal() const
{
    if (m_slots != nullptr)
        throw BadPolicy(Problem(Fault::NoLeaseOfSlots, notation(*m_slots)));
    throwLate();
}

void LeaseTalk::throwLate()
{
    throw Unavailable(
        "each answer of Redis took longer than the policy's leases live: raise its \"lease\", or "
        "make the way to Redis shorter",
        Unavailable::Effect::None, Unavailable::Reason::TimedOut);
}

} // namespace ratewarden
