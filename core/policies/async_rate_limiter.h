// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/decision_call.h"
#include "core/limiter/fallback.h"
#include "core/limiter/rate_limiter.h"
#include "core/policies/async_slot.h"
#include "core/policies/policy_watch.h"
#include "core/policies/published_policy.h"
#include "core/redis/async_server.h"

#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// Runs a function, soon, in a thread of its choice: posts it to the caller's loop or pool. It must take any
/// function, and not throw. Called by the threads of the server's connections.
using Executor = std::function<void(std::function<void()>)>;

/// Runs it at once, in the thread of a connection: for work that is quick and never blocks.
Executor inConnectionThread();

/// What came of a request.
template <class Made>
struct RequestOutcome {
    Made made = {};                ///< means nothing if there is an error
    std::exception_ptr error = {}; ///< what the limiter that blocks would have thrown; null: there is none

    /// Throws the error if there is one.
    const Made& value() const
    {
        if (error)
            std::rethrow_exception(error);
        return made;
    }
};

/// Decides in Redis as the limiters that block do, while no thread waits: under rules of its own, or
/// following what is published under a name; with a fallback where the policy says what to do while Redis is
/// unreachable; on one node, through Sentinel and on a cluster, as its AsyncServer is.
///
/// A request is awaited by a coroutine, or takes a callback, once. What comes of it runs on the `executor`
/// that was handed in with it:
///
///     const Decision decision = co_await limiter.acquire("user:42", 1, executor); // may throw
///     limiter.acquire("user:42", 1, executor).then([](const RequestOutcome<Decision>& outcome) { ... });
///
/// Nothing is sent before that. Requests go out at once, together with those of other threads, and are
/// decided in no particular order. Where the server takes no command, the outcome comes all the same.
///
/// Any thread may use it; it may be destroyed before its requests have their outcomes, its server and its
/// watch not. A coroutine must not be destroyed while it awaits.
class AsyncRateLimiter {
public:
    struct Options {
        /// Of acquire, in decisions for one token and for many; the other modes always return the usage.
        Detail detail = Detail::Usage;
        /// Called with the error when Redis becomes unreachable, and with null when it is back, by the thread
        /// that noticed; only under a policy that says what to do then.
        std::function<void(const Error*)> onAway = {};
        /// Which errors count as unreachable then.
        Failures failures = {};
        /// To be shared by limiters on the same server: see FallbackRateLimiter. Null: one of its own.
        std::shared_ptr<CircuitBreaker> breaker = {};
    };

    /// By these rules. The server must outlive it and its requests. Throws BadPolicy.
    AsyncRateLimiter(AsyncServer& server, Policy policy);
    /// The same with what else a policy can say: what to do while Redis is unreachable, a mode, a candidate.
    AsyncRateLimiter(AsyncServer& server, const PublishedPolicy& policy, Options options);
    /// By the newest version that is published under the name, as FollowingRateLimiter does. Server and watch
    /// are of the same Redis: a policy that the watch does not know yet is asked for through the server.
    AsyncRateLimiter(AsyncServer& server, const PolicyWatch& watch, std::string policy, Options options);
    AsyncRateLimiter(AsyncServer& server, const PolicyWatch& watch, std::string policy);

    template <class Made>
    class [[nodiscard]] Request {
    public:
        using Done = std::function<void(RequestOutcome<Made> outcome)>;

        bool await_ready() const noexcept { return false; }
        template <class Handle>
        void await_suspend(Handle coroutine)
        {
            m_resume = [coroutine] {
                coroutine.resume();
            };
            const auto begin = std::move(m_begin);
            begin([this](RequestOutcome<Made> outcome) {
                m_outcome = std::move(outcome);
                const Executor executor = std::move(m_executor); // the coroutine may end before it returns
                executor(std::move(m_resume));
            });
        }
        Made await_resume()
        {
            m_outcome.value();
            return std::move(m_outcome.made);
        }

