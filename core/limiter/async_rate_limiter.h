// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/decision_call.h"
#include "core/model/decision.h"
#include "core/model/policy.h"
#include "core/redis/pipelined_server.h"

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace ratewarden {

/// Runs a function, soon, in a thread of its choice: posts it to the caller's loop or pool. It must take any
/// function, and not throw. Called by the threads of the server's connections.
using Executor = std::function<void(std::function<void()>)>;

/// Runs it at once, in the thread of a connection: for work that is quick and never blocks.
Executor inConnectionThread();

/// What came of a request.
struct DecisionOutcome {
    Decision made;                 ///< means nothing if there is an error
    std::exception_ptr error = {}; ///< what RedisRateLimiter would have thrown; null: there is a decision

    /// Throws the error if there is one.
    const Decision& decision() const;
};

/// Decides in Redis as RedisRateLimiter does, while no thread waits. Requests go out at once, together with
/// those of other threads, and are decided in no particular order. Any thread may use it; it may be destroyed
/// before its requests have their outcomes, its server not.
///
/// What comes of a request runs on the `executor` that was handed in with it: a callback, or the coroutine
/// that awaits:
///
///     const Decision decision = co_await limiter.acquire("user:42", 1, executor);
///
/// which throws what RedisRateLimiter::decide throws. A coroutine must not be destroyed while it awaits.
class AsyncRateLimiter {
    struct Limit;

public:
    using OnDecision = std::function<void(DecisionOutcome outcome)>;

    /// The server must outlive it and its requests. `detail` is for acquire; peek and giveBack always return
    /// the usage. Throws BadPolicy.
    AsyncRateLimiter(PipelinedServer& server, Policy policy, Detail detail = Detail::Usage);

    /// One request, to be awaited once.
    class [[nodiscard]] Request {
    public:
        bool await_ready() const noexcept { return false; }
        /// Throws Unavailable when the server refuses to take it: see PipelinedServer::submit().
        template <class Handle>
        void await_suspend(Handle coroutine)
        {
            start([coroutine] { coroutine.resume(); });
        }
        Decision await_resume() const;

    private:
        friend class AsyncRateLimiter;
        Request(const AsyncRateLimiter& limiter, std::string_view token, Units cost, Mode mode,
                Executor executor);
        void start(std::function<void()> resume);

        PipelinedServer& m_server;
        const std::shared_ptr<const Limit> m_limit;
        const Detail m_detail;
        std::string m_token; // as Redis knows it
        Command m_command;
        Executor m_executor;
        std::function<void()> m_resume;
        CallOutcome m_outcome;
    };

    /// Throws InvalidArgument as RateLimiter does; all else comes of awaiting.
    Request acquire(std::string_view token, Units cost, Executor executor) const
    {
        return decide(token, cost, Mode::Acquire, std::move(executor));
    }
    Request decide(std::string_view token, Units cost, Mode mode, Executor executor) const;

    /// The same with a callback, which is called exactly once, also with an error of sending; it must not
    /// throw. Throws InvalidArgument.
    void acquire(std::string_view token, Units cost, Executor executor, OnDecision done) const
    {
        decide(token, cost, Mode::Acquire, std::move(executor), std::move(done));
    }
    void decide(std::string_view token, Units cost, Mode mode, Executor executor, OnDecision done) const;

private:
    PipelinedServer& m_server;
    const std::shared_ptr<const Limit> m_limit; // requests keep it
    const Detail m_detail;
};

} // namespace ratewarden
