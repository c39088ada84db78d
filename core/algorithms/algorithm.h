// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/model/log.h"
#include "core/model/policy.h"
#include "core/model/settlement.h"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What was read of one token's state in Redis: records or a log, as Algorithm::keeps says.
struct StoredState {
    std::string_view records;         ///< as documented in resources/docs/scripts.md
    const LogContents* log = nullptr; ///< null: there is none
};

/// The state of one token, in memory, with the algorithm that reads and charges it. The twin of one
/// script in lua/: given the same calls both come to the same decisions, microsecond for microsecond. Not
/// thread-safe.
class TokenState {
public:
    TokenState() = default;
    TokenState(const TokenState&) = delete;
    TokenState& operator=(const TokenState&) = delete;
    virtual ~TokenState() = default;

    /// Checks `cost` units against every rule (1 to maxRules of them). If all have room and mode is Acquire,
    /// charges all of them. A denied request and a peek change nothing. GiveBack removes the newest units
    /// from the state, and returns what a peek of cost 0 does. `now` may go backwards; what follows from that
    /// resources/docs/scripts.md tells ("A clock that goes back"). A cost of 0 is always allowed.
    virtual Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) = 0;

    /// Replaces the cost of a reservation by the actual one, under each rule that still counts it; returns
    /// under how many. What that comes to for each algorithm resources/docs/scripts.md tells ("Settling").
    virtual int settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) = 0;

    /// Lets the slot that was taken by this time live on from now; returns under how many rules. 0: it has
    /// ended, or there are no slots.
    virtual int renew(const std::vector<Rule>& /*rules*/, Instant /*now*/, Instant /*takenAt*/) { return 0; }

    /// Loads the state that Redis keeps, so that this decides as the script would. Entries of a log that were
    /// not read count as charged at the time of the oldest of them, so what is used is never overstated.
    /// Throws BadState for what is not a state of this algorithm.
    virtual void load(const StoredState& stored) = 0;
};

/// Room for any algorithm's state, so that it can be stored in place: with many tokens a cache miss costs
/// more than the arithmetic of a decision.
struct TokenStatePlace {
    alignas(std::max_align_t) std::array<std::byte, 192> bytes;
};

/// For Algorithm::makeState: constructs a state in the place.
template <class SomeState>
TokenState* madeIn(TokenStatePlace& place)
{
    static_assert(sizeof(SomeState) <= sizeof(TokenStatePlace));
    static_assert(alignof(SomeState) <= alignof(TokenStatePlace));
    return ::new (place.bytes.data()) SomeState;
}

/// What an algorithm stores for each rule; what its rules allow follows from it.
enum class Keeps {
    Charges,       ///< every charge, with its time
    SlidingCounts, ///< the counts of the current fixed window and of the one before
    Counts,        ///< the count of the current fixed window
    Bucket         ///< a bucket whose units are freed one by one; only here a rule's burst has a meaning
};

/// How large a state in Redis is, in bytes without its key, while every cost is 1 and no limit is beyond 24
/// bits; for what Redis lays out itself, as measured with MEMORY USAGE of Redis 7.
struct StateSize {
    double base;        ///< of any state
    double perPart;     ///< for each part: the record of a rule, or an entry of a log
    double perPartMany; ///< the same, of logs with more than 128 entries

    double of(std::size_t parts) const
    {
        return base + double(parts) * (parts > 128 ? perPartMany : perPart);
    }
};

/// One row of the registry: all that the rest of the library knows of an algorithm.
struct Algorithm {
    std::string_view name;      ///< in policies and on command lines: "gcra"
    std::string_view title;     ///< for people: "GCRA"
    std::string_view keySuffix; ///< ends the key of its state: "gcra"
    std::string_view script;    ///< its script's name: lua/<script>.lua
    Keeps keeps;
    StateSize size;
    TokenState* (*makeState)(TokenStatePlace& place); ///< the caller destroys the state; see TokenStateOf
    /// Computes the usage of each rule from the state that the script returns, into `usage`, whose rules are
    /// set; throws BadReply. Null where the script computes the usage itself.
    void (*reportState)(std::string_view state, Instant now, std::span<RuleUsage> usage);
    bool takesSlots = false; ///< rules may be Rule::atOnce

    bool takesBurst() const { return keeps == Keeps::Bucket; }
    /// By which time an allowed request can be settled. It is the decision's clock, unless that has gone
    /// back: then what keeps charges by their time goes on at its newest one, as the usage tells, which must
    /// be there.
    Instant chargedAt(const Decision& decision) const;
    /// A rule of this algorithm as it was written in Redis, limit, window and burst.
    Rule ruleAsWritten(Rule rule) const;
    /// Decision::lease; the usage of an allowed request must be there. `life`: Policy::lease.
    std::optional<Micros> leaseOf(const Decision& decision, Micros life) const;
};

/// A state of an algorithm, stored in place.
class TokenStateOf {
public:
    explicit TokenStateOf(const Algorithm& algorithm) { m_state = algorithm.makeState(m_place); }
    TokenStateOf(const TokenStateOf&) = delete;
    TokenStateOf& operator=(const TokenStateOf&) = delete;
    ~TokenStateOf() { std::destroy_at(m_state); }

    TokenState* operator->() { return m_state; }

private:
    TokenState* m_state = nullptr; // first, as it lies beside what its holder has in front
    TokenStatePlace m_place;
};

/// All algorithms, the default one first.
std::span<const Algorithm> algorithms();

/// Throws InvalidArgument, which lists the known names, for an unknown one.
const Algorithm& algorithmNamed(std::string_view name);

/// The policy's algorithm. Throws BadPolicy unless the policy is in range and the algorithm exists and
/// supports its rules, whose windows its state must be able to tell apart.
const Algorithm& validatedAlgorithm(const Policy& policy);

/// The rules that a policy's requests are decided by. Where it has a lease life T these are stricter than
/// Policy::rules, by so much that units which are spent up to T after they were charged exceed no limit: a
/// sliding log counts over window + T, and a bucket has a burst less by what its rate frees in T. A fixed
/// window and a sliding window counter have the same rules, as a lease ends with its window. The rules of an
/// override are as its author wrote them. Throws InvalidArgument for an unknown algorithm, and BadPolicy if T
/// takes all of a burst.
std::vector<Rule> decidingRules(const Policy& policy);

/// Null when no algorithm has this suffix.
const Algorithm* algorithmWithKeySuffix(std::string_view suffix);

} // namespace ratewarden
