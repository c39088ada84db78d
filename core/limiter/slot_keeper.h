// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/slot.h"
#include "core/model/boot_clock.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace ratewarden {

/// Renews slots from a thread of its own, each after a third of its life, until they are released or lost,
/// and after an error several more times before their life is over. So a request may take as long as it does,
/// and its slot is free within a life of it after its process has died. Thread-safe. The limiter is called
/// from that thread, too: its server must be one for several, as a PipelinedServer or a ConnectionPool. After
/// fork() its thread is the parent's: in the child it throws InvalidArgument, and its end waits for nothing.
class SlotKeeper {
public:
    /// `onLost` is called from the keeper's thread with the token of a slot that has ended though it was
    /// kept, or that could not be renewed for its whole life; it must not throw. Without it Slot::renew()
    /// tells.
    explicit SlotKeeper(std::function<void(const std::string& token)> onLost = {});
    /// Waits for the renewal that is on its way. Slots stay held, and are not renewed any more.
    ~SlotKeeper();
    SlotKeeper(const SlotKeeper&) = delete;
    SlotKeeper& operator=(const SlotKeeper&) = delete;

    /// Renews the slot from now on, also after it was moved; at once where a third of its life is over. What
    /// has no life, was not allowed, or was moved from, is left alone.
    void keep(const Slot& slot);
    /// How many are kept; one that was released counts until it would have been renewed.
    std::size_t size() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
