// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"

#include <map>

namespace ratewarden {

/// Of counters that forget all at once when their window ends: whether one fell before that. Whoever restores
/// an old copy, or a replica that lagged and became the primary, gives back what was used. A reset is none:
/// it begins another window. And how fast they grow. Keeps something of tokens alone that have used much. Not
/// thread-safe.
class CounterWatch {
public:
    /// A counter fell if so many units went, and half of them: clients give back some for good reason.
    static constexpr Units leastFall = 20;
    /// Slower ones are not told, in units a second.
    static constexpr double leastGrowth = 100;
    /// Looks that are nearer to each other tell of a moment only.
    static constexpr Micros leastSpan = std::chrono::seconds(5);

    /// Takes a reading of the subject at that place, and tells whether its counter has fallen in the present
    /// window.
    bool hasFallen(int place, const Reading& reading);
    /// Whether it keeps anything of a token that it does not know yet.
    static bool isWatched(const Reading& reading);
    /// The fast ones, by place, in units a second: by the last looks that were far enough apart, in one
    /// window.
    const std::map<int, double>& growing() const { return m_growing; }
    double growthAt(int place) const;
    void forget(int place);
    /// An operator changed the subject then: what is read later is not compared with what was before.
    void restart(int place, Instant at);
    /// Takes over what is known of `from` at another place.
    void take(CounterWatch& from, int place, int newPlace);

private:
    struct Counter {
        Rule rule;
        Units used = 0;
        Instant at{};
        Instant end{}; ///< of the window
        bool hasFallen = false;
        Instant from{};     ///< the look that the next growth is measured from
        Units usedFrom = 0; ///< what was used then
    };
    void measureGrowth(int place, Counter& counter, const Counter& now);

    std::map<int, Counter> m_counters;
    std::map<int, double> m_growing;
};

} // namespace ratewarden
