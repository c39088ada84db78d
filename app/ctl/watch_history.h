// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/admin/audit.h"
#include "core/watch/alert_file.h"
#include "core/watch/history.h"

#include <memory>
#include <optional>
#include <string>

namespace ratewarden::ctl {

/// What a watcher keeps, if its file of alerts says so. What cannot be written is said once, and does not
/// disturb the watch.
class WatchHistory {
public:
    explicit WatchHistory(const Terminal& terminal) : m_terminal(terminal) {}

    /// From now on in that file. Throws, as HistoryWriter does, before anything is changed.
    void use(const std::optional<AlertHistory>& history, Instant now);
    bool isKept() const { return m_writer != nullptr; }

    void keep(const HistoryRound& round);
    void keep(const HistoryEvent& event);
    /// What has been changed on the server since the last call, as its audit trail says. Throws Unavailable.
    void keepChanges(Server& server);

private:
    template <class Kept>
    void add(const Kept& kept);

    const Terminal& m_terminal;
    std::unique_ptr<HistoryWriter> m_writer;
    bool m_hasFault = false; ///< which has been said
    std::optional<Instant> m_changesSince;
    bool m_readsChanges = true; ///< this user may
};

} // namespace ratewarden::ctl
