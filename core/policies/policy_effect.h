// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/policy.h"
#include "core/redis/connection.h"

#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// What other rules would do to the tokens that there are now, by what they have really used.
struct PolicyEffect {
    /// A token that the other rules would deny its next request, and these do not.
    struct Limited {
        std::string token;
        double share = 0; ///< used of its tightest rule
    };

    Units tokens = 0;           ///< looked at
    Units limitedNow = 0;       ///< by the rules as they are
    Units limitedThen = 0;      ///< by the other ones
    Units setFree = 0;          ///< limited now, and not then
    Units unreadable = 0;       ///< of which Redis could not say
    std::vector<Limited> worst; ///< of those that would be limited then and are not now, the first mostWorst

    static constexpr std::size_t mostWorst = 10;
};

/// Adds what `next` would do to these tokens, as Redis knows them, in place of `now`. Changes nothing in
/// Redis. Both must be valid.
void addEffect(Connection& connection, const Policy& now, const Policy& next,
               std::span<const std::string> tokens, PolicyEffect& effect);

/// What publishing `next` in place of `now` means besides, a sentence each: what is forgotten, and what
/// longer windows cannot know yet.
std::vector<std::string> effectNotes(const Policy& now, const Policy& next);

} // namespace ratewarden
