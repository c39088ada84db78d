// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time_range.h"
#include "core/model/units.h"

#include <optional>
#include <span>

namespace ratewarden {

/// Requests at one moment of a time line, or counted from it on.
struct AreaRequests {
    Instant at{};
    Units allowed = 0;
    Units denied = 0;
    std::optional<std::size_t> rule; ///< that denied them, as a number of the caller's; empty: not known
};

/// What is in an area of a time line.
struct AreaSummary {
    Units allowed = 0;
    Units denied = 0;
    std::optional<std::size_t> rule; ///< that denied all of them; empty: several did, or it is not known
    Units most = 0;                  ///< requests, allowed or not, in any span of the window's length
    Micros longestGap{};             ///< between two neighbors; zero with fewer than two

    Units requests() const { return allowed + denied; }
    friend bool operator==(const AreaSummary&, const AreaSummary&) = default;
};

/// `requests` are in order of time; those with neither allowed nor denied requests are passed over. A span of
/// the window is half-open: two requests that are exactly `window` apart are never in one, as for a rule.
AreaSummary summaryOf(std::span<const AreaRequests> requests, const TimeRange& area, Micros window);

} // namespace ratewarden
