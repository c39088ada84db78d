// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/reservation.h"
#include "core/limiter/slot.h"
#include "core/model/decision.h"
#include "core/model/settlement.h"

#include <chrono>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What is to be decided.
struct TokenRequest {
    std::string_view token;
    Units cost = 1;
    /// Where the policy has denials remembered, what this one is to be found by: a request's id, a client's
    /// address. Redis keeps its first longestNote bytes.
    std::string_view note{};
    /// Whose request it is, for those who look at the slots that are held: a host and process, a job's id. It
    /// is kept with the slot that the request takes, where it takes one, and decides nothing. See
    /// validateHolder().
    std::string_view holder{};
};
inline constexpr std::size_t longestNote = 128;
inline constexpr std::size_t longestHolder = 64;

/// Throws InvalidArgument for more than longestHolder bytes, and for control bytes.
void validateHolder(std::string_view holder);

/// Of one token among many.
struct TokenSettlement {
    std::string_view token;
    Settlement settlement;
};

/// Decides for tokens under one policy.
class RateLimiter {
public:
    RateLimiter() = default;
    RateLimiter(const RateLimiter&) = delete;
    RateLimiter& operator=(const RateLimiter&) = delete;
    virtual ~RateLimiter() = default;

    /// Decides whether a request of `cost` units is allowed. An allowed request is charged under every rule,
    /// a denied one under none. Throws InvalidArgument for an empty token or a cost out of 0 to maxUnits, and
    /// the errors of wherever the state is kept.
    Decision acquire(std::string_view token, Units cost = 1) { return acquire(TokenRequest{token, cost}); }
    Decision acquire(const TokenRequest& request) { return decide(request, Mode::Acquire); }

    /// Acquires `units`, an estimate of what the request will cost, to be settled when that is known. Throws
    /// InvalidArgument for a cost of 0, too. A limiter with Detail::Verdict returns the usage here all the
    /// same.
    Reservation reserve(std::string_view token, Units units);

    /// Takes a slot, of a policy that has a rule for requests at once, and reserves `units` under its other
    /// rules. Throws as reserve() does.
    Slot slot(std::string_view token, Units units = 1) { return slot(TokenRequest{token, units}); }
    /// The same with the name of its holder: `limiter.slot({.token = "user:42", .holder = "web-1:4711"})`.
    Slot slot(const TokenRequest& request);

    /// Lets a slot live on, one life of its rule from now; see Slot::renew(), which most want. Returns how
    /// long that is, by the rules that hold now; nothing: it has ended. `actual` does not matter. Throws as
    /// acquire does, Unavailable also where a fallback would decide, as it knows of no slot, and
    /// InvalidArgument if the algorithm has none.
    virtual std::optional<Micros> renew(std::string_view token, const Settlement& slot);

    /// Makes of the units of a reservation what they have turned out to be: refunds what was not used, or
    /// charges what was used besides, above the limit if need be. See Reservation::settle(), which most want.
    /// Returns the usage afterwards, as a peek of cost 0 does, and Decision::settledRules. Throws as acquire
    /// does.
    virtual Decision settle(std::string_view token, const Settlement& settlement) = 0;

    /// Settles one reservation of the token, and makes another, of the request's cost, by Mode::Lease: in one
    /// round trip where the limiter can. Returns the decision on the other; what became of the settlement is
    /// not told. Throws as both do; one of them may have taken place then.
    virtual Decision settleAndReserve(const Settlement& settlement, const TokenRequest& request)
    {
        settle(request.token, settlement);
        return decide(request, Mode::Lease);
    }

    /// Settles reservations of many tokens, in one round trip where the limiter can. What became of each is
    /// not told: one that cannot be settled stays charged, as one whose node of a cluster is unreachable.
    /// Throws Unavailable where Redis is; some may be settled then.
    virtual void settleMany(std::span<const TokenSettlement> settlements);

    /// What acquire would answer now, without charging.
    Decision peek(std::string_view token, Units cost = 1) { return decide({token, cost}, Mode::Peek); }

    /// Refunds `cost` units of what was charged last, up to what was charged: for a request that turned out
    /// not to count, or to count less. The units are available again at once. Returns the usage afterwards,
    /// as a peek of cost 0 does. Throws as acquire does.
    Decision giveBack(std::string_view token, Units cost = 1)
    {
        return decide({token, cost}, Mode::GiveBack);
    }

    /// Acquires, reserves, peeks or gives back, as `mode` says.
    virtual Decision decide(const TokenRequest& request, Mode mode) = 0;

    /// Forgets the token's state; a block stays. False when there was no state.
    virtual bool reset(std::string_view token) = 0;

    /// Acquires for each of the requests, in their order and in as few round trips as possible. Each is
    /// decided independently: a token whose state in Redis is damaged is Verdict::Undecided, where acquire
    /// throws BadState; one whose node of a cluster fails while others serve is Verdict::RedisUnreachable,
    /// without usage, where acquire throws Unavailable. Throws as acquire does otherwise; requests that were
    /// charged before the error stay charged.
    std::vector<Decision> acquireMany(std::span<const TokenRequest> requests)
    {
        return decideMany(requests, Mode::Acquire);
    }

    /// The same in any mode.
    virtual std::vector<Decision> decideMany(std::span<const TokenRequest> requests, Mode mode);

    /// Acquires, and waits while the request is denied: tries again whenever there may be room. Returns the
    /// denial when the request cannot be allowed within `patience`, at once if waiting does not help;
    /// Micros::max() is as long as it takes, and a time below zero is zero. Blocks the calling thread; `stop`
    /// ends the wait early with the last denial.
    Decision waitFor(std::string_view token, Micros patience, Units cost = 1,
                     const std::stop_token& stop = {});
};

/// For a wait for room: when it ends. Micros::max() is as long as it takes, and a time below zero is zero.
std::chrono::steady_clock::time_point endOfWait(Micros patience);
/// Whether the request, which was just denied, may be allowed by then.
bool isWorthWaiting(const Decision& denied, std::chrono::steady_clock::time_point end);

} // namespace ratewarden
