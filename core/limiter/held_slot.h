// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/rate_limiter.h"

#include <mutex>
#include <string>
#include <utility>

namespace ratewarden {

/// What a Slot and its SlotKeeper share. Private to core/limiter.
struct HeldSlot {
    HeldSlot(RateLimiter& by, std::string_view of, Units reserved, Decision decided)
        : limiter(by)
        , token(of)
        , units(reserved)
        , decision(std::move(decided))
        , isHeld(decision.chargedAt.has_value())
    {
        for (const RuleUsage& usage : decision.usage)
            if (usage.rule.atOnce)
                life = usage.rule.window;
    }

    bool renew()
    {
        const std::scoped_lock lock(mutex); // none is renewed once it is released
        if (!isHeld || life == Micros::zero())
            return !isLost;
        isLost = !limiter.renew(token, {*decision.chargedAt, units, units});
        isHeld = !isLost;
        return isHeld;
    }

    bool holds()
    {
        const std::scoped_lock lock(mutex);
        return isHeld;
    }

    RateLimiter& limiter;
    const std::string token;
    const Units units;
    const Decision decision;
    Micros life{}; // zero: there is nothing to renew
    std::mutex mutex;
    bool isHeld;
    bool isLost = false;
};

} // namespace ratewarden
