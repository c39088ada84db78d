// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/model/policy.h"
#include "core/redis/connection.h"

#include <optional>
#include <string_view>

namespace ratewarden {

/// The command that asks Redis for one decision; what its arguments mean is documented in lua/README.md.
/// `now` replaces the server's clock, for tests and replays. Throws BadPolicy for an empty token, a cost out
/// of 0 to maxUnits, or an unknown algorithm.
Command decisionCommand(const Policy& policy, std::string_view token, Units cost, Mode mode,
                        std::optional<Instant> now = {});

/// Reads the reply to it. Throws BadReply for any other shape or value.
Decision readDecision(ReplyView reply, const Policy& policy);

} // namespace ratewarden
