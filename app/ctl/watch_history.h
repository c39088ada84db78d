// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/admin/audit.h"
#include "core/model/errors.h"
#include "core/watch/alert_file.h"
#include "core/watch/history.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace ratewarden::ctl {

/// What a watcher keeps, if its file of alerts says so. What cannot be written is said once, and does not
/// disturb the watch: a file that cannot be opened for now is tried again.
class WatchHistory {
public:
    explicit WatchHistory(const Terminal& terminal) : m_terminal(terminal) {}

    /// From now on in that file. Throws InvalidArgument, as HistoryWriter does, before anything is changed.
    void use(const std::optional<AlertHistory>& history, Instant now);
    bool isKept() const { return m_writer || m_wanted; }

    void keep(const HistoryRound& round);
    void keep(const HistoryEvent& event);
    /// What has been changed on the server since the last call, as its audit trail says. Throws Unavailable.
    void keepChanges(Server& server);

private:
    using Clock = std::chrono::steady_clock;

    template <class Kept>
    void add(const Kept& kept);
    void openAgain();
    void sayOnce(const Error& error);

    const Terminal& m_terminal;
    std::unique_ptr<HistoryWriter> m_writer;
    std::optional<AlertHistory> m_wanted; ///< a file that cannot be opened for now
    Instant m_wantedSince{};
    Clock::time_point m_nextTry{};
    bool m_hasFault = false; ///< which has been said
    std::optional<Instant> m_changesSince;
    bool m_readsChanges = true; ///< this user may
};

} // namespace ratewarden::ctl
