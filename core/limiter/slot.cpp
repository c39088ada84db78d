// SPDX-License-Identifier: MIT
#include "core/limiter/slot.h"

#include "core/limiter/held_slot.h"
#include "core/model/errors.h"

#include <exception>

namespace ratewarden {

Slot::Slot(RateLimiter& limiter, const TokenRequest& request)
    : m_held(std::make_shared<HeldSlot>(limiter, request))
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
    if (!m_held || m_held->home.isLeft())
        return;
    const std::scoped_lock lock(m_held->mutex); // in one go: a keeper may be waiting to renew it
    try {
        m_held->release({});
    } catch (const std::exception&) { // it ends with its life
        m_held->term.disown();
    }
}

const Decision& Slot::decision() const
{
    if (!m_held)
        throw InvalidArgument("the slot was moved from: its decision is that of the one it was moved to");
    return m_held->decision;
}

Micros Slot::life() const
{
    if (!m_held)
        return {};
    const std::unique_lock lock = m_held->lock();
    return m_held->term.life;
}

std::string Slot::text() const
{
    if (!m_held)
        return {};
    const std::unique_lock lock = m_held->lock();
    const std::optional<Instant> at = m_held->decision.chargedAt;
    return m_held->term.isHeld && at ? reservationText(*at, m_held->units) : std::string();
}

void Slot::release(std::optional<Units> actual)
{
    if (!m_held)
        return;
    const std::unique_lock lock = m_held->lock();
    m_held->release(actual);
}

bool Slot::renew()
{
    return m_held && m_held->renew();
}

} // namespace ratewarden
