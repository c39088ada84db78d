// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_reader.h"
#include "core/redis/server.h"

#include <string>

namespace ratewarden {

/// How many tokens' logs are read at most.
inline constexpr std::size_t maxRedisTokens = 100'000;

/// Reads the logs that limiters keep of a policy's tokens as traffic: what was charged, and when. Such a log
/// has no denied requests, and no more than its longest window. `name`: a policy of ours, or a format of
/// others, whose log has the times. Of each token the newest maxEntries are read; summary.cutTokens counts
/// those that had more, or that were not read at all for maxRedisTokens or as that was refused. Reads only.
/// Throws InvalidArgument when no key of that name keeps a log, Error, with the reason, when none of them
/// could be read, and Unavailable.
ReadTraffic readRedisTraffic(Server& server, const std::string& name, const ReadOptions& options = {});

} // namespace ratewarden
