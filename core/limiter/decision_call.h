// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/limiter/redis_token.h"
#include "core/model/decision.h"
#include "core/model/policy.h"
#include "core/redis/server.h"

#include <optional>
#include <span>

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

/// A policy with what is looked up for it by name, for limiters that would otherwise do so for each decision.
struct ResolvedPolicy {
    /// The policy must outlive it, and keep its algorithm. Throws BadPolicy for an unknown algorithm.
    /// Implicit, as a policy does as well where only one call is made.
    ResolvedPolicy(const Policy& resolved);

    const Policy& policy;
    const Algorithm& algorithm;
    const Script& script;
};

/// One request among several, of a token as Redis knows it.
struct RedisRequest {
    RedisToken token;
    Units cost = 1;
};

/// The command that asks Redis for one decision. Throws InvalidArgument for an empty token, a cost out of 0
/// to maxUnits, a clock out of range, or an unknown algorithm.
Command decisionCommand(const ResolvedPolicy& of, RedisToken token, Units cost, Mode mode,
                        const CallOptions& options = {});

/// The same in the memory of a command that there is, so that a limiter needs none for each decision.
void writeDecisionCommand(Command& command, const ResolvedPolicy& of, RedisToken token, Units cost, Mode mode,
                          const CallOptions& options);

/// Reads the reply to it, in either form. Throws BadReply for any other shape or value.
Decision readDecision(ReplyView reply, const ResolvedPolicy& of, Detail detail = Detail::Usage);

/// One command that charges all of the requests, in their order, by one clock; at least one. Its keys lie in
/// many slots of a cluster, which only a server alone takes. It is packed, whatever the options say. The
/// reply is an array with, for each, what readDecision reads, or an error. Throws as decisionCommand does.
Command manyDecisionsCommand(const ResolvedPolicy& of, std::span<const RedisRequest> requests,
                             const CallOptions& options = {});

} // namespace ratewarden
