// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/rule.h"
#include "core/model/time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ratewarden {

/// A named list of rules with one algorithm, under which tokens are limited together.
struct Policy {
    std::string name;      ///< 1 to 200 bytes; part of the tokens' keys
    std::string algorithm; ///< as the registry in core/algorithms names it: "gcra"
    std::vector<Rule> rules;
    /// Limiters send Redis, and so the console, the SHA-256 of each token instead of the token: see
    /// RedisToken.
    bool hashTokens = false;
    /// Redis keeps counts of allowed and denied requests for each token, for ten minutes.
    bool counters = false;
    /// Empty: Ratewarden's limiters follow it. Otherwise the format of another limiter, whose keys the rules
    /// judge, as its file names it: "rate-limit-redis". The name is that of the group of keys, "rl:*", and
    /// the algorithm the nearest of Ratewarden's own.
    std::string format{};
    /// So many of a token's denials Redis remembers for three days: when, by which rule, how long a wait, and
    /// what the caller has said of the request. 0: none; else up to maxDenials, and the policy has counters.
    std::int64_t denials = 0;
    /// How long a LeasedRateLimiter may keep units that it has taken, and hold every limit all the same: all
    /// who decide by the policy count by decidingRules(). Zero: no lease is exact. Else from minLease to
    /// maxLease.
    Micros lease{};

    friend bool operator==(const Policy&, const Policy&) = default;
};

inline constexpr std::int64_t maxDenials = 1000;
inline constexpr Micros minLease = std::chrono::milliseconds(1);
inline constexpr Micros maxLease = std::chrono::minutes(1);

/// Throws BadPolicy unless the name and every rule are in range. Whether the algorithm exists is for its
/// registry.
void validatePolicy(const Policy& policy);

/// Throws InvalidArgument for an empty token: without a token there is no Redis hash tag, and everybody would
/// share a quota.
void validateToken(std::string_view token);

/// Throws InvalidArgument for a cost out of 0 to maxUnits.
void validateCost(Units cost);

} // namespace ratewarden
