// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/rate_limiter.h"
#include "core/model/decision.h"
#include "core/model/policy.h"
#include "core/redis/server.h"

#include <optional>
#include <span>
#include <string_view>

namespace ratewarden {

/// How a request and its answer are written; lua/README.md documents both.
enum class Form {
    Packed, ///< the least work for Redis
    Text    ///< for people: can be typed into redis-cli
};

/// How much a decision tells.
enum class Detail {
    Usage,  ///< all there is
    Verdict ///< an exact log does not count what is used, and Decision::usage is empty: less work for Redis
};

struct CallOptions {
    std::optional<Instant> now = {}; ///< replaces the server's clock, for tests and replays; after 1970
    Form form = Form::Packed;
    Detail detail = Detail::Usage; ///< as text there is no other
};

/// The command that asks Redis for one decision. The token is as Redis knows it: if the policy hashes tokens,
/// hashedToken(). Throws InvalidArgument for an empty token, a cost out of 0 to maxUnits, a clock out of
/// range, or an unknown algorithm.
Command decisionCommand(const Policy& policy, std::string_view token, Units cost, Mode mode,
                        const CallOptions& options = {});

/// The same in the memory of a command that there is, so that a limiter needs none for each decision.
void writeDecisionCommand(Command& command, const Policy& policy, std::string_view token, Units cost,
                          Mode mode, const CallOptions& options);

/// Reads the reply to it, in either form. Throws BadReply for any other shape or value.
Decision readDecision(ReplyView reply, const Policy& policy, Detail detail = Detail::Usage);

/// One command that charges all of the requests, in their order, by one clock; at least one. Its keys lie in
/// many slots of a cluster, which only a server alone takes. It is packed, whatever the options say. The
/// reply is an array with, for each, what readDecision reads, or an error. Throws as decisionCommand does.
Command manyDecisionsCommand(const Policy& policy, std::span<const TokenRequest> requests,
                             const CallOptions& options = {});

} // namespace ratewarden
