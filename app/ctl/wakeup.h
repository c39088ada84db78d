// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace ratewarden::ctl {

/// What a loop waits on that is woken by other threads, and ended by SIGINT and SIGTERM. One at a time.
class Wakeup {
public:
    Wakeup();
    ~Wakeup();
    Wakeup(const Wakeup&) = delete;
    Wakeup& operator=(const Wakeup&) = delete;

    /// From any thread.
    void wake() const;
    /// Until then, or until it is woken.
    void waitUntil(std::chrono::steady_clock::time_point end) const;
    /// Whether a signal has come.
    static bool isEnding();
};

} // namespace ratewarden::ctl
