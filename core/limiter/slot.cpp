// SPDX-License-Identifier: MIT
#include "core/limiter/slot.h"

#include "core/limiter/held_slot.h"
#include "core/model/errors.h"

#include <exception>

namespace ratewarden {

Slot::Slot(RateLimiter& limiter, std::string_view token, Units units, Decision decision)
    : m_held(std::make_shared<HeldSlot>(limiter, token, units, std::move(decision)))
{
}

Slot::Slot(Slot&&) noexcept = default;

Slot& Slot::operator=(Slot&& other) noexcept
{
    Slot former(std::move(*this)); // whose end releases it
    m_held = this == &other ? std::move(former.m_held) : std::move(other.m_held);
    return *this;
}

Slot::~Slot()
{
    if (!m_held)
        return;
    try {
        release();
    } catch (const std::exception&) { // it ends with its life
    }
}

const Decision& Slot::decision() const
{
    return m_held->decision;
}

Micros Slot::life() const
{
    return m_held->life;
}

std::string Slot::text() const
{
    const std::scoped_lock lock(m_held->mutex);
    return m_held->isHeld ? reservationText(*m_held->decision.chargedAt, m_held->units) : std::string();
}

void Slot::release(std::optional<Units> actual)
{
    HeldSlot& held = *m_held;
    const std::scoped_lock lock(held.mutex);
    if (!held.isHeld && !held.isLost) // of one that is lost the units may still be there
        return;
    held.limiter.settle(held.token, {*held.decision.chargedAt, held.units, actual.value_or(held.units)});
    held.isHeld = false;
    held.isLost = false;
}

bool Slot::renew()
{
    return m_held->renew();
}

} // namespace ratewarden
