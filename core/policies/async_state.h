// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/model/policy.h"
#include "core/policies/async_rate_limiter.h"
#include "core/policies/flow.h"
#include "core/policies/policy_follower.h"

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ratewarden {

/// A request that outlives its caller's text.
struct AsyncRequest {
    /// Throws InvalidArgument for an empty token, a cost out of range and what validateHolder() refuses.
    explicit AsyncRequest(const TokenRequest& request)
        : token(request.token)
        , cost(request.cost)
        , note(request.note.substr(0, longestNote))
        , holder(request.holder)
    {
        validateToken(token);
        validateCost(cost);
        validateHolder(holder);
    }
    TokenRequest view() const { return {token, cost, note, holder}; }

    std::string token;
    Units cost;
    std::string note;
    std::string holder;
};

struct AsyncTerms; // one version of a policy, as requests are decided by it
using TermsPtr = std::shared_ptr<const AsyncTerms>;

/// What its requests share, and how they go on. Private to core/policies.
struct AsyncRateLimiter::State {
    using Follower = PolicyFollower<const AsyncTerms>;

    State(AsyncServer& its, TermsPtr terms) : server(its), source(std::move(terms)) {}
    State(AsyncServer& its, const PolicyWatch& watch, std::string policy, Options options);

    static Flow<TermsPtr> terms(std::shared_ptr<State> state);
    static Flow<Decision> decide(std::shared_ptr<State> state, AsyncRequest request, Mode mode);
    static Flow<Decision> waitFor(std::shared_ptr<State> state, AsyncRequest request, Micros patience);
    static Flow<std::vector<Decision>> decideMany(std::shared_ptr<State> state,
                                                  std::vector<AsyncRequest> requests, Mode mode);
    static Flow<Decision> settle(std::shared_ptr<State> state, std::string token, Settlement settlement);
    static Flow<std::optional<Micros>> renew(std::shared_ptr<State> state, std::string token,
                                             Settlement slot);
    static Flow<bool> reset(std::shared_ptr<State> state, std::string token);
    static Flow<AsyncSlot> slot(std::shared_ptr<State> state, AsyncRequest request,
                                std::function<void()> onLost);
    static Flow<Decision> release(std::shared_ptr<AsyncHeldSlot> held, std::optional<Units> actual);
    static DetachedFlow keep(std::weak_ptr<AsyncHeldSlot> slot);
    static DetachedFlow drop(std::shared_ptr<State> state, std::string token, Settlement settlement);
    template <class Made>
    static DetachedFlow finish(std::shared_ptr<State> state, Flow<Made> flow,
                               typename Request<Made>::Done done);

    /// Requests that were begun and are still on the stack of this thread: what comes of one there would run
    /// inside of whoever has begun it, and who begins another then, and so on, would never return.
    static inline thread_local int beginning = 0;
    struct Beginning {
        Beginning() { ++beginning; }
        Beginning(const Beginning&) = delete;
        Beginning& operator=(const Beginning&) = delete;
        ~Beginning() { --beginning; }
    };

    AsyncServer& server;
    std::variant<TermsPtr, Follower> source;
};

template <class Made>
DetachedFlow AsyncRateLimiter::State::finish(std::shared_ptr<State> state, Flow<Made> flow,
                                             typename Request<Made>::Done done)
{
    RequestOutcome<Made> outcome;
    try {
        outcome.made = co_await flow;
    } catch (...) {
        outcome.error = std::current_exception();
    }
    if (beginning > 0) { // nobody was asked
        try {
            Pause pause(state->server, std::chrono::microseconds(0));
            co_await pause;
        } catch (const Error&) { // no thread of the server is left
        }
    }
    done(std::move(outcome));
}

template <class Made, class Begin>
AsyncRateLimiter::Request<Made> AsyncRateLimiter::request(std::shared_ptr<State> state, Executor executor,
                                                          Begin begin)
{
    if (!executor)
        throw InvalidArgument("a request needs an executor for what comes of it");
    return {[state = std::move(state), begin = std::move(begin)](typename Request<Made>::Done done) {
                const State::Beginning onThisStack;
                State::finish<Made>(state, begin(), std::move(done));
            },
            std::move(executor)};
}

} // namespace ratewarden
