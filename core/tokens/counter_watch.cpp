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
        forget(place);
        return false;
    }
    const Counter now{usage->rule, usage->used, reading.at, reading.at + usage->resetAfter,
                      false,       reading.at,  usage->used};
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
            measureGrowth(place, counter, now);
            counter.used = now.used;
            counter.at = now.at;
            return counter.hasFallen;
        }
        m_counters.erase(before);
    }
    if (now.used >= leastFall)
        m_counters.emplace(place, now);
    else
        m_growing.erase(place); // else it grows as in the window before, until that is measured again
    return false;
}

void CounterWatch::measureGrowth(int place, Counter& counter, const Counter& now)
{
    if (now.used >= counter.used && now.at - counter.from < leastSpan)
        return;
    const double seconds = std::chrono::duration<double>(now.at - counter.from).count();
    const double growth = now.used < counter.used ? 0 : double(now.used - counter.usedFrom) / seconds;
    if (growth >= leastGrowth)
        m_growing[place] = growth;
    else
        m_growing.erase(place);
    counter.from = now.at;
    counter.usedFrom = now.used;
}

double CounterWatch::growthAt(int place) const
{
    const auto found = m_growing.find(place);
    return found == m_growing.end() ? 0 : found->second;
}

void CounterWatch::forget(int place)
{
    m_counters.erase(place);
    m_growing.erase(place);
}

void CounterWatch::restart(int place, Instant at)
{
    m_counters[place] = {{}, 0, at, {}, false};
    m_growing.erase(place);
}

void CounterWatch::take(CounterWatch& from, int place, int newPlace)
{
    if (auto counter = from.m_counters.extract(place)) {
        counter.key() = newPlace;
        m_counters.insert(std::move(counter));
    }
    if (auto growth = from.m_growing.extract(place)) {
        growth.key() = newPlace;
        m_growing.insert(std::move(growth));
    }
}

} // namespace ratewarden
