// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/rate_limiter.h"
#include "core/model/errors.h"

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

/// What a Slot and its SlotKeeper share. Private to core/limiter.
struct HeldSlot {
    using Clock = std::chrono::steady_clock;

    HeldSlot(RateLimiter& by, std::string_view of, Units reserved, Decision decided)
        : limiter(by)
        , token(of)
        , units(reserved)
        , decision(std::move(decided))
        , life(slotLife(decision))
        , isHeld(decision.chargedAt.has_value())
    {
    }

    bool renew()
    {
        const std::scoped_lock lock(mutex); // none is renewed once it is released
        if (!isHeld || life == Micros::zero())
            return !isLost;
        const Clock::time_point asked = Clock::now();
        const std::optional<Micros> renewed = limiter.renew(token, {*decision.chargedAt, units, units});
        isHeld = renewed.has_value();
        isLost = !isHeld;
        if (renewed) {
            life = *renewed;
            renewedAt = asked;
        }
        return isHeld;
    }

    /// Under the lock. Throws Unavailable, besides what RateLimiter::settle() throws, and then it is held.
    void release(std::optional<Units> actual)
    {
        if (!isHeld && !isLost) // of one that is lost the units may still be there
            return;
        const Decision settled = limiter.settle(token, {*decision.chargedAt, units, actual.value_or(units)});
        if (settled.withoutRedis)
            throw Unavailable("Redis is unreachable, so that a slot may still be held: release it again, or "
                              "let its life end",
                              Unavailable::Effect::Uncertain);
        disown();
    }

    /// Under the lock. After this nobody calls the limiter, which may be gone.
    void disown()
    {
        isHeld = false;
        isLost = false;
    }

    RateLimiter& limiter;
    const std::string token;
    const Units units;
    const Decision decision;
    std::mutex mutex;                           // of the rest
    Micros life;                                // by its last renewal; zero: there is nothing to renew
    Clock::time_point renewedAt = Clock::now(); // or taken
    bool isHeld;
    bool isLost = false;
};

} // namespace ratewarden
