// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// Something about the rules of a policy that its author may not have meant.
struct RuleFinding {
    enum class Kind {
        BlocksAll,     ///< a limit of 0
        NeverFits,     ///< the cost of one request is above what it ever lets pass
        Duplicate,     ///< the same rule stands before it
        Contradictory, ///< another rule of the same window is stricter
        Unreachable,   ///< a rule of a shorter window never lets so much pass
        Redundant,     ///< a rule of a longer window denies whatever this one would
        DoubleBurst    ///< across the seam of two fixed windows twice the limit can pass
    };

    Kind kind = Kind::BlocksAll;
    std::size_t rule = 0;               ///< which one, as an index
    std::optional<std::size_t> because; ///< of which other one
    std::string text;                   ///< for people, naming the rules

    friend bool operator==(const RuleFinding&, const RuleFinding&) = default;
};

/// What can be said of each rule beside each other one. A rule that is not found redundant may be so all the
/// same, because of several others together. `cost` is that of the dearest request. The policy must be valid.
std::vector<RuleFinding> checkRules(const Policy& policy, Units cost = 1);

/// The most requests that the rule lets pass in any span of that length, by the algorithm.
double mostInSpan(const Rule& rule, Micros span, const Algorithm& algorithm);

/// Whether `rule` can never deny what passes under `other`, by the algorithm; false also where that is not
/// known.
bool neverDeniesBeside(const Rule& rule, const Rule& other, const Algorithm& algorithm);

} // namespace ratewarden
