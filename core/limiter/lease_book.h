// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/token_table.h"
#include "core/model/settlement.h"
#include "core/redis/home_process.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// Who waits until another request has its answer, and then looks again; or gets an error, its own copy.
using LeaseWaiter = std::function<void(std::exception_ptr error)>;

/// What a request is told.
struct LeaseAnswer {
    Decision decision;
    Micros spendBy = Micros::max(); ///< from then on its units must not be spent any more
};

struct LeaseLook;

/// What limiters with leases keep in memory: the units that are left of tokens, the denials that are
/// remembered, who is asking for more, and when leases end. It asks nobody, so that limiters that block and
/// those that do not share it. Private to the library. Thread-safe; Held is used under its shard's lock.
class LeaseBook {
public:
    /// `owner`: what it is of, such as "a LeasedRateLimiter". Throws InvalidArgument.
    LeaseBook(LeaseOptions options, const char* owner);

    /// Throws InvalidArgument in a child of the process that it was made in, which would spend the parent's
    /// leases, and where its locks may stay locked: nothing but nextEnded() may be called there.
    void requireHome() const { m_home.require(m_owner); }

    /// Units of a lease that one thread spends without the lock of the token's shard, and others take back
    /// under it.
    using Till = std::atomic<Units>;

    /// What is known of a token. Once units are kept, or a denial is remembered, requests are answered from
    /// here.
    struct Held {
        Units left = 0;           // of the lease; 0: there is none
        Micros sentAt{};          // when it was asked last
        Micros deniedUntil{};     // requests of the cost `deniedFrom` and above
        bool isAsking = false;    // a request has asked, and has no reply yet
        bool isForgotten = false; // since it has asked
        bool isListed = false;    // among the endings
        bool isSingle = false;    // the last reply was one that no lease follows
        bool came = true;         // since the hand of the table has last passed
        Micros end{};             // from when on nothing of the lease is spent
        Micros spendBy{};         // from when on what was taken of it must not be spent either
        Units units = 0;          // that were asked for last, less what of them was not spent
        Units first = 0;          // of these, what the asking request took
        Units room = 0;           // that the last reply has left
        Units deniedFrom = 0;
        Units charged = 0; // that were granted last, and have not been settled
        Micros receivedAt{};
        std::optional<Instant> chargedAt;         // those; empty: they cannot be settled
        std::shared_ptr<const Decision> answer;   // to those that are answered from here; null: none are
        std::vector<std::shared_ptr<Till>> tills; // of threads, with units of the same lease
        std::vector<LeaseWaiter> waiting;         // until it is not asking any more

        /// False: Redis is to be asked. `cost` is at least 1.
        bool take(Units cost, Micros now, Decision& known)
        {
            came = true;
            if (left >= cost && now < end) {
                left -= cost;
                known = *answer;
                return true;
            }
            if (cost < deniedFrom || now >= deniedUntil)
                return false;
            known = denial(now);
            return true;
        }

        /// What threads have taken out is left again.
        void collect()
        {
            for (const std::shared_ptr<Till>& till : tills)
                left += till->exchange(0);
        }

        Decision denial(Micros now) const
        {
            Decision decision = *answer;
            if (decision.retryAfter)
                decision.retryAfter = std::max(*decision.retryAfter - (now - receivedAt), Micros::zero());
            return decision;
        }

        /// What is left is nobody's to spend any more, and so many of those that were spent have not been
        /// needed.
        std::optional<Settlement> settlement(Units givenBack = 0)
        {
            const Units unspent = std::exchange(left, 0);
            units -= unspent;
            const Units actual = charged - unspent - givenBack;
            const Units reserved = std::exchange(charged, actual);
            if (reserved == actual || !chargedAt)
                return std::nullopt;
            return Settlement{*chargedAt, reserved, actual};
        }

        /// What was charged is gone, so that it can neither be spent nor settled; of what is being asked for
        /// that is not known.
        void forget()
        {
            collect();
            left = units = charged = 0;
            end = deniedUntil = {};
            chargedAt.reset();
            isForgotten = isAsking;
        }

        bool isIdle(Micros now, Micros life) const
        {
            return !isAsking && left == 0 && now >= deniedUntil && now >= sentAt + life;
        }
    };

    // Each on cache lines of its own, so that threads in different ones do not get into each other's way.
    struct alignas(64) Shard {
        std::mutex mutex;
        TokenTable<Held> tokens;
    };

    /// What was asked for, and what came.
    struct Grant {
        Decision decision;
        Units units = 0;
        Micros sentAt{};
        Micros receivedAt{};

        /// By the promise of Policy::lease; Micros::max(): there is none, or nothing was charged.
        Micros spendBy() const;
    };

