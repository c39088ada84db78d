// SPDX-License-Identifier: MIT
#include "core/limiter/slot_keeper.h"

#include "core/limiter/held_slot.h"
#include "core/model/boot_clock.h"
#include "core/model/errors.h"
#include "core/redis/home_process.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace ratewarden {

struct SlotKeeper::Impl {
    using Clock = BootClock;
    struct Kept {
        std::weak_ptr<HeldSlot> slot;
        Clock::time_point due;
    };

    explicit Impl(std::function<void(const std::string&)> lost)
        : onLost(std::move(lost)), thread([this](const std::stop_token& stop) { run(stop); })
    {
    }

    void run(const std::stop_token& stop);
    void renew(const std::weak_ptr<HeldSlot>& slot);
    void putUntilRenewal(const std::shared_ptr<HeldSlot>& held);
    void put(Kept kept);

    const HomeProcess home;
    const std::function<void(const std::string&)> onLost;
    std::mutex mutex;
    std::condition_variable_any changed;
    std::vector<Kept> kept; // a heap, the first that is due in front
    std::jthread thread;    // last: it uses the others
};

SlotKeeper::SlotKeeper(std::function<void(const std::string&)> onLost)
    : m_impl(std::make_unique<Impl>(std::move(onLost)))
{
}

SlotKeeper::~SlotKeeper()
{
    if (m_impl->home.isLeft())
        static_cast<void>(m_impl.release()); // its thread is the parent's, and would be waited for
}

void SlotKeeper::keep(const Slot& slot)
{
    m_impl->home.require("a SlotKeeper");
    if (slot.m_held)
        m_impl->putUntilRenewal(slot.m_held);
}

std::size_t SlotKeeper::size() const
{
    m_impl->home.require("a SlotKeeper");
    const std::scoped_lock lock(m_impl->mutex);
    return m_impl->kept.size();
}

void SlotKeeper::Impl::putUntilRenewal(const std::shared_ptr<HeldSlot>& held)
{
    Clock::time_point due;
    {
        const std::unique_lock lock = held->lock();
        if (!held->term.canBeRenewed())
            return;
        due = held->term.due();
    }
    put({held, due});
}

void SlotKeeper::Impl::put(Kept next)
{
    const std::scoped_lock lock(mutex);
    kept.push_back(std::move(next));
    std::ranges::push_heap(kept, std::ranges::greater(), &Kept::due);
    changed.notify_one();
}

void SlotKeeper::Impl::run(const std::stop_token& stop)
{
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        if (kept.empty()) {
            changed.wait(lock, stop, [this] { return !kept.empty(); });
            continue;
        }
        if (const Clock::time_point due = kept.front().due; due > Clock::now()) {
            changed.wait_until(lock, stop, due, [&] { return kept.front().due < due; });
            continue;
        }
        std::ranges::pop_heap(kept, std::ranges::greater(), &Kept::due);
        const Kept next = std::move(kept.back());
        kept.pop_back();
        lock.unlock(); // what is told of a loss may keep another
        renew(next.slot);
        lock.lock();
    }
}

void SlotKeeper::Impl::renew(const std::weak_ptr<HeldSlot>& slot)
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
    if (onLost)
        onLost(held->token);
}

} // namespace ratewarden
