// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace ratewarden::ui {

/// How long the round trips of the last ten minutes took.
class RoundTrips {
public:
    using Clock = std::chrono::steady_clock;
    using Times = std::vector<std::chrono::microseconds>;

    struct Summary {
        std::size_t count = 0;
        std::chrono::microseconds longest{};
        /// 99 % took at most that; empty: there are too few to tell it from the longest.
        std::optional<std::chrono::microseconds> p99;
    };

    void add(const Times& times, Clock::time_point now);
    Summary summary() const;

private:
    std::deque<std::pair<Clock::time_point, std::chrono::microseconds>> m_all; // the oldest first
};

} // namespace ratewarden::ui