    Micros now() const { return m_options.clock(); }
    Shard& shardOf(std::uint64_t hash) const;
    /// Takes an answer from memory, and writes it where it is wanted: moving it on took a third of a
    /// decision's time. False: there is none. The cost is at least 1, here and in look().
    bool take(const TokenRequest& request, Decision& known) const;
    /// The same; or what the request is to ask, or wait for. `lock` is that of the token's shard then.
    LeaseLook look(const TokenRequest& request, std::unique_lock<std::mutex>& lock) const;
    /// Answers the request that has asked, and keeps the rest for the next ones, unless it has asked for
    /// itself alone. Nothing is waited for here: the request's own units are to be spent in time, too.
    LeaseAnswer keep(const TokenRequest& request, LeaseLook& look);
    /// Forgets the token's lease and denial, of which there is nothing to settle.
    void forget(std::string_view token);
    /// Its units are settled when its lease has ended. Under the lock of the token's shard.
    void list(Held& held, std::string_view token);

    struct Ended {
        std::string token;
        Settlement unused;
    };
    /// What is left of a lease that has ended, or with `isOver` of any; nothing: there is none, as there is
    /// for a child after fork().
    std::optional<Ended> nextEnded(bool isOver);

    /// How many tokens are remembered.
    std::size_t size() const;

private:
    void fillTill(Held& held, std::string_view token, std::uint64_t hash, Micros now) const;
    Held& heldOf(Shard& shard, std::string_view token, std::uint64_t hash, Micros now) const;
    Units wanted(const Held& held, Units cost, Micros now) const;
    bool asksAnyway(const Held& held) const;
    std::optional<Settlement> unusedOf(std::string_view token, bool isOver);

    const std::uint64_t m_id; // among all that there ever are in the process
    const LeaseOptions m_options;
    const char* const m_owner;
    const HomeProcess m_home;
    const std::size_t m_mostInShard;
    std::unique_ptr<Shard[]> m_shards;
    // The tokens of which units may be left when their leases end, about in the order of their ends.
    std::mutex m_endingsMutex;
    std::deque<std::pair<Micros, std::string>> m_endings;
};

/// One caller asks for a token, and the others wait for what comes. What is asked for is not evicted
/// meanwhile. Its end wakes those who wait, and must come after the one that has asked was told, where they
/// go on in its thread: its units are to be spent in time, too.
class LeaseAsking {
public:
    /// Under the lock of the shard.
    LeaseAsking(LeaseBook::Shard& inShard, LeaseBook::Held& ofToken) : shard(&inShard), held(&ofToken)
    {
        held->isAsking = true;
        held->isForgotten = false;
    }
    LeaseAsking(LeaseAsking&& other) noexcept
        : shard(other.shard)
        , held(std::exchange(other.held, nullptr))
        , m_waiting(std::move(other.m_waiting))
        , m_error(std::move(other.m_error))
    {
    }
    LeaseAsking& operator=(LeaseAsking&&) = delete;
    ~LeaseAsking();

    /// Likewise.
    void end();
    /// What has come is an error. Those who wait get the same if it is Unavailable, as they would wait for it
    /// one after the other; else each asks for itself.
    void fail(const std::exception_ptr& error);

    LeaseBook::Shard* shard;
    LeaseBook::Held* held; // null: it is over

private:
    std::vector<LeaseWaiter> m_waiting;
    std::exception_ptr m_error;
};

/// What is asked of Redis until a request has its answer: again while fewer units may be there, or as the
/// answer came too late to be spent. What `request` views must outlive it.
class LeaseTalk {
public:
    enum class Step {
        Ask,   ///< what asked() says, and settle what former() says
        Keep,  ///< the answer is there: grant()
        Refuse ///< settle what former() says, then throwRefusal()
    };

    LeaseTalk(const TokenRequest& request, Units wanted, std::optional<Settlement> former)
        : m_request(request), m_units(wanted), m_former(former)
    {
    }

    /// What to reserve.
    TokenRequest asked() const { return {m_request.token, m_units, m_request.note}; }
    /// To be settled in the same round trip.
    const std::optional<Settlement>& former() const { return m_former; }
    Step take(Decision decision, Micros sentAt, Micros receivedAt);
    LeaseBook::Grant grant() { return std::move(m_grant); }
    /// BadPolicy for a policy of slots, Unavailable where each answer came too late.
    [[noreturn]] void throwRefusal() const;
    /// The latter; after so many.
    [[noreturn]] static void throwLate();
    static constexpr int mostLate = 3;

private:
    std::optional<Settlement> unspent() const;

    const TokenRequest m_request;
    Units m_units;
    std::optional<Settlement> m_former;
    LeaseBook::Grant m_grant;
    const Rule* m_slots = nullptr; // of the grant
    bool m_isFirst = true;
    int m_late = 0;
};

/// What a request finds in the book.
struct LeaseLook {
    /// Throws nothing.
    void fail(const std::exception_ptr& error)
    {
        if (asking)
            asking->fail(error);
    }

    std::optional<LeaseAnswer> known;
    std::optional<LeaseTalk> talk;     // it is to ask
    std::optional<LeaseAsking> asking; // and what comes is kept for others; must end not under the lock
    LeaseBook::Held* held = nullptr;   // neither: it is to be among those who wait, under the same lock
};

} // namespace ratewarden
