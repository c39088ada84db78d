// SPDX-License-Identifier: MIT
#pragma once

#include "core/policies/published_policy.h"
#include "core/redis/server.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// What other rules would do to the existing tokens, computed from what these have used.
struct PolicyEffect {
    /// A token that is limited either by the current rules or by the other ones, but not by both.
    struct Changed {
        std::string token;
        double share = 0; ///< used of its tightest rule, by those that limit it
    };

    Units tokens = 0;      ///< examined
    Units limitedNow = 0;  ///< by the rules as they are
    Units limitedThen = 0; ///< by the other ones
    Units setFree = 0;     ///< limited now, and not then
    Units unreadable = 0;  ///< whose state could not be read
    /// Of those that would be limited then and are not now, and of those that would be set free: the worst
    /// first, and no more than mostListed.
    std::vector<Changed> newlyLimited;
    std::vector<Changed> freed;
    /// For each of the other rules, what a token that has used the most of it has used, as far as is known.
    std::vector<Units> mostUsed;

    static constexpr std::size_t mostListed = 200;
};

/// Adds what `next` would do to these tokens, as Redis knows them, in place of `now`. Only rules that are
/// enforced limit. Changes nothing in Redis. Both must be valid.
void addEffect(Server& server, const PublishedPolicy& now, const PublishedPolicy& next,
               std::span<const std::string> tokens, PolicyEffect& effect);

/// A side effect of publishing other rules.
struct EffectNote {
    enum class Kind {
        OtherAlgorithm, ///< which keeps its state elsewhere: every token begins with nothing used
        OtherKeys,      ///< as tokens are hashed, or no longer: every token begins with nothing used
        CountsAnew,     ///< `rule` counts from its first request on, and allows more than it says until then
        ShortLogs,   ///< the logs reach back `known` only, so that `rule` allows more than it says until then
        StaysLimited ///< who is limited by `was` stays so under `rule` until the usage has drained
    };

    Kind kind = Kind::OtherAlgorithm;
    std::optional<std::size_t> rule{}; ///< of the next policy
    std::optional<std::size_t> was{};  ///< of the policy as it is
    /// How long `rule` allows more than it says, from then on; empty where it does not.
    std::optional<Micros> lasts{};
    Micros known{0};

    friend bool operator==(const EffectNote&, const EffectNote&) = default;
};

/// The side effects of publishing `next` instead of `now`: what is forgotten, and what longer windows cannot
/// know yet.
std::vector<EffectNote> effectNotes(const Policy& now, const Policy& next);

} // namespace ratewarden
