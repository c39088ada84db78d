// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "ui/link/overview_history.h"
#include "ui/link/session.h"

#include <QThreadPool>
#include <QTimer>

namespace ratewarden::ui {

/// Gathers what the overview shows from what the session reads anyway. It adds up all rows in a thread of its
/// own. While it is shown, all tokens are read again every ten seconds if the load budget allows, those that
/// are named at the interval of what is on screen, and the audit trail now and then.
class OverviewFeed final : public QObject {
    Q_OBJECT

public:
    /// The session must outlive it.
    explicit OverviewFeed(Session& session, QObject* parent = nullptr);
    ~OverviewFeed() override;

    /// Whether anybody looks at it.
    void setShown(bool shown);

    /// Whether all tokens were read once: before, the numbers grow.
    bool complete() const { return m_session.everScanned(); }
    const OverviewNumbers& numbers() const { return m_numbers; }
    /// When they were made, by the server's clock; the moment 0: never yet.
    Instant at() const { return m_at; }
    /// Since when all tokens were read again; the moment 0: never yet.
    Instant readSince() const { return m_totals.wholeUntil(); }
    const OverviewHistory& history() const { return m_history; }
    RequestFlow flow() const;
    std::vector<LimitedWatch::Entry> newlyLimited() const;
    /// The last changes, the newest first; null: not read yet.
    const std::shared_ptr<const AuditList>& changes() const { return m_changes; }
    /// Why they could not be read; empty: they could.
    const QString& changesProblem() const { return m_changesProblem; }
    /// The longest round trip of the last ten minutes, as far as was measured; empty: none was.
    std::optional<std::chrono::microseconds> longestLatency() const;

Q_SIGNALS:
    void changed();
    void changesRead();

private:
    void add(const Readings& readings);
    void compute();
    void take(OverviewNumbers numbers, Instant at, std::chrono::steady_clock::duration took);
    void readChanges();
    void noteLatency();
    void look();

    Session& m_session;
    bool m_shown = false;
    OverviewNumbers m_numbers;
    Instant m_at{};
    OverviewHistory m_history;
    RequestTotals m_totals;
    LimitedWatch m_limited;
    std::shared_ptr<const AuditList> m_changes;
    QString m_changesProblem;
    bool m_readingChanges = false;
    bool m_changesStale = false;
    std::map<Instant, std::chrono::microseconds> m_latencies;
    std::chrono::milliseconds m_usualRound{};
    std::chrono::steady_clock::time_point m_notBefore{}; // the next sum
    QTimer m_ticks;
    QTimer m_audits;
    QThreadPool m_worker;                           // of one thread
    std::shared_ptr<std::atomic<bool>> m_cancelled; // of what is computed; null: nothing is
};

} // namespace ratewarden::ui
