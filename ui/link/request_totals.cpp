// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/request_totals.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {

void RequestTotals::beginScan()
{
    m_counting.clear();
    m_first = {};
}

void RequestTotals::add(const std::vector<Reading>& readings)
{
    for (const Reading& reading : readings) {
        m_first = m_first == Instant{} ? reading.at : std::min(m_first, reading.at);
        if (reading.counts.empty())
            continue;
        Counts& counts = m_counting[reading.subject.policy];
        for (const RequestCount& count : reading.counts) {
            RequestCount& total = counts[count.from];
            total.from = count.from;
            total.allowed += count.allowed;
            total.denied += count.denied;
        }
    }
}

void RequestTotals::endScan()
{
    m_complete = std::exchange(m_counting, {});
    m_wholeUntil = std::exchange(m_first, {});
}

std::vector<std::string> RequestTotals::policies() const
{
    std::vector<std::string> names;
    for (const auto& [name, counts] : m_complete)
        names.push_back(name);
    return names;
}

std::vector<RequestCount> RequestTotals::of(std::string_view policy) const
{
    const auto found = m_complete.find(policy);
    if (found == m_complete.end())
        return {};
    const Counts& counts = found->second;
    // A scan that takes long sees later times at its end than at its beginning.
    const Instant newest = counts.rbegin()->first;
    std::vector<RequestCount> result;
    for (Instant from = newest - countsReach + countSpan; from <= newest; from += countSpan) {
        const auto count = counts.find(from);
        result.push_back(count == counts.end() ? RequestCount{from, 0, 0} : count->second);
    }
    return result;
}

RequestCount sumOf(const std::vector<RequestCount>& counts)
{
    RequestCount sum;
    for (const RequestCount& count : counts) {
        sum.allowed += count.allowed;
        sum.denied += count.denied;
    }
    return sum;
}

} // namespace ratewarden::ui
