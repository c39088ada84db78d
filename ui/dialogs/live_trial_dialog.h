// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/live_trial_run.h"

#include <QDialog>
#include <QTimer>

#include <array>

class QCheckBox;
class QPushButton;
class QSpinBox;

namespace ratewarden::ui {

class Banner;
class LatencyChart;
class PlainLabel;
class Session;

/// Tries a candidate on the server of the session with the traffic of the lab, at a chosen pace: says what it
/// is going to cost before it begins, shows latencies while it runs, and that its keys are gone at the end.
/// Closed while it runs, it stops, and goes when the keys are removed.
class LiveTrialDialog final : public QDialog {
    Q_OBJECT

public:
    LiveTrialDialog(Session& session, SharedTraffic traffic, const Candidate& candidate, QWidget* parent);

    bool isRunning() const { return m_run.isRunning(); }
    QString problem() const;
    QString estimate() const;
    QString result() const;
    void reject() override;

Q_SIGNALS:
    /// A trial that was closed has ended; a sentence.
    void ended(const QString& sentence);

private:
    enum Figure { Sent, Late, Dropped, Denied, Median, Percentile99, Longest, FigureCount };

    QWidget* makePace();
    QWidget* makeFigures();
    QWidget* makeButtons();
    LiveTrialOptions options() const;
    void askEstimate();
    void takeEstimate(const Outcome<LiveTrialEstimate>& outcome);
    void startOrStop();
    void showProgress();
    void finish(const Outcome<LiveTrial>& outcome);
    void showFigures(const LiveCounts& counts, Micros median, Micros p99, Micros longest);
    void update();

    Session& m_session;
    const SharedTraffic m_traffic;
    const Candidate m_candidate;
    int m_asked = 0; // estimates; only the newest counts
    bool m_known = false;
    QString m_cost; // as estimated last
    std::vector<LiveConcern> m_concerns;
    QString m_failure;      // of the last trial, until the next one
    bool m_closing = false; // goes as soon as its keys are removed
    QTimer m_settles;

    Banner* m_banner;
    QSpinBox* m_rate;
    QSpinBox* m_seconds;
    QSpinBox* m_connections;
    PlainLabel* m_estimate;
    QCheckBox* m_force;
    std::array<PlainLabel*, FigureCount> m_figures{};
    LatencyChart* m_chart;
    PlainLabel* m_result;
    QPushButton* m_start;
    QPushButton* m_close;
    LiveTrialRun m_run; // last: it is stopped first
};

} // namespace ratewarden::ui
