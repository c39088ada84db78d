// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/model/settlement.h"

#include <string>
#include <string_view>

namespace ratewarden {

class RateLimiter;

/// Units that were charged before the true cost of a request was known. What is never settled stays charged
/// as reserved, and ends as every charge does. Readers tell it from what is spent in logs only: other states
/// keep sums. Not thread-safe; the limiter must outlive it.
///
///     Reservation reservation = limiter.reserve("user:42", estimate);
///     if (reservation.allowed())
///         reservation.settle(costOf(answer()));
class Reservation {
public:
    Reservation(RateLimiter& limiter, std::string_view token, Units units, Decision decision);

    const Decision& decision() const { return m_decision; }
    bool allowed() const { return m_decision.allowed(); }
    Units units() const { return m_units; }
    /// To settle it elsewhere, by RateLimiter::settle() or `ratewarden-ctl settle`: reservationText(). Empty
    /// when there is nothing to settle in Redis.
    std::string text() const;

    /// Charges `actual` units, from 0 to maxUnits, in the place of those that were reserved, in the time that
    /// they were reserved in; "Settling" in resources/docs/scripts.md tells what that comes to when it is
    /// late. Returns the usage afterwards, and in Decision::settledRules under how many rules there was
    /// something left to settle. What a local fallback has charged while Redis was unreachable is settled in
    /// this process. Does nothing, and returns the former answer, when nothing was charged (the request was
    /// denied, the policy is in shadow mode or off, another fallback decided), and when it was settled
    /// before. Throws what RateLimiter::settle() throws; after an Unavailable whose effect is None it can be
    /// called again. One that is Uncertain may have settled: to repeat it is safe for sliding logs, which
    /// know; a counter or a bucket would be refunded twice.
    const Decision& settle(Units actual);

private:
    RateLimiter& m_limiter;
    std::string m_token;
    Units m_units;
    Decision m_decision;
};

} // namespace ratewarden
