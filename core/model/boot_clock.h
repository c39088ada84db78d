// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <chrono>
#include <cstdint>
#include <ctime>

namespace ratewarden {

/// A clock that nobody sets, and that also goes on while the machine is suspended, as a server's does.
struct BootClock {
    using duration = Micros;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<BootClock>;
    static constexpr bool is_steady = true;

    static time_point now()
    {
        std::timespec time{};
        clock_gettime(CLOCK_BOOTTIME, &time);
        return time_point(Micros(std::int64_t(time.tv_sec) * 1'000'000 + time.tv_nsec / 1000));
    }
};

} // namespace ratewarden
