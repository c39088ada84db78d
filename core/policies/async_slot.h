// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"

#include <functional>
#include <memory>
#include <string>

namespace ratewarden {

struct AsyncHeldSlot;

/// A Slot that no thread waits for: AsyncRateLimiter::slot() takes it, and AsyncRateLimiter::release() ends
/// it. While it is held, it is renewed after each third of its life, and after an error several more times
/// before that is over, by the timers of the server, which look at it once a second. It is released when its
/// last copy ends, too. Any thread may use it; the server, and the watch of a followed policy, must outlive
/// it and its release.
class AsyncSlot {
public:
    /// Holds nothing, and was allowed nothing.
    AsyncSlot() = default;

    /// As it was taken, or denied.
    const Decision& decision() const;
    bool allowed() const { return m_held && decision().allowed(); }
    explicit operator bool() const { return allowed(); }
    /// A renewal has said that it is lost, or none has come through for its whole life, which is counted from
    /// when it was asked for, and goes on while this machine is suspended: it was freed, or went with a reset
    /// or a failover; another request may have its place.
    bool isLost() const;
    /// As Slot::text().
    std::string text() const;

private:
    friend class AsyncRateLimiter;
    explicit AsyncSlot(std::shared_ptr<AsyncHeldSlot> held) : m_held(std::move(held)) {}

    std::shared_ptr<AsyncHeldSlot> m_held;
};

} // namespace ratewarden
