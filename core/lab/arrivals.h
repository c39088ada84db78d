// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/trace.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace ratewarden {

/// How fast a trace is replayed, and for how long.
struct Pace {
    /// Requests a second, the mean of all that are sent; the trace's rhythm stays. Zero: `factor` holds.
    double perSecond = 0;
    double factor = 1; ///< times as fast as recorded
    /// The trace begins anew when it ends earlier. Zero: all of it, once.
    Micros duration = std::chrono::seconds(30);
    /// The requests of one moment are spread evenly over so long, as their times were rounded down to it:
    /// TrafficSummary::resolution.
    Micros resolution{};
};

/// When the requests of a trace are to be sent. They do not depend on any answer: an open model.
class Arrivals {
public:
    struct Arrival {
        std::chrono::nanoseconds at{}; ///< since the start; never decreasing
        std::size_t request = 0;       ///< of the trace
    };

    /// The trace must outlive this. Throws InvalidArgument for an empty trace, and for a pace out of range.
    Arrivals(const Trace& trace, const Pace& pace);

    /// The next one; empty: that was the last.
    std::optional<Arrival> next();
    /// How often the trace has begun.
    std::size_t rounds() const { return m_round + 1; }
    /// Requests until the trace begins anew.
    std::size_t size() const { return m_size; }
    /// How long it takes until the trace begins anew; zero: all of it comes at one moment, and is not
    /// repeated.
    std::chrono::nanoseconds round() const;

private:
    std::chrono::nanoseconds offset();

    const Trace& m_trace;
    std::size_t m_size; // requests of a round: all, or as many as come in the time at that rate
    const Micros m_resolution;
    const Micros m_duration;
    double m_scale = 1;   // from the trace's time to ours
    double m_period = 0;  // of one round, in our nanoseconds
    double m_evenGap = 0; // likewise, between two requests where the trace has one moment only
    std::size_t m_round = 0;
    std::size_t m_next = 0;
    std::size_t m_moment = 0;    // the first request of the same moment as m_next
    std::size_t m_momentEnd = 0; // the first one of a later moment
};

/// What a replay is going to be.
struct ArrivalSums {
    std::uint64_t requests = 0;
    std::chrono::nanoseconds length{}; ///< until the last one
    double perSecond = 0;              ///< the mean; 0: all come at one moment
    std::uint64_t peak = 0;            ///< the most within any second
    std::uint64_t tokens = 0;          ///< that send at least one
};
/// Goes through them, but for rounds that are alike: a moment for millions.
ArrivalSums sumsOf(const Trace& trace, const Pace& pace);

} // namespace ratewarden
