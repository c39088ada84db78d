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
        BlocksAll,  ///< a limit of 0
        Duplicate,  ///< the same rule stands before it
        Redundant,  ///< another rule denies whatever this one would
        DoubleBurst ///< across the seam of two fixed windows twice the limit can pass
    };

    Kind kind = Kind::BlocksAll;
    std::size_t rule = 0;               ///< which one, as an index
    std::optional<std::size_t> because; ///< of which other one
    std::string text;                   ///< for people, naming the rules

    friend bool operator==(const RuleFinding&, const RuleFinding&) = default;
};

/// What can be said of each rule beside each other one. A rule that is not found redundant may be so all the
/// same, because of several others together. The policy must be valid.
std::vector<RuleFinding> checkRules(const Policy& policy);

/// The most requests that the rule lets pass in any span of that length, by the algorithm.
double mostInSpan(const Rule& rule, Micros span, const Algorithm& algorithm);

/// Whether `rule` can never deny what passes under `other`, by the algorithm; false also where that is not
/// known.
bool neverDeniesBeside(const Rule& rule, const Rule& other, const Algorithm& algorithm);

} // namespace ratewarden
