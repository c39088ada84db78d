// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/boot_clock.h"
#include "core/watch/alert_round.h"
#include "core/watch/finding_events.h"
#include "core/watch/history.h"
#include "ui/tokens/token_scan.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ratewarden::ui {

class Session;

/// Keeps what the session reads of its tokens, round after round, in a history of this machine, as a watcher
/// does, if the operator wants that. Nothing more is asked of the server for it but the newest changes of the
/// audit trail. It is written in a thread.
class HistoryKeeper final : public QObject {
    Q_OBJECT

public:
    explicit HistoryKeeper(Session& session);

    /// From now on, or no longer; what was kept stays.
    void setKeeping(bool keeps);
    bool isKeeping() const { return m_book != nullptr; }
    /// The server's file, whether or not it is there.
    QString path() const;
    /// Why something was not kept; empty: all was.
    const QString& problem() const { return m_problem; }

Q_SIGNALS:
    /// It keeps or does not, or another problem().
    void changed();

private:
    /// What only the thread knows.
    struct Book;
    using Alerts = std::shared_ptr<const std::vector<Alert>>;

    Instant now() const;
    /// `writes`: that it succeeds ends a problem().
    void run(std::function<void(Book&)> job, bool writes = true);
    void beginRound();
    void take(const Readings& readings);
    void endRound();
    void noteGap(FigureDoubt why);
    Instant firstChange() const;
    void noteChanges();
    void noteFindings();
    /// Those that are there and that nobody has dismissed.
    std::vector<Finding> findingsThere() const;
    /// Why there may be more of them.
    FigureDoubt missingFindings() const;
    ServerFigures figures();

    Session& m_session;
    const BootClock::time_point m_start = BootClock::now();
    const Instant m_startTime;
    std::shared_ptr<Book> m_book; // null: nothing is kept
    ServerMeter m_server;
    bool m_isInRound = false;
    bool m_isWatching = false; // neither paused nor without a server
    std::optional<Instant> m_changesSince;
    Instant m_lastChangeEnds{}; // of those that are kept
    FindingEvents m_findings;   // those that are in the history
    QString m_problem;
    int m_waiting = 0;    // jobs that are not done
    QThreadPool m_thread; // last: of one thread, which is awaited
};

} // namespace ratewarden::ui
