// SPDX-License-Identifier: MIT
#include "core/policies/async_slot.h"

#include "core/limiter/held_slot.h"
#include "core/policies/async_state.h"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace ratewarden {

/// What the copies of an AsyncSlot share.
struct AsyncHeldSlot {
    AsyncHeldSlot(std::shared_ptr<AsyncRateLimiter::State> by, const AsyncRequest& request,
                  SlotTerm::Clock::time_point asked, Decision decided, std::function<void()> lost)
        : state(std::move(by))
        , token(request.token)
        , units(request.cost)
        , decision(std::move(decided))
        , onLost(std::move(lost))
        , term(decision, asked)
    {
    }
    AsyncHeldSlot(const AsyncHeldSlot&) = delete;
    AsyncHeldSlot& operator=(const AsyncHeldSlot&) = delete;
    ~AsyncHeldSlot()
    {
        if (mayBeHeld())
            AsyncRateLimiter::State::drop(std::move(state), token, settlement({}));
    }

    bool mayBeHeld() const { return term.isHeld || term.isLost; }
    Settlement settlement(std::optional<Units> actual) const
    {
        return *settlementOf(decision, units, actual.value_or(units));
    }

    std::shared_ptr<AsyncRateLimiter::State> state;
    const std::string token;
    const Units units;
    const Decision decision;
    const std::function<void()> onLost;
    mutable std::mutex mutex; // of the rest
    SlotTerm term;
    bool isKept = true; // until it is released for the first time, whatever comes of that
    bool isReleasing = false;
};

Flow<AsyncSlot> AsyncRateLimiter::State::slot(std::shared_ptr<State> state, AsyncRequest request,
                                              std::function<void()> onLost)
{
    const SlotTerm::Clock::time_point asked = SlotTerm::Clock::now();
    Flow<Decision> deciding = decide(state, request, Mode::Reserve);
    Decision decision = co_await deciding;
    const auto held =
        std::make_shared<AsyncHeldSlot>(state, request, asked, std::move(decision), std::move(onLost));
    if (held->term.canBeRenewed())
        keep(held);
    co_return AsyncSlot(held);
}

Flow<Decision> AsyncRateLimiter::State::release(std::shared_ptr<AsyncHeldSlot> held,
                                                std::optional<Units> actual)
{
    if (!held)
        co_return Decision();
    {
        const std::scoped_lock lock(held->mutex);
        if (held->isReleasing || !held->mayBeHeld())
            co_return held->decision;
        held->isKept = false;
        held->isReleasing = true;
    }
    const Settlement settlement = held->settlement(actual);
    Flow<Decision> settling = settle(held->state, held->token, settlement);
    try {
        Decision settled = co_await settling;
        requireReleased(settlement, settled);
        const std::scoped_lock lock(held->mutex);
        held->term.disown();
        co_return settled;
    } catch (const Error&) {
        const std::scoped_lock lock(held->mutex);
        held->isReleasing = false;
        throw;
    }
}

/// Nobody awaits it: where it fails, the slot ends with its life.
DetachedFlow AsyncRateLimiter::State::drop(std::shared_ptr<State> state, std::string token,
                                           Settlement settlement)
{
    try {
        Flow<Decision> settling = settle(std::move(state), std::move(token), settlement);
        co_await settling;
    } catch (const std::exception&) {
    }
}

/// Renews the slot as long as somebody has it.
DetachedFlow AsyncRateLimiter::State::keep(std::weak_ptr<AsyncHeldSlot> slot)
{
    using Clock = SlotTerm::Clock;
    constexpr Micros longestPause = std::chrono::seconds(1); // one that is released frees its memory then
    std::optional<Clock::time_point> due;                    // after an error
    try {
        while (true) {
            std::shared_ptr<AsyncHeldSlot> held = slot.lock();
            if (!held)
                co_return;
            const std::shared_ptr<State> state = held->state;
            const Clock::time_point asked = Clock::now();
            Micros left{};
            {
                const std::scoped_lock lock(held->mutex);
                if (!held->isKept) // it was released meanwhile
                    co_return;
                left = due.value_or(held->term.due()) - asked;
            }
            if (left > Micros::zero()) {
                held.reset();
                Pause pause(state->server, std::min(left, longestPause));
                co_await pause;
                continue;
            }
            due.reset();
            Flow<std::optional<Micros>> renewing = renew(state, held->token, held->settlement({}));
            bool isKnown = true;
            std::optional<Micros> life;
            try {
                life = co_await renewing;
            } catch (const Error&) {
                isKnown = false;
            }
            {
                const std::scoped_lock lock(held->mutex);
                if (!held->isKept)
                    co_return;
                if (isKnown)
                    held->term.renew(asked, life);
                else if (!(due = held->term.dueAfterError()))
                    held->term.renew(asked, {});
                if (held->term.isHeld)
                    continue;
            }
            if (held->onLost && held.use_count() > 1) // a copy is left
                held->onLost();
            co_return;
        }
    } catch (const Error&) { // the server is being shut down
    }
}

AsyncRateLimiter::Request<AsyncSlot> AsyncRateLimiter::slot(const TokenRequest& asked, Executor executor,
                                                            std::function<void()> onLost) const
{
    if (asked.cost == 0)
        throw InvalidArgument("a slot is of a request of at least one unit");
    return request<AsyncSlot>(m_state, std::move(executor),
                              [state = m_state, own = AsyncRequest(asked), onLost = std::move(onLost)] {
                                  return State::slot(state, own, onLost);
                              });
}

AsyncRateLimiter::Request<Decision> AsyncRateLimiter::release(const AsyncSlot& slot, Executor executor,
                                                              std::optional<Units> actual) const
{
    return request<Decision>(m_state, std::move(executor),
                             [held = slot.m_held, actual] { return State::release(held, actual); });
}

const Decision& AsyncSlot::decision() const
{
    static const Decision none;
    return m_held ? m_held->decision : none;
}

bool AsyncSlot::isLost() const
{
    if (!m_held)
        return false;
    const std::scoped_lock lock(m_held->mutex);
    const SlotTerm& term = m_held->term;
    return term.isLost || (term.canBeRenewed() && SlotTerm::Clock::now() >= term.renewedAt + term.life);
}

std::string AsyncSlot::text() const
{
    if (!m_held)
        return {};
    const std::scoped_lock lock(m_held->mutex);
    const std::optional<Instant> at = m_held->decision.chargedAt;
    return m_held->term.isHeld && at ? reservationText(*at, m_held->units) : std::string();
}

} // namespace ratewarden
