// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Counts what is limited: requests, or whatever a request's cost is measured in.
using Units = std::int64_t;

/// The largest limit and cost, 2^53 - 1: the largest whole number that Redis' Lua keeps exact with all below
/// it.
inline constexpr Units maxUnits = (Units(1) << 53) - 1;
inline constexpr Micros minWindow = std::chrono::milliseconds(1);
inline constexpr Micros maxWindow = std::chrono::days(366);
inline constexpr std::size_t maxRules = 16;

/// One limit: `limit` units for each `window`. With the sliding logs that is at most `limit` in any span of
/// this length; how near the other algorithms come to that, each says. A limit of 0 denies everything.
struct Rule {
    Units limit = 0;
    Micros window{};
    /// For algorithms that free units one by one (GCRA and the buckets): how many may be used at once; after
    /// that the rate is limit / window. 0: as many as the limit.
    Units burst = 0;

    /// The most that can be used at once, so also the largest cost that can be allowed.
    Units capacity() const { return limit > 0 && burst > 0 ? burst : limit; }

    friend bool operator==(const Rule&, const Rule&) = default;
};

/// "20/min", "100/15min", "1/1500ms", "20/min burst 5".
std::string notation(const Rule& rule);

/// The rules in the order given: "1/s + 20/min + 200/h + 800/day".
std::string notation(const std::vector<Rule>& rules);

/// Reads rules in any of three forms; spaces are free. Throws BadNotation for what cannot be read and
/// BadPolicy for numbers out of range.
///
/// - The short one, as notation() writes it. "per" may stand for "/".
/// - That of python-limits: "10 per hour; 1/second", joined with ";", "," or "|". A month is 30 days there, a
/// year 360.
/// - The RateLimit-Policy field of draft-ietf-httpapi-ratelimit-headers:
/// "burst";q=100;w=60,"daily";q=1000;w=86400. Names
///   and partition keys are passed over; a window must be given, and what is counted must be requests.
std::vector<Rule> parseRules(std::string_view text);

/// Throws BadPolicy unless there are 1 to maxRules rules, each within the ranges above.
void validateRules(const std::vector<Rule>& rules);

} // namespace ratewarden
