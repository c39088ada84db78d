// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How long each count is of, and how far back they go.
inline constexpr Micros countSpan = std::chrono::seconds(10);
inline constexpr Micros countsReach = 60 * countSpan;

/// A token's requests of ten seconds.
struct RequestCount {
    Instant from{}; ///< a multiple of countSpan
    Units allowed = 0;
    Units denied = 0;

    friend bool operator==(const RequestCount&, const RequestCount&) = default;
};

/// Requests a second, of the last ten to twenty seconds.
struct RequestRates {
    double allowed = 0;
    double denied = 0;
};

/// A token whose requests are counted under the policy, whether it has a state or not.
struct CountedToken {
    std::string token; ///< as Redis knows it: see RedisToken
    std::string policy;

    friend bool operator==(const CountedToken&, const CountedToken&) = default;
};

/// `counts` as readRequestCounts() gives them for `now`.
RequestRates ratesOf(const std::vector<RequestCount>& counts, Instant now);

/// What a policy with counters keeps of a token in Redis: lua/shared/count_request.lua.
Command requestCountsCommand(std::string_view token, std::string_view policy);

/// Reads the reply: the ten seconds that `now` lies in and the 59 before, oldest first; none when nothing was
/// counted. Throws BadState for anything else.
std::vector<RequestCount> readRequestCounts(ReplyView reply, Instant now);

} // namespace ratewarden
