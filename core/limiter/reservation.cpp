// SPDX-License-Identifier: MIT
#include "core/limiter/reservation.h"

#include "core/limiter/rate_limiter.h"

#include <utility>

namespace ratewarden {

Reservation::Reservation(RateLimiter& limiter, std::string_view token, Units units, Decision decision)
    : m_limiter(limiter), m_token(token), m_units(units), m_decision(std::move(decision))
{
}

std::string Reservation::text() const
{
    return m_decision.chargedAt ? reservationText(*m_decision.chargedAt, m_units) : std::string();
}

const Decision& Reservation::settle(Units actual)
{
    if (const auto settlement = settlementOf(m_decision, m_units, actual))
        m_decision = m_limiter.settle(m_token, *settlement);
    return m_decision;
}

} // namespace ratewarden
