// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"

#include <string_view>

namespace ratewarden {

/// Decides for tokens under one policy.
class RateLimiter {
public:
    RateLimiter() = default;
    RateLimiter(const RateLimiter&) = delete;
    RateLimiter& operator=(const RateLimiter&) = delete;
    virtual ~RateLimiter() = default;

    /// May this request, of `cost` units, pass? If so it is charged under every rule at once; if not, nothing
    /// is. Throws BadPolicy for an empty token or a cost out of 0 to maxUnits, and what the place of the
    /// state may throw.
    virtual Decision acquire(std::string_view token, Units cost = 1) = 0;

    /// What acquire would answer now, without charging.
    virtual Decision peek(std::string_view token, Units cost = 1) = 0;

    /// Forgets the token's window state; a block stays. False when there was none.
    virtual bool reset(std::string_view token) = 0;
};

} // namespace ratewarden
