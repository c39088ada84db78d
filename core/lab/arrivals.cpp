// SPDX-License-Identifier: MIT
#include "core/lab/arrivals.h"

#include "core/model/errors.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
using nanoseconds = std::chrono::nanoseconds;

constexpr double fastest = 10'000'000; // requests a second
constexpr double largestFactor = 1e9;
constexpr Micros longestReplay = std::chrono::hours(24 * 7);

double nanos(Micros span)
{
    return double(span.count()) * 1e3;
}

} // namespace

Arrivals::Arrivals(const Trace& trace, const Pace& pace)
    : m_trace(trace), m_size(trace.size()), m_resolution(pace.resolution), m_duration(pace.duration)
{
    if (trace.empty())
        throw InvalidArgument("the traffic has no request");
    if (!(pace.perSecond >= 0 && pace.perSecond <= fastest) ||
        !(pace.perSecond > 0 || (pace.factor > 0 && pace.factor <= largestFactor)))
        throw InvalidArgument("the rate of a live trial must be above 0, and at most 10 million a second");
    if (pace.duration < 0us || pace.duration > longestReplay || pace.resolution < 0us)
        throw InvalidArgument("a live trial takes a week at most");
    if (pace.perSecond > 0 && pace.duration > 0us)
        m_size = std::size_t(
            std::clamp(std::round(pace.perSecond * nanos(pace.duration) / 1e9), 1.0, double(trace.size())));
    const auto requests = double(m_size);
    const double recorded = nanos(trace.times[m_size - 1] - trace.times.front());
    // From the first request of a round to the first of the next: the length, and a gap as the mean one.
    const double gap = m_size > 1 ? recorded / (requests - 1) : 0;
    const double period = recorded + std::max(gap, nanos(m_resolution));
    if (pace.perSecond <= 0) {
        m_scale = 1 / pace.factor;
        m_period = period * m_scale;
        return;
    }
    m_period = requests / pace.perSecond * 1e9;
    if (period > 0)
        m_scale = m_period / period;
    else
        m_evenGap = m_period / requests;
}

nanoseconds Arrivals::offset()
{
    if (m_evenGap > 0)
        return nanoseconds(std::llround(m_evenGap * double(m_next)));
    double at = nanos(m_trace.times[m_next] - m_trace.times.front());
    if (m_resolution > 0us) {
        if (m_next >= m_momentEnd || m_next < m_moment) {
            m_moment = m_next;
            m_momentEnd = m_next + 1;
            while (m_momentEnd < m_size && m_trace.times[m_momentEnd] == m_trace.times[m_next])
                ++m_momentEnd;
        }
        at += nanos(m_resolution) * double(m_next - m_moment) / double(m_momentEnd - m_moment);
    }
    return nanoseconds(std::llround(at * m_scale));
}

nanoseconds Arrivals::round() const
{
    return nanoseconds(std::llround(m_period));
}

std::optional<Arrivals::Arrival> Arrivals::next()
{
    if (m_next == m_size) {
        if (m_period <= 0 || m_period * double(m_round + 1) >= nanos(m_duration))
            return std::nullopt;
        ++m_round;
        m_next = 0;
    }
    const Arrival arrival{nanoseconds(std::llround(m_period * double(m_round))) + offset(), m_next};
    if (m_duration > 0us && arrival.at >= m_duration)
        return std::nullopt;
    ++m_next;
    return arrival;
}

ArrivalSums sumsOf(const Trace& trace, const Pace& pace)
{
    Arrivals arrivals(trace, pace);
    const nanoseconds round = arrivals.round();
    const bool repeats = pace.duration > 0us && round > 0ns;
    const nanoseconds lastRound = repeats ? pace.duration % round : 0ns;
    ArrivalSums sums;
    sums.perSecond = round > 0ns ? double(arrivals.size()) / (double(round.count()) / 1e9) : 0;
    std::uint64_t inLastRound = 0;
    std::vector<bool> seen(trace.names.size());
    std::deque<nanoseconds> second;
    while (const auto arrival = arrivals.next()) {
        // From here on it goes on as it did: what peaks where rounds meet has been seen.
        if (arrivals.rounds() > 2 && arrival->at > 2 * round + 2s) {
            sums.requests = std::uint64_t(pace.duration / round) * arrivals.size() + inLastRound;
            sums.length = pace.duration;
            break;
        }
        ++sums.requests;
        sums.length = arrival->at;
        if (arrivals.rounds() == 1 && arrival->at < lastRound)
            ++inLastRound;
        if (!seen[trace.tokens[arrival->request]]) {
            seen[trace.tokens[arrival->request]] = true;
            ++sums.tokens;
        }
        second.push_back(arrival->at);
        while (second.front() <= arrival->at - 1s)
            second.pop_front();
        sums.peak = std::max<std::uint64_t>(sums.peak, second.size());
    }
    return sums;
}

} // namespace ratewarden
