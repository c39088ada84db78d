// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/round_trips.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr auto roundTripsReach = std::chrono::minutes(10);
constexpr std::size_t mostRoundTrips = 20'000;
constexpr std::size_t fewestRoundTrips = 100; // of which one in a hundred can be told

} // namespace

void RoundTrips::add(const Times& times, Clock::time_point now)
{
    for (const std::chrono::microseconds time : times)
        m_all.emplace_back(now, time);
    while (!m_all.empty() && (m_all.size() > mostRoundTrips || m_all.front().first <= now - roundTripsReach))
        m_all.pop_front();
}

RoundTrips::Summary RoundTrips::summary() const
{
    Times times;
    times.reserve(m_all.size());
    for (const auto& [at, time] : m_all)
        times.push_back(time);
    Summary summary{times.size(), {}, {}};
    if (times.empty())
        return summary;
    summary.longest = *std::ranges::max_element(times);
    if (times.size() >= fewestRoundTrips) {
        // The smallest that 99 of 100 do not exceed.
        const auto place = times.begin() + std::ptrdiff_t((times.size() * 99 + 99) / 100 - 1);
        std::ranges::nth_element(times, place);
        summary.p99 = *place;
    }
    return summary;
}

} // namespace ratewarden::ui
