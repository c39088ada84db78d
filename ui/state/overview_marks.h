// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "core/formats/request_counts.h"
#include "core/policies/policy_store.h"
#include "core/watch/history.h"
#include "ui/histories/time_marks.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// A flag on the overview's chart, and what it is about; empty: none.
struct OverviewMark {
    TimeMark mark;
    std::string policy;
    std::string change{}; ///< its id in the audit trail; of several the last one's
};

/// What has happened on a server, for the overview's chart: the versions that came while this window looked,
/// and what others know of the time before, each once.
class OverviewMarks {
public:
    using Clock = std::chrono::steady_clock;

    /// The link is live, or cannot be reached, or neither. `when`: by this machine's clock.
    void noteLink(bool isLive, bool isUnreachable, Clock::time_point when);
    /// All policies, as they were read at a moment of the server's clock.
    void notePolicies(const PolicyBook& read, Instant at, Clock::time_point when);

    struct Known {
        std::span<const AuditEntry> trail{};  ///< the newest changes, the newest first
        std::span<const HistoryEvent> past{}; ///< changes that a watcher has noted, maybe the same
        std::vector<TimeMark> others{};
        Micros close = countSpan; ///< changes of tokens of one kind within that time are one mark
    };
    /// Since `oldest`, in the order of time.
    std::vector<OverviewMark> since(Instant oldest, const Known& known) const;

private:
    std::optional<std::map<std::string, std::int64_t>> m_versions; // as they were read last
    std::vector<OverviewMark> m_published;                         // that this window has seen
    bool m_isLost = false;
    Clock::time_point m_followedFrom{}; // who publishes before may be an outage's
};

} // namespace ratewarden::ui
