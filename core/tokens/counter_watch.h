// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"

#include <map>

namespace ratewarden {

/// Of counters that forget all at once when their window ends: whether one fell before that. Whoever restores
/// an old copy, or a replica that lagged and became the primary, gives back what was used. A reset is none:
/// it begins another window. Keeps something of tokens alone that have used much. Not thread-safe.
class CounterWatch {
public:
    /// A counter fell if so many units went, and half of them: clients give back some for good reason.
    static constexpr Units leastFall = 20;

    /// Takes a reading of the subject at that place, and tells whether its counter has fallen in the present
    /// window.
    bool hasFallen(int place, const Reading& reading);
    /// Whether it keeps anything of a token that it does not know yet.
    static bool isWatched(const Reading& reading);
    void forget(int place) { m_counters.erase(place); }
    /// An operator changed the subject then: what is read later is not compared with what was before.
    void restart(int place, Instant at) { m_counters[place] = {{}, 0, at, {}, false}; }
    /// Takes over what is known of `from` at another place.
    void take(CounterWatch& from, int place, int newPlace);

private:
    struct Counter {
        Rule rule;
        Units used = 0;
        Instant at{};
        Instant end{}; ///< of the window
        bool hasFallen = false;
    };
    std::map<int, Counter> m_counters;
};

} // namespace ratewarden
