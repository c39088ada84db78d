// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/async_rate_limiter.h"
#include "tests/support/test_server.h"

#include <chrono>
#include <coroutine>
#include <exception>
#include <future>
#include <memory>
#include <stdexcept>
#include <utility>

namespace ratewarden::test {

/// A coroutine that starts at once and that nobody awaits.
struct DetachedTask {
    struct promise_type {
        DetachedTask get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

/// Waits for it, as no service would; throws its error.
template <class Made, class Request>
Made madeBy(Request request)
{
    const auto promise = std::make_shared<std::promise<RequestOutcome<Made>>>();
    std::move(request).then(
        [promise](RequestOutcome<Made> outcome) { promise->set_value(std::move(outcome)); });
    std::future<RequestOutcome<Made>> future = promise->get_future();
    if (future.wait_for(std::chrono::milliseconds(patienceMs)) != std::future_status::ready)
        throw std::runtime_error("there is no outcome");
    return future.get().value();
}
template <class Made>
Made resultOf(AsyncRateLimiter::Request<Made> request)
{
    return madeBy<Made>(std::move(request));
}

} // namespace ratewarden::test
