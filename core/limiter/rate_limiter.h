// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"

#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace ratewarden {

/// One request among several.
struct TokenRequest {
    std::string_view token;
    Units cost = 1;
};

/// Decides for tokens under one policy.
class RateLimiter {
public:
    RateLimiter() = default;
    RateLimiter(const RateLimiter&) = delete;
    RateLimiter& operator=(const RateLimiter&) = delete;
    virtual ~RateLimiter() = default;

    /// May this request, of `cost` units, pass? If so it is charged under every rule at once; if not, nothing
    /// is. Throws InvalidArgument for an empty token or a cost out of 0 to maxUnits, and what the place of
    /// the state may throw.
    Decision acquire(std::string_view token, Units cost = 1) { return decide(token, cost, Mode::Acquire); }

    /// What acquire would answer now, without charging.
    Decision peek(std::string_view token, Units cost = 1) { return decide(token, cost, Mode::Peek); }

    /// Takes back `cost` units of what was charged last, as far as there are so many: for a request that
    /// turned out not to count, or to count less. Answers how the token stands then, as a peek of cost 0
    /// would. What is given back may be used again at once. Throws as acquire does.
    Decision giveBack(std::string_view token, Units cost = 1) { return decide(token, cost, Mode::GiveBack); }

    /// Any of the three: one of the names above says it better.
    virtual Decision decide(std::string_view token, Units cost, Mode mode) = 0;

    /// Forgets the token's state; a block stays. False when there was none.
    virtual bool reset(std::string_view token) = 0;

    /// acquire for each of the requests, in their order and in as few round trips as the place of the state
    /// allows. Each is decided for itself: one that is denied keeps no other from passing. Throws what
    /// acquire does; what the other requests have charged until then stays charged.
    virtual std::vector<Decision> acquireMany(std::span<const TokenRequest> requests);

    /// acquire for callers who would rather wait than be refused: asks again when there may be room, until
    /// the request has passed or no longer can before `patience` is over. Then, and at once when waiting does
    /// not help, it returns the refusal. Waits in the calling thread; `stop` ends the wait early, with the
    /// last refusal.
    Decision waitFor(std::string_view token, Micros patience, Units cost = 1,
                     const std::stop_token& stop = {});
};

} // namespace ratewarden
