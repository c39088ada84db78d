// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/limiter/rate_limiter.h"
#include "core/limiter/redis_token.h"
#include "core/model/decision.h"
#include "core/model/policy.h"
#include "core/redis/server.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How a request and its answer are written; resources/docs/scripts.md documents both.
enum class Form {
    Packed, ///< the least work for Redis
    Text    ///< for people: can be typed into redis-cli
};

/// How much a decision reports.
enum class Detail {
    Usage,  ///< everything
    Verdict ///< less work for Redis: an exact log does not count what is used, and Decision::usage is empty
};

struct CallOptions {
    std::optional<Instant> now = {}; ///< replaces the server's clock, for tests and replays; after 1970
    Form form = Form::Packed;
    Detail detail = Detail::Usage; ///< Form::Text supports only this
    std::string_view note{};       ///< see TokenRequest; in a call for many, of each of them
    std::string_view holder{};     ///< likewise
};

/// A policy with its algorithm, script and deciding rules, so that a limiter does not look them up for each
/// decision.
struct ResolvedPolicy {
    /// The policy must outlive it, and keep its algorithm and rules. Throws as decidingRules() does.
    /// Implicit, so that a policy can be passed where only one call is made.
    ResolvedPolicy(const Policy& resolved);

    const Policy& policy;
    std::vector<Rule> rules; ///< decidingRules()
    const Algorithm& algorithm;
    const Script& script;
};

/// A request of a token as Redis knows it; `note` and `holder`: see TokenRequest.
struct RedisRequest {
    RedisToken token;
    Units cost = 1;
    std::string_view note{};
    std::string_view holder{};
};

/// The command that asks Redis for one decision. Throws InvalidArgument for an empty token, a cost out of 0
/// to maxUnits, a clock out of range, an unknown algorithm, or a holder that validateHolder() refuses.
Command decisionCommand(const ResolvedPolicy& of, RedisToken token, Units cost, Mode mode,
                        const CallOptions& options = {});

/// The same, written into an existing command, whose memory is reused.
void writeDecisionCommand(Command& command, const ResolvedPolicy& of, RedisToken token, Units cost, Mode mode,
                          const CallOptions& options);

/// The command that settles a reservation of the token; the reply is that to a decision. Throws
/// InvalidArgument as decisionCommand does, for what a Settlement cannot be.
Command settleCommand(const ResolvedPolicy& of, RedisToken token, const Settlement& settlement,
                      const CallOptions& options = {});

/// The command that lets a slot of the token live on, one life of its rule from now; the reply is that to
/// settleCommand(). Decision::settledRules is 0 if the slot had ended. `reserved` only has to be at least 1,
/// and `actual` does not matter. Throws as settleCommand() does.
Command renewCommand(const ResolvedPolicy& of, RedisToken token, const Settlement& slot,
                     const CallOptions& options = {});

/// Reads the reply to it, in either form. Throws BadReply for any other shape or value.
Decision readDecision(ReplyView reply, const ResolvedPolicy& of, Detail detail = Detail::Usage);

/// The same, of a server's reply to the request of this token, which may be an error: throws its typed error,
/// and says in messages what was decided and `where`.
Decision readDecision(ReplyView reply, const ResolvedPolicy& of, RedisToken token, Detail detail,
                      std::string_view where);

/// Reads the reply to settleCommand() or renewCommand(). Throws as readDecision() does.
Decision readSettled(ReplyView reply, const ResolvedPolicy& of, RedisToken token, std::string_view where);

/// One command that charges all of the requests, at least one, in their order and by one clock. Its keys are
/// in several slots, so nodes of a cluster refuse it. Always packed, whatever the options say. The reply is
/// an array with, for each request, what readDecision reads, or an error. Throws as decisionCommand does.
Command manyDecisionsCommand(const ResolvedPolicy& of, std::span<const RedisRequest> requests,
                             const CallOptions& options = {});

} // namespace ratewarden
