// SPDX-License-Identifier: MIT
#pragma once

#include "core/watch/finding.h"
#include "core/watch/history.h"

#include <map>
#include <vector>

namespace ratewarden {

/// Which findings come and which go, from look to look.
class FindingEvents {
public:
    struct Event {
        Finding finding;
        bool isGone = false; ///< else it was found
    };

    /// `open`: what is there and is not dismissed. `isAll`: what is not among them is not there.
    std::vector<Event> take(const std::vector<Finding>& open, bool isAll);
    /// Those that were found and are not gone.
    const std::map<FindingName, Finding>& there() const { return m_there; }

private:
    std::map<FindingName, Finding> m_there;
};

/// "found", "gone".
std::string_view nameOf(const FindingEvents::Event& event);
/// "stale-lock (warning), vendor:x, 1 token".
std::string textOf(const FindingEvents::Event& event);
HistoryEvent historyEventOf(const FindingEvents::Event& event, Instant at);

} // namespace ratewarden
