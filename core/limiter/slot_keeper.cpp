// SPDX-License-Identifier: MIT
#include "core/limiter/slot_keeper.h"

#include "core/limiter/held_slot.h"
#include "core/model/errors.h"

#include <algorithm>
#include <utility>

namespace ratewarden {

SlotKeeper::SlotKeeper(std::function<void(const std::string&)> onLost)
    : m_onLost(std::move(onLost)), m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

SlotKeeper::~SlotKeeper() = default;

void SlotKeeper::keep(const Slot& slot)
{
    const HeldSlot& held = *slot.m_held;
    if (!held.decision.chargedAt || held.life == Micros::zero())
        return;
    const Clock::time_point now = Clock::now();
    put({slot.m_held, now, now + held.life / 3});
}

std::size_t SlotKeeper::size() const
{
    const std::scoped_lock lock(m_mutex);
    return m_kept.size();
}

void SlotKeeper::put(Kept kept)
{
    const std::scoped_lock lock(m_mutex);
    m_kept.push_back(std::move(kept));
    std::ranges::push_heap(m_kept, std::ranges::greater(), &Kept::due);
    m_changed.notify_one();
}

void SlotKeeper::run(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        if (m_kept.empty()) {
            m_changed.wait(lock, stop, [this] { return !m_kept.empty(); });
            continue;
        }
        if (const Clock::time_point due = m_kept.front().due; due > Clock::now()) {
            m_changed.wait_until(lock, stop, due, [&] { return m_kept.front().due < due; });
            continue;
        }
        std::ranges::pop_heap(m_kept, std::ranges::greater(), &Kept::due);
        const Kept kept = std::move(m_kept.back());
        m_kept.pop_back();
        lock.unlock(); // what is told of a loss may keep another
        renew(kept);
        lock.lock();
    }
}

void SlotKeeper::renew(const Kept& kept)
{
    const std::shared_ptr<HeldSlot> held = kept.slot.lock();
    if (!held)
        return;
    const Clock::time_point now = Clock::now();
    try {
        if (held->renew()) {
            if (held->holds())
                put({kept.slot, now, now + held->life / 3});
            return;
        }
    } catch (const Error&) {
        constexpr int tries = 12; // in a life, while there are errors
        if (now < kept.renewedAt + held->life) {
            put({kept.slot, kept.renewedAt, now + std::max<Micros>(held->life / tries, Micros(1000))});
            return;
        }
    }
    if (m_onLost)
        m_onLost(held->token);
}

} // namespace ratewarden
