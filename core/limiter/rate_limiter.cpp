// SPDX-License-Identifier: MIT
#include "core/limiter/rate_limiter.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace ratewarden {

void validateHolder(std::string_view holder)
{
    const auto isControl = [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7F';
    };
    if (holder.size() > longestHolder || std::ranges::any_of(holder, isControl))
        throw InvalidArgument(fmt::format("the holder of a slot must be up to {} bytes, none of them a "
                                          "control byte: this one has {} and begins with \"{}\"",
                                          longestHolder, holder.size(),
                                          printable(holder.substr(0, longestHolder))));
}

std::vector<Decision> RateLimiter::decideMany(std::span<const TokenRequest> requests, Mode mode)
{
    std::vector<Decision> decisions;
    decisions.reserve(requests.size());
    for (const TokenRequest& request : requests)
        decisions.push_back(decide(request, mode));
    return decisions;
}

void RateLimiter::settleMany(std::span<const TokenSettlement> settlements)
{
    for (const TokenSettlement& each : settlements)
        try {
            settle(each.token, each.settlement);
        } catch (const Unavailable& error) {
            if (!error.isOfOneNode())
                throw;
        } catch (const Error&) { // it stays charged
        }
}

std::chrono::steady_clock::time_point endOfWait(Micros patience)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point now = Clock::now();
    const auto longest = std::chrono::floor<Micros>(Clock::time_point::max() - now);
    return now + std::clamp(patience, Micros::zero(), longest);
}

bool isWorthWaiting(const Decision& denied, std::chrono::steady_clock::time_point end)
{
    return denied.retryAfter && std::chrono::steady_clock::now() + *denied.retryAfter <= end;
}

Reservation RateLimiter::reserve(std::string_view token, Units units)
{
    if (units == 0)
        throw InvalidArgument("at least one unit is reserved: of none there is nothing to settle");
    return {*this, token, units, decide({token, units}, Mode::Reserve)};
}

std::optional<Micros> RateLimiter::renew(std::string_view /*token*/, const Settlement& /*slot*/)
{
    throw InvalidArgument("this limiter has no slots to renew");
}

Slot RateLimiter::slot(const TokenRequest& request)
{
    if (request.cost == 0)
        throw InvalidArgument("a slot is of a request of at least one unit");
    return {*this, request};
}

Decision RateLimiter::waitFor(std::string_view token, Micros patience, Units cost,
                              const std::stop_token& stop)
{
    const auto end = endOfWait(patience);
    std::mutex mutex;
    std::condition_variable_any stopped;
    while (true) {
        Decision decision = acquire(token, cost);
        if (decision.allowed() || !isWorthWaiting(decision, end))
            return decision;
        std::unique_lock lock(mutex);
        stopped.wait_for(lock, stop, *decision.retryAfter, [] { return false; });
        if (stop.stop_requested())
            return decision;
    }
}

} // namespace ratewarden
