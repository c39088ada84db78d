// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

inline constexpr Micros minWindow = std::chrono::milliseconds(1);
inline constexpr Micros maxWindow = std::chrono::days(366);
inline constexpr std::size_t maxRules = 16;
/// How long a slot lives where a rule does not say it.
inline constexpr Micros usualSlotLife = std::chrono::minutes(1);

/// One limit: `limit` units for each `window`. With the sliding logs that is at most `limit` in any span of
/// this length; how near the other algorithms come to that, each says. A limit of 0 denies everything.
struct Rule {
    Units limit = 0;
    Micros window{};
    /// For algorithms that free units one by one (GCRA and the buckets): how many may be used at once; after
    /// that the rate is limit / window. 0: as many as the limit.
    Units burst = 0;
    /// For the algorithm in-flight: `limit` slots at once, whatever requests cost, and `window` is how long a
    /// slot lives unless it is renewed.
    bool atOnce = false;

    /// The most that can be used at once, so also the largest cost that can be allowed.
    Units capacity() const { return limit > 0 && burst > 0 ? burst : limit; }
    /// What a request of this cost takes of it.
    Units unitsOf(Units cost) const { return atOnce ? std::min<Units>(cost, 1) : cost; }
    /// The burst, as requests and keys in Redis have it: there a rule with slots is one with a burst.
    Units writtenBurst() const { return atOnce ? std::max<Units>(limit, 1) : burst; }

    friend bool operator==(const Rule&, const Rule&) = default;
};

/// "20/min", "100/15min", "1/1500ms", "20/min burst 5"; "5 at once", "5 at once for 30s".
std::string notation(const Rule& rule);

/// The rules in the order given: "1/s + 20/min + 200/h + 800/day".
std::string notation(const std::vector<Rule>& rules);

/// Reads rules in any of three forms; spaces are free. Throws BadNotation for what cannot be read and
/// BadPolicy for numbers out of range.
///
/// - The short one, as notation() writes it. "per" may stand for "/", "concurrent 5" and "5 concurrent" for
///   "5 at once".
/// - That of python-limits: "10 per hour; 1/second", joined with ";", "," or "|". A month is 30 days there, a
/// year 360.
/// - The RateLimit-Policy field of draft-ietf-httpapi-ratelimit-headers:
/// "burst";q=100;w=60,"daily";q=1000;w=86400. Names
///   and partition keys are passed over; a window must be given, and what is counted must be requests.
std::vector<Rule> parseRules(std::string_view text);

/// The longest window of the rules that are not Rule::atOnce; zero without any.
Micros longestWindow(const std::vector<Rule>& rules);

/// Throws BadPolicy unless there are 1 to maxRules rules, each within the ranges above, and at most one of
/// them is Rule::atOnce.
void validateRules(const std::vector<Rule>& rules);

} // namespace ratewarden
