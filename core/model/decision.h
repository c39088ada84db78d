// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/rule.h"
#include "core/model/short_vector.h"
#include "core/model/time.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

enum class Mode {
    Acquire,  ///< charges the token, if all its rules have room
    Peek,     ///< charges nothing
    GiveBack, ///< refunds what was charged last, up to what was charged; always possible
    /// As Acquire, and tells when it was charged, so that it can be settled: Decision::chargedAt. In Redis,
    /// logs mark what is reserved until it is settled; other states have no place for that.
    Reserve,
    Lease ///< as Reserve, for units that are spent at once and mostly settled: nothing marks them
};

/// Whether what is charged can be settled afterwards.
inline bool reserves(Mode mode)
{
    return mode == Mode::Reserve || mode == Mode::Lease;
}

inline bool charges(Mode mode)
{
    return mode == Mode::Acquire || reserves(mode);
}

enum class Verdict {
    Allowed,
    DeniedByRule,     ///< a rule has too little left; waiting helps
    Blocked,          ///< an operator has blocked the token
    NeverFits,        ///< the cost is above a rule's capacity; waiting does not help
    RedisUnreachable, ///< Redis is unreachable, and the limiter fails closed; or it is one among many, and
                      ///< its node of a cluster is unreachable
    Undecided ///< of one among many: the token's state or override is damaged, see Decision::damagedKey
};

/// What a token has used of one rule, after the decision.
struct RuleUsage {
    Rule rule;
    Units used = 0;      ///< of the rule's capacity; can exceed it after the limit was lowered
    Micros resetAfter{}; ///< until nothing is used any more, if nothing is charged meanwhile

    Units remaining() const { return std::max<Units>(0, rule.capacity() - used); }
    /// 0: nothing is used; 1: the whole limit is. A limit of 0 counts as fully used.
    double share() const { return rule.limit > 0 ? double(used) / double(rule.capacity()) : 1.0; }

    friend bool operator==(const RuleUsage&, const RuleUsage&) = default;
};

/// The answer to one request.
struct Decision {
    Verdict verdict = Verdict::Allowed;
    /// The rule that denied, as an index into usage; of several the one with the longest wait.
    std::optional<std::size_t> rule;
    /// Zero when allowed; empty when waiting never helps (cost above a limit, blocked for good).
    std::optional<Micros> retryAfter = Micros::zero();
    /// The clock that the decision was made by.
    Instant now{};
    ShortVector<RuleUsage, 4>
        usage;                 ///< one for each rule of the policy, or of the token's override, in order
    bool overridden = false;   ///< an override replaces the policy's rules for this token
    bool shadowed = false;     ///< it would have been denied; its policy is in shadow mode
    bool withoutRedis = false; ///< Redis was unreachable, and this was decided without it
    /// Where reserves(): by which time the units can be settled; empty when nothing was charged, or not in
    /// Redis but by a fallback. It is `now`, unless the clock has gone back.
    std::optional<Instant> chargedAt;
    /// Of Mode::Reserve: when a local fallback charged the units in this process, whose limiter alone can
    /// settle them: Settlement::locally.
    std::optional<Instant> chargedLocally;
    /// Where reserves(), under a policy with a lease life. When units were charged: for how long after the
    /// request was sent they can be spent without any limit being exceeded. Zero: only at once, as an
    /// override decides, whose rules leave no room for it. Of a denial: for how long it may be remembered.
    std::optional<Micros> lease;
    /// Of a settlement: under how many of the rules it was settled. 0: the reservation no longer counts, was
    /// settled before, or has gone with a reset or a failover.
    int settledRules = 0;
    /// Of Verdict::Undecided: the key that holds what is not ours, or not intact. There is no usage then, no
    /// clock, and nothing was charged. Otherwise empty.
    std::string damagedKey;

    bool allowed() const { return verdict == Verdict::Allowed; }
    /// The index of the rule that holds the token back: the one that denied, else the one with the largest
    /// share() used; usage must not be empty.
    std::size_t tightestRule() const
    {
        if (rule)
            return *rule;
        const auto tightest = std::ranges::max_element(usage, {}, &RuleUsage::share);
        return std::size_t(tightest - usage.begin());
    }

    friend bool operator==(const Decision&, const Decision&) = default;
};

/// When nothing is used under any rule any more, if nothing is charged meanwhile. A charge never makes it
/// earlier.
inline Instant usedUntil(const Decision& decision)
{
    Instant end = decision.now;
    for (const RuleUsage& usage : decision.usage)
        end = std::max(end, decision.now + usage.resetAfter);
    return end;
}

} // namespace ratewarden
