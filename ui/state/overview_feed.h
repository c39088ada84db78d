// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/newest_answer.h"
#include "ui/link/round_trips.h"
#include "ui/state/investigation.h"
#include "ui/state/on_screen.h"
#include "ui/state/overview_history.h"
#include "ui/state/overview_marks.h"
#include "ui/tokens/request_totals.h"

#include <QTimer>

namespace ratewarden::ui {

/// Gathers what the overview shows from what the session reads anyway. It adds up all rows in a thread of its
/// own. While it is shown, all tokens are read again every ten seconds if the load budget allows, those that
/// are named at the interval of what is on screen, and the newest changes as AuditDesk says.
class OverviewFeed final : public QObject {
    Q_OBJECT

public:
    explicit OverviewFeed(Session& session);

    /// Whether anybody looks at it.
    void setShown(bool shown);

    /// What was gathered in another window, which showed as much; the rows are added up here.
    void put(const OverviewHistory& history, const std::vector<LimitedWatch::Entry>& newlyLimited,
             Micros reach);
    /// What is shown of the history; empty: the last ten minutes are.
    std::optional<Investigation::Past> recordedPast() const;

    /// Whether all tokens were read once: before, the numbers grow.
    bool complete() const { return m_session.everScanned(); }
    const OverviewNumbers& numbers() const { return m_numbers; }
    /// The same, with the rates and the tokens named by them as they were in what is known of the marked
    /// stretch, if there is one.
    OverviewNumbers numbersOfStretch() const;
    /// When they were made, by the server's clock; the moment 0: never yet.
    Instant at() const { return m_at; }
    const OverviewHistory& history() const { return m_history; }
    /// What recent() is counted from.
    const RequestTotals& shownTotals() const;
    /// All policies, as they were read.
    void notePolicies(const PolicyBook& read);
    /// The last ten minutes as they are counted; while paused, as it was when that began.
    RequestFlow recent() const;
    /// The same, or what the history has as far back as setReach() says.
    RequestFlow flow() const { return showsPast() ? m_past : recent(); }
    /// How far back flow() goes: beyond ten minutes, as the history of the file of alerts has it.
    void setReach(Micros reach);
    Micros reach() const { return m_reach; }
    bool showsPast() const { return m_reach > countsReach; }
    /// What was changed in that time, as the history has it.
    const std::vector<HistoryEvent>& pastChanges() const { return m_pastChanges; }
    /// Why the history could not be read; empty: it could, or is not read yet.
    const QString& pastProblem() const { return m_pastProblem; }
    /// What has happened in that time, as far as anybody knows.
    std::vector<OverviewMark> marks() const;
    /// How many requests have been counted since, up to the last whole ten seconds; empty: too many tokens
    /// have requests to read them in between.
    std::optional<Units> newer() const;
    /// Of the marked stretch, else of the last ten minutes.
    std::vector<LimitedWatch::Entry> newlyLimited() const;
    /// The stretch of what is shown that the operator has marked; empty: none.
    const std::optional<TimeRange>& stretch() const { return m_stretch; }
    void setStretch(const std::optional<TimeRange>& stretch);
    /// Of the round trips in which this window reads what is on screen.
    RoundTrips::Summary roundTrips() const { return m_roundTrips.summary(); }

Q_SIGNALS:
    void changed();

private:
    void add(const Readings& readings);
    void noteGap();
    void holdOrShow();
    void collect();
    std::vector<OverviewNumbers::Token> mostIn(const TimeRange& known, Units RequestCount::*requests) const;
    void compute();
    void take(OverviewNumbers numbers, Instant at, std::chrono::steady_clock::duration took);
    void noteRoundTrips();
    void look();
    void readPast();
    void showRecordedPast(const Investigation& recorded);
    void forgetPast();
    OverviewMarks::Known knownMarks() const;
    void tellMarks();

    Session& m_session;
    OnScreen m_onScreen{m_session};
    bool m_shown = false;
    OverviewNumbers m_numbers;
    Instant m_at{};
    bool m_knowsBefore = false;  // all tokens were read, and nothing has come between since
    bool m_roundIsWhole = false; // likewise since the round under way began
    OverviewHistory m_history;
    PolicyRanks m_ranks;
    LimitedWatch m_limited;
    OverviewMarks m_marks;
    std::optional<TimeRange> m_stretch;
    RoundTrips m_roundTrips;
    std::optional<RequestFlow> m_held; // while paused
    std::optional<RequestTotals> m_heldTotals;
    Instant m_collectedTo{};
    Units m_newer = 0;
    std::chrono::steady_clock::time_point m_notBefore{}; // the next sum
    QTimer m_ticks;
    Micros m_reach = countsReach;
    RequestFlow m_past;
    std::string m_pastFile; // which it is of
    std::vector<HistoryEvent> m_pastChanges;
    QString m_pastProblem;
    QTimer m_pastAgain;
    NewestAnswer m_pastReading; // last: what they run is stopped first
    NewestAnswer m_sum;
};

} // namespace ratewarden::ui
