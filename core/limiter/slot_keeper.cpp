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
    if (slot.m_held)
        putUntilRenewal(slot.m_held);
}

std::size_t SlotKeeper::size() const
{
    const std::scoped_lock lock(m_mutex);
    return m_kept.size();
}

void SlotKeeper::putUntilRenewal(const std::shared_ptr<HeldSlot>& held)
{
    Clock::time_point due;
    {
        const std::scoped_lock lock(held->mutex);
        if (!held->term.canBeRenewed())
            return;
        due = held->term.due();
    }
    put({held, due});
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
        renew(kept.slot);
        lock.lock();
    }
}

void SlotKeeper::renew(const std::weak_ptr<HeldSlot>& slot)
{
    const std::shared_ptr<HeldSlot> held = slot.lock();
    if (!held)
        return;
    try {
        if (held->renew()) {
            putUntilRenewal(held);
            return;
        }
    } catch (const Error&) {
        std::unique_lock lock(held->mutex);
        if (!held->term.isHeld) // it was released meanwhile
            return;
        const std::optional<Clock::time_point> due = held->term.dueAfterError();
        lock.unlock();
        if (due) {
            put({slot, *due});
            return;
        }
    }
    if (m_onLost)
        m_onLost(held->token);
}

} // namespace ratewarden
