// SPDX-License-Identifier: MIT
#include "core/tokens/counter_watch.h"

#include "core/formats/format.h"

#include <algorithm>

namespace ratewarden {
namespace {

// What keeps whole seconds tells an end that far off.
constexpr Micros endTolerance = std::chrono::seconds(1);

// Of the rule with the longest window, whose end is known best.
const RuleUsage* longestUsage(const Reading& reading)
{
    if (!reading.decision || reading.problem || !reading.subject.format->forgetsAtOnce())
        return nullptr;
    const auto& usage = reading.decision->usage;
    const auto longest =
        std::ranges::max_element(usage, {}, [](const RuleUsage& one) { return one.rule.window; });
    return longest == usage.end() ? nullptr : &*longest;
}

} // namespace

bool CounterWatch::isWatched(const Reading& reading)
{
    const RuleUsage* const usage = longestUsage(reading);
    return usage && usage->used >= leastFall;
}

bool CounterWatch::hasFallen(int place, const Reading& reading)
{
    const RuleUsage* const usage = longestUsage(reading);
    if (!usage) {
        m_counters.erase(place);
        return false;
    }
    const Counter now{usage->rule, usage->used, reading.at, reading.at + usage->resetAfter, false};
    const auto before = m_counters.find(place);
    if (before != m_counters.end()) {
        Counter& counter = before->second;
        if (now.at < counter.at) // two connections answer in any order
            return counter.hasFallen;
        const bool isSameWindow = counter.rule == now.rule && counter.end - reading.at > endTolerance &&
                                  std::chrono::abs(now.end - counter.end) <= endTolerance;
        if (isSameWindow) {
            counter.hasFallen =
                counter.hasFallen || (counter.used - now.used >= leastFall && now.used <= counter.used / 2);
            counter.used = now.used;
            counter.at = now.at;
            return counter.hasFallen;
        }
        m_counters.erase(before);
    }
    if (now.used >= leastFall)
        m_counters.emplace(place, now);
    return false;
}

void CounterWatch::take(CounterWatch& from, int place, int newPlace)
{
    if (auto counter = from.m_counters.extract(place)) {
        counter.key() = newPlace;
        m_counters.insert(std::move(counter));
    }
}

} // namespace ratewarden
