// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/token_table.h"
#include "core/model/settlement.h"

#include <condition_variable>
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

/// Who waits without a thread until another request has its answer, and then looks again; or has the same
/// error.
using LeaseWaiter = std::function<void(const std::exception_ptr& error)>;

/// What limiters with leases keep in memory: the units that are left of tokens, the denials that are
/// remembered, who is asking for more, and when leases end. It asks nobody, so that limiters that block and
/// those that do not share it. Private to the library. Thread-safe; Held is used under its shard's lock.
class LeaseBook {
public:
    /// Throws InvalidArgument.
    explicit LeaseBook(LeaseOptions options);

    /// What is known of a token. Once units are kept, or a denial is remembered, requests are answered from
    /// here.
    struct Held {
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
        std::vector<LeaseWaiter> waiting; // until it is not asking any more, without a thread

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

        /// What is left is nobody's to spend any more, and so many of those that were spent have not been
        /// needed.
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
    struct alignas(64) Shard {
        std::mutex mutex;
        std::condition_variable answered; // one of those that were asked for
        TokenTable<Held> tokens;
    };

    /// What was asked for, and what came.
    struct Grant {
        Decision decision;
        Units units = 0;
        Micros sentAt{};
        Micros receivedAt{};
    };

    Micros now() const { return m_options.clock(); }
    Shard& shardOf(std::uint64_t hash) const;
    /// Under the lock of the shard.
    Held& heldOf(Shard& shard, std::string_view token, std::uint64_t hash, Micros now) const;
    /// How many units to ask for. Under the lock of the token's shard.
    Units wanted(const Held& held, Units cost, Micros now) const;
    /// Whether one more that waits for the answer would have to ask by itself all the same. Likewise.
    bool asksAnyway(const Held& held) const;
    /// Answers the request that has asked, and keeps the rest for the next ones. Nothing is waited for here:
    /// the request's own units are to be spent in time, too.
    Decision keep(const TokenRequest& request, LeaseAsking& asking, Grant grant);
    /// Forgets the token's lease and denial, of which there is nothing to settle.
    void forget(std::string_view token);
    /// Its units are settled when its lease has ended. Under the lock of the token's shard.
    void list(Held& held, std::string_view token);

    struct Ended {
        std::string token;
        Settlement unused;
    };
    /// What is left of a lease that has ended, or with `isOver` of any; nothing: there is none.
    std::optional<Ended> nextEnded(bool isOver);

    /// How many tokens are remembered.
    std::size_t size() const;

private:
    std::optional<Settlement> unusedOf(std::string_view token, bool isOver);

    const LeaseOptions m_options;
    const std::size_t m_mostInShard;
    std::unique_ptr<Shard[]> m_shards;
    // The tokens of which units may be left when their leases end, about in the order of their ends.
    std::mutex m_endingsMutex;
    std::deque<std::pair<Micros, std::string>> m_endings;
};

/// One caller asks for a token, and the others wait for what comes. What is asked for is not evicted
/// meanwhile. Its end wakes those who wait without a thread: after the one that has asked, whose units are to
/// be spent in time, too.
class LeaseAsking {
public:
    /// Under the lock of the shard.
    LeaseAsking(LeaseBook::Shard& inShard, LeaseBook::Held& ofToken) : shard(&inShard), held(&ofToken)
    {
        held->isAsking = true;
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
    /// What those who wait without a thread get for an answer.
    void fail(std::exception_ptr error) { m_error = std::move(error); }

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
        Ask,   ///< units() again, and settle what former() says
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

private:
    bool isLate() const;
    std::optional<Settlement> unspent() const;

    const TokenRequest m_request;
    Units m_units;
    std::optional<Settlement> m_former;
    LeaseBook::Grant m_grant;
    const Rule* m_slots = nullptr; // of the grant
    bool m_isFirst = true;
    int m_late = 0;
};

} // namespace ratewarden
