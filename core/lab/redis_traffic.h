// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/subject.h"
#include "core/lab/log_reader.h"
#include "core/policies/published_policy.h"
#include "core/redis/server.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// How many tokens' logs are read at most.
inline constexpr std::size_t maxRedisTokens = 100'000;
/// So many of them are read with one call of the server.
inline constexpr std::size_t subjectsAtOnce = 64;

/// Reads the logs that limiters keep of a policy's tokens as traffic: what was charged, and when. Such a log
/// has no denied requests, and no more than its longest window. `name`: a policy of ours, or a format of
/// others, whose log has the times. Of each token the newest maxEntries are read; summary.cutTokens counts
/// those that had more, or that were not read at all for maxRedisTokens or as that was refused. Reads only.
/// Throws InvalidArgument when no key of that name keeps a log, Error, with the reason, when none of them
/// could be read, and Unavailable.
ReadTraffic readRedisTraffic(Server& server, const std::string& name, const ReadOptions& options = {});

/// The same of these tokens; those of the same name are one in the traffic. Throws InvalidArgument when none
/// of them keeps a log, Error, with the reason, when none could be read, and Unavailable.
ReadTraffic readRedisTraffic(Server& server, std::span<const Subject> subjects,
                             const ReadOptions& options = {});

/// A published policy and the traffic of its tokens.
struct PolicyTraffic {
    PublishedPolicy published;
    ReadTraffic traffic;
};

/// What all logs of a server hold, each under its own policy.
struct TrafficByPolicy {
    std::vector<PolicyTraffic> policies; ///< in order of name; those with a request at least
    std::size_t unpublished = 0;         ///< tokens with a log, whose policy is not published: left out
    std::size_t withoutLog = 0;          ///< tokens of published policies that keep no log: left out
};

/// Reads them in one scan, as readRedisTraffic() does. Throws InvalidArgument when no published policy has a
/// log with a request, Refused when the policies may not be read, and Unavailable.
TrafficByPolicy readRedisTrafficByPolicy(Server& server, const ReadOptions& options = {});

} // namespace ratewarden