        /// `done` is called exactly once, on the executor; it must not throw.
        void then(Done done) &&
        {
            m_begin([executor = std::move(m_executor), done = std::move(done)](RequestOutcome<Made> outcome) {
                executor([done, outcome = std::move(outcome)] { done(outcome); });
            });
        }

    private:
        friend class AsyncRateLimiter;
        friend class AsyncLeasedRateLimiter;
        Request(std::function<void(Done)> begin, Executor executor)
            : m_begin(std::move(begin)), m_executor(std::move(executor))
        {
        }

        std::function<void(Done)> m_begin; // calls it once, in the thread of a connection
        Executor m_executor;
        std::function<void()> m_resume;
        RequestOutcome<Made> m_outcome;
    };

    /// As RateLimiter's functions of the same names. Throw InvalidArgument for an empty token, a cost out of
    /// range and an empty executor; all else comes of the request.
    Request<Decision> acquire(std::string_view token, Units cost, Executor executor) const
    {
        return acquire({token, cost}, std::move(executor));
    }
    Request<Decision> acquire(const TokenRequest& request, Executor executor) const
    {
        return decide(request, Mode::Acquire, std::move(executor));
    }
    Request<Decision> decide(const TokenRequest& request, Mode mode, Executor executor) const;
    /// While it waits, a thread of the server runs the timer, which takes none for itself: see
    /// AsyncServer::callAfter(). Each try is by the newest version of a followed policy.
    Request<Decision> waitFor(std::string_view token, Micros patience, Units cost, Executor executor) const;
    /// For all of them one round trip to each node that is concerned; two when it turns out that keys of
    /// several slots are refused in one call.
    Request<std::vector<Decision>> acquireMany(std::span<const TokenRequest> requests,
                                               Executor executor) const
    {
        return decideMany(requests, Mode::Acquire, std::move(executor));
    }
    Request<std::vector<Decision>> decideMany(std::span<const TokenRequest> requests, Mode mode,
                                              Executor executor) const;
    /// Of what was decided in Mode::Reserve: as RateLimiter::settle(). Throws InvalidArgument for what a
    /// Settlement cannot be, too.
    Request<Decision> settle(std::string_view token, const Settlement& settlement, Executor executor) const;
    Request<bool> reset(std::string_view token, Executor executor) const;

    /// Takes a slot as RateLimiter::slot() does, and keeps it renewed until it is released or lost. `onLost`
    /// is called when it is lost, once, in the thread of a connection, unless no copy of the slot is left
    /// then: it must be quick, must not throw, and must not use what ends with the slot. Throws
    /// InvalidArgument for 0 units, too.
    Request<AsyncSlot> slot(std::string_view token, Units units, Executor executor,
                            std::function<void()> onLost = {}) const
    {
        return slot({token, units}, std::move(executor), std::move(onLost));
    }
    /// The same with the name of its holder: see TokenRequest.
    Request<AsyncSlot> slot(const TokenRequest& request, Executor executor,
                            std::function<void()> onLost = {}) const;
    /// Ends a slot that this limiter gave, as Slot::release(), and `made` is the usage afterwards; the
    /// decision that it was taken by, where there is nothing to release. Where this fails, it is held still,
    /// and ends with its last copy or its life: it is not renewed any more.
    Request<Decision> release(const AsyncSlot& slot, Executor executor,
                              std::optional<Units> actual = {}) const;
    /// As RateLimiter::renew(), for a slot that another process keeps; those of slot() are renewed without
    /// it.
    Request<std::optional<Micros>> renew(std::string_view token, const Settlement& slot,
                                         Executor executor) const;

    /// The version that decides now; 0: none of a followed policy has been seen, or the rules are its own.
    std::int64_t version() const;

private:
    friend struct AsyncHeldSlot;
    friend class AsyncLeasedRateLimiter;
    struct State;
    template <class Made, class Begin>
    static Request<Made> request(std::shared_ptr<State> state, Executor executor, Begin begin);

    std::shared_ptr<State> m_state; // requests keep it
};

} // namespace ratewarden
