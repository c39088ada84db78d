// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/leased_rate_limiter.h"
#include "core/policies/async_rate_limiter.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ratewarden {

/// A LeasedRateLimiter that no thread waits for: decides most requests in memory, from leases that it takes
/// through an AsyncRateLimiter. How many units it takes, what holds, and what is lost with a process, is as
/// there.
///
///     AsyncLeasedRateLimiter leases(limiter);
///     const Decision decision = co_await leases.acquire("user:42", 1, executor); // may throw
///
/// What is decided in memory is there at once: a coroutine that awaits it goes on where it is, and has not
/// been on the executor; a callback is handed to the executor by the caller's thread. Requests for a token
/// that another one is asking for wait, as there. After its server's cancel() a callback that asks for the
/// next gets an Unavailable, also where units are left. Any thread may use it. It may be destroyed before its
/// requests have their outcomes; its server, and the watch of a followed policy, not. After fork() a child is
/// refused with InvalidArgument, as there.
class AsyncLeasedRateLimiter {
    struct Leases;

public:
    /// Throws InvalidArgument.
    explicit AsyncLeasedRateLimiter(AsyncRateLimiter limiter, LeaseOptions options = {});
    /// Settles what is left of all leases, once its last request has its outcome, and waits for none of it: a
    /// server that is destroyed next may not send it, and units of more tokens than its mostOutstanding stay
    /// charged.
    ~AsyncLeasedRateLimiter();
    AsyncLeasedRateLimiter(const AsyncLeasedRateLimiter&) = delete;
    AsyncLeasedRateLimiter& operator=(const AsyncLeasedRateLimiter&) = delete;

    /// To be awaited, or given a callback, once; before that nothing is decided.
    class [[nodiscard]] Acquiring {
    public:
        bool await_ready();
        template <class Handle>
        void await_suspend(Handle coroutine)
        {
            m_asked.emplace(ask());
            m_asked->await_suspend(coroutine);
        }
        Decision await_resume() { return m_asked ? m_asked->await_resume() : std::move(*m_known); }

        /// `done` is called exactly once, on the executor; it must not throw.
        void then(AsyncRateLimiter::Request<Decision>::Done done) &&;

    private:
        friend class AsyncLeasedRateLimiter;
        Acquiring(const AsyncLeasedRateLimiter& limiter, const TokenRequest& request, Executor executor)
            : m_limiter(limiter), m_request(request), m_executor(std::move(executor))
        {
        }
        AsyncRateLimiter::Request<Decision> ask();

        const AsyncLeasedRateLimiter& m_limiter;
        const TokenRequest m_request;
        Executor m_executor;
        std::optional<Decision> m_known;
        std::optional<AsyncRateLimiter::Request<Decision>> m_asked;
    };

    /// As RateLimiter::acquire(). The token and the note must live until it is awaited. Throws
    /// InvalidArgument for an empty token, a cost out of 1 to maxUnits, an empty executor, and after
    /// fork().
    Acquiring acquire(std::string_view token, Units cost, Executor executor) const
    {
        return acquire({token, cost}, std::move(executor));
    }
    Acquiring acquire(const TokenRequest& request, Executor executor) const;

    /// Settles what is left of leases that have ended, and waits for none of it. Each request that asks Redis
    /// does so for two of them; who may stop asking calls this now and then.
    void returnUnused() const;

    /// How many tokens are remembered.
    std::size_t tokenCount() const;

private:
    const std::shared_ptr<Leases> m_leases; // requests keep it
};

} // namespace ratewarden
