// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/model/log.h"
#include "core/model/policy.h"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string_view>

namespace ratewarden {

/// What Redis keeps of one token, as far as it was read: records, or a log, as Algorithm::keeps says.
struct StoredState {
    std::string_view records;         ///< as lua/README.md tells them
    const LogContents* log = nullptr; ///< null: there is none
};

/// The state of one token, in memory, with the algorithm that reads and charges it. The twin of one
/// script in lua/: given the same calls both come to the same decisions, microsecond for microsecond. Not
/// thread-safe: one thread at a time.
class TokenState {
public:
    TokenState() = default;
    TokenState(const TokenState&) = delete;
    TokenState& operator=(const TokenState&) = delete;
    virtual ~TokenState() = default;

    /// Checks `cost` units against every rule, of which there are 1 to maxRules, and, when all of them have
    /// room and mode is Acquire, charges all of them. A denied request and a peek change nothing. To give
    /// back takes the newest units out of the state; the answer is then that of a peek of cost 0. `now` may
    /// go backwards: nothing is forgotten by that, and nothing passes that would not have passed before. A
    /// cost of 0 always fits.
    virtual Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) = 0;

    /// Makes this the state that Redis keeps, so that it decides as the script would. Entries of a log that
    /// were not read count as charged when the oldest of them was: no more is used than it says, and as much
    /// as can be known. Throws BadState for what is not a state of this algorithm.
    virtual void load(const StoredState& stored) = 0;
};

/// Room for any algorithm's state, so that it lies within what holds it: with many tokens each place of
/// memory that a decision goes to costs more than its arithmetic.
struct TokenStatePlace {
    alignas(std::max_align_t) std::array<std::byte, 192> bytes;
};

/// For the functions that the registry names: a state made in the place.
template <class SomeState>
TokenState* madeIn(TokenStatePlace& place)
{
    static_assert(sizeof(SomeState) <= sizeof(TokenStatePlace));
    static_assert(alignof(SomeState) <= alignof(TokenStatePlace));
    return ::new (place.bytes.data()) SomeState;
}

/// What kind of thing an algorithm keeps; what its rules let pass follows from that.
enum class Keeps {
    Charges,       ///< every one, with its time
    SlidingCounts, ///< of this window on the clock and of the one before
    Counts,        ///< of this window on the clock
    Bucket         ///< that drains, or fills, one by one: only here a rule's burst has a meaning
};

/// One row of the registry: all that the rest of the library knows of an algorithm.
struct Algorithm {
    std::string_view name;      ///< in policies and on command lines: "gcra"
    std::string_view title;     ///< for people: "GCRA"
    std::string_view keySuffix; ///< ends the key of its state: "gcra"
    std::string_view script;    ///< its script's name: lua/<script>.lua
    Keeps keeps;
    TokenState* (*makeState)(TokenStatePlace& place); ///< who calls it destroys it; see TokenStateOf
    /// Reads how a token stands under each rule out of the state that the script answers, over `usage`, of
    /// which the rules are given; throws BadReply. Null where the script counts that itself.
    void (*reportState)(std::string_view state, Instant now, std::span<RuleUsage> usage);

    bool takesBurst() const { return keeps == Keeps::Bucket; }
};

/// A state of an algorithm, in the object itself.
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

/// Throws InvalidArgument, with the names there are, for an unknown one.
const Algorithm& algorithmNamed(std::string_view name);

/// The policy's algorithm. Throws BadPolicy unless the policy is in range, the algorithm exists, and has a
/// meaning for all that the rules say.
const Algorithm& validatedAlgorithm(const Policy& policy);

/// Null when no algorithm's keys end so.
const Algorithm* algorithmWithKeySuffix(std::string_view suffix);

} // namespace ratewarden
