// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

#include <optional>
#include <vector>

namespace ratewarden {

/// A property of a policy's rules that its author may not have intended.
struct RuleFinding {
    enum class Kind {
        DeniesAll,      ///< a limit of 0
        NeverFits,      ///< a request of cost `number` is above what the rule can ever allow
        Duplicate,      ///< the earlier rule `because` is the same
        Contradictory,  ///< the rule `because` has the same window, and is stricter
        Unreachable,    ///< the rule `because`, of a shorter window, never allows as much
        Redundant,      ///< the rule `because`, of a longer window, denies whatever this one would
        DoubleBurst,    ///< across a boundary of two fixed windows `number`, twice the limit, are allowed
        LeaseTakesRate, ///< a lease life of `number` microseconds takes `share` of what the rule allows
        LeaseTakesBurst ///< the same of its burst
    };

    Kind kind = Kind::DeniesAll;
    std::size_t rule = 0;                 ///< which one, as an index
    std::optional<std::size_t> because{}; ///< of which other one
    Units number = 0;                     ///< what it is, the kind says
    double share = 0;                     ///< likewise, above 0 and below 1

    friend bool operator==(const RuleFinding&, const RuleFinding&) = default;
};

/// Compares each rule with each other rule. A rule that is made redundant only by several others together is
/// not found. `cost` is that of the most expensive request. `apart`: each rule counts something else
/// (Format::ruleNames()), so that none stands in for another. The policy must be valid.
std::vector<RuleFinding> checkRules(const Policy& policy, Units cost = 1, bool apart = false);

/// The most requests that the rule allows in any span of that length, by the algorithm. Of a rule that is
/// Rule::atOnce nobody knows it, as that depends on how long requests take.
double mostInSpan(const Rule& rule, Micros span, const Algorithm& algorithm);

/// Whether `rule` can never deny what `other` allows, by the algorithm; false also where that is not
/// known.
bool neverDeniesBeside(const Rule& rule, const Rule& other, const Algorithm& algorithm);

} // namespace ratewarden
