// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/model/policy.h"
#include "core/redis/connection.h"

#include <optional>
#include <string_view>

namespace ratewarden {

/// How a request and its answer are written; lua/README.md documents both.
enum class Form {
    Packed, ///< the least work for Redis
    Text    ///< for people: can be typed into redis-cli
};

/// The command that asks Redis for one decision. `now` replaces the server's clock, for tests and replays.
/// Throws BadPolicy for an empty token, a cost out of 0 to maxUnits, a `now` not after 1970, or an unknown
/// algorithm.
Command decisionCommand(const Policy& policy, std::string_view token, Units cost, Mode mode,
                        std::optional<Instant> now = {}, Form form = Form::Packed);

/// Reads the reply to it, in either form. Throws BadReply for any other shape or value.
Decision readDecision(ReplyView reply, const Policy& policy);

} // namespace ratewarden
