// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/rate_limiter.h"
#include "core/model/boot_clock.h"
#include "core/model/errors.h"
#include "core/redis/home_process.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ratewarden {

/// How long a slot lives by the rules of the decision; zero: they count none.
inline Micros slotLife(const Decision& decision)
{
    Micros life{};
    for (const RuleUsage& usage : decision.usage)
        if (usage.rule.atOnce)
            life = std::max(life, usage.rule.window);
    return life;
}

/// Throws Unavailable if it was a fallback that answered, which settles nothing of what Redis has.
inline void requireReleased(const Settlement& settlement, const Decision& settled)
{
    if (settled.withoutRedis && !settlement.locally)
        throw Unavailable(
            "Redis is unreachable, so that a slot may still be held: release it again, or let its life end",
            Unavailable::Effect::Uncertain);
}

/// How long a slot is held, and when it is to be renewed. Whoever shares it has a lock.
struct SlotTerm {
    using Clock = BootClock;

    /// `asked`: when, so that it is not held for longer than Redis keeps it.
    SlotTerm(const Decision& decision, Clock::time_point asked)
        : life(slotLife(decision)), renewedAt(asked), isHeld(settlementOf(decision, 1, 1).has_value())
    {
    }

    bool canBeRenewed() const { return isHeld && life > Micros::zero(); }
    Clock::time_point due() const { return renewedAt + life / 3; }
    /// When to try again; nothing: its life is over.
    std::optional<Clock::time_point> dueAfterError() const
    {
        constexpr int tries = 12; // in a life, while there are errors
        const Clock::time_point now = Clock::now();
        if (now >= renewedAt + life)
            return {};
        return now + std::max<Micros>(life / tries, Micros(1000));
    }
    /// `lives`: what the renewal has answered, that was asked for at that time.
    void renew(Clock::time_point asked, std::optional<Micros> lives)
    {
        isHeld = lives.has_value();
        isLost = !isHeld;
        if (lives) {
            life = *lives;
            renewedAt = asked;
        }
    }
    /// After this it is nobody's to release.
    void disown()
    {
        isHeld = false;
        isLost = false;
    }

    Micros life;                 // by its last renewal; zero: there is nothing to renew
    Clock::time_point renewedAt; // or taken: when that was asked for
    bool isHeld;
    bool isLost = false; // of one that is, the units may still be there
};

/// What a Slot and its SlotKeeper share. Private to core/limiter.
struct HeldSlot {
    /// Takes it.
    HeldSlot(RateLimiter& by, const TokenRequest& request)
        : limiter(by)
        , token(request.token)
        , units(request.cost)
        , asked(SlotTerm::Clock::now())
        , decision(by.decide(request, Mode::Reserve))
        , term(decision, asked)
    {
    }

    /// For the rest. Throws InvalidArgument in a child of the process that has taken it, where it may stay
    /// locked.
    std::unique_lock<std::mutex> lock()
    {
        home.require("a Slot");
        return std::unique_lock(mutex);
    }

    bool renew()
    {
        const std::unique_lock locked = lock(); // none is renewed once it is released
        if (term.canBeRenewed()) {
            const SlotTerm::Clock::time_point now = SlotTerm::Clock::now();
            term.renew(now, limiter.renew(token, *settlementOf(decision, units, units)));
        }
        return !term.isLost;
    }

    /// Under the lock. Throws Unavailable, besides what RateLimiter::settle() throws, and then it is held.
    void release(std::optional<Units> actual)
    {
        if (!term.isHeld && !term.isLost)
            return;
        const Settlement settlement = *settlementOf(decision, units, actual.value_or(units));
        requireReleased(settlement, limiter.settle(token, settlement));
        term.disown();
    }

    const HomeProcess home;
    RateLimiter& limiter;
    const std::string token;
    const Units units;
    const SlotTerm::Clock::time_point asked;
    const Decision decision;
    std::mutex mutex; // of the rest
    SlotTerm term;
};

} // namespace ratewarden
