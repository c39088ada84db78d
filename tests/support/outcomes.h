// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/async_rate_limiter.h"
#include "tests/support/test_server.h"

#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <utility>

namespace ratewarden::test {

/// Waits for it, as no service would; throws its error.
template <class Made>
Made resultOf(AsyncRateLimiter::Request<Made> request)
{
    const auto promise = std::make_shared<std::promise<RequestOutcome<Made>>>();
    std::move(request).then(
        [promise](RequestOutcome<Made> outcome) { promise->set_value(std::move(outcome)); });
    std::future<RequestOutcome<Made>> future = promise->get_future();
    if (future.wait_for(std::chrono::milliseconds(patienceMs)) != std::future_status::ready)
        throw std::runtime_error("there is no outcome");
    return future.get().value();
}

} // namespace ratewarden::test
