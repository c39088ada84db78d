// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "core/model/block.h"
#include "core/model/override.h"
#include "core/watch/server_events.h"

#include <QString>

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// This machine's estimate of the server's clock may be off by a little.
inline constexpr Micros clocksDiffer = std::chrono::seconds(1);

/// Something that changed how a token is limited, or may have: a flag on the time line.
struct TimeMark {
    enum class Kind {
        Published,
        OverrideSet,
        OverrideLifted,
        Blocked,
        Unblocked,
        Reset,
        Changed, ///< otherwise, by somebody
        Noted,   ///< what happened outside: AuditTrail::mark()
        Fired,   ///< an alert, as the history of a watcher has it
        // See ServerEvent, in its order.
        Evicted,
        ScriptsFlushed,
        ClockStep,
        Restarted,
        Named ///< by the operator, in this window: `text` is the name; see Moments
    };

    Instant at{};
    Kind kind = Kind::Published;
    QString text; ///< details for the tooltip; foreign parts as shown() gives them
    /// Set when nobody saw the change itself: it came after this moment, and `at` is the reading that saw it.
    std::optional<Instant> after;
    QString node{}; ///< of a cluster, to which it happened; empty: not to one of several

    friend bool operator==(const TimeMark&, const TimeMark&) = default;
};

/// Where a block or an override says that it was made, by whom, and why.
TimeMark markOf(const Block& block);
TimeMark markOf(const Override& own);
/// When a change of the audit trail was made, of what kind it is, by whom, and why.
TimeMark markOf(const AuditEntry& change);
TimeMark markOf(const ServerEvent& event);
TimeMark::Kind kindOf(ServerEvent::Kind kind);
/// Of an act as the audit trail names it.
TimeMark::Kind kindOfAct(std::string_view act);

/// "policy", "override", "lifted", "blocked", "unblocked", "reset", "change", "mark", "alert", "evicted",
/// "scripts flushed", "clock", "restart", "moment": as short as a flag has to be.
QString markName(TimeMark::Kind kind);

/// What is written at its flag: the same, or the name that the operator gave it, shortened.
QString flagName(const TimeMark& mark);

/// The node and the details; empty: there are none.
QString detailsOf(const TimeMark& mark);

/// "14:02:11 blocked: by ops, scraping"; where only a reading saw it, between which two moments it came.
QString markText(const TimeMark& mark);

/// Adds a mark, in the order of time. What is known from two sides (this window made the change, and a
/// reading saw it) stays one mark: the more exact one.
void addMark(std::vector<TimeMark>& marks, TimeMark mark);

} // namespace ratewarden::ui
