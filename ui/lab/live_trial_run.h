// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab_work.h"
#include "core/lab/live_trial.h"
#include "ui/link/lane.h"

#include <QObject>
#include <QThreadPool>

#include <mutex>
#include <stop_token>
#include <vector>

namespace ratewarden::ui {

/// Runs live trials, one at a time, in a thread and over connections of their own. Used in the GUI thread,
/// which never waits for it but in the destructor.
class LiveTrialRun final : public QObject {
    Q_OBJECT

public:
    /// What is known while it runs.
    struct State {
        LiveProgress progress; ///< `intervals` is null; see below
        std::vector<LiveInterval> intervals;
    };

    explicit LiveTrialRun(QObject* parent = nullptr);
    /// Stops it, and waits until it has removed its keys: a few seconds where the server does not answer.
    ~LiveTrialRun() override;

    /// Only while none runs. `level`: refused at ReadOnly. A trial that has begun goes on at another level,
    /// as it has keys to remove.
    void start(const Endpoint& endpoint, const SharedTraffic& traffic, const Candidate& candidate,
               const LiveTrialOptions& options, GuardLevel level = GuardLevel::Free);
    /// It sends nothing more, removes its keys, and finishes with what there is.
    void stop() { m_stop.request_stop(); }
    bool isRunning() const { return m_running; }
    bool isStopping() const { return m_running && m_stop.stop_requested(); }
    State state() const;

Q_SIGNALS:
    void progressed();
    void finished(const ratewarden::ui::Outcome<ratewarden::LiveTrial>& outcome);

private:
    void take(const LiveProgress& progress);

    bool m_running = false;
    std::stop_source m_stop;
    mutable std::mutex m_mutex; // over m_state
    State m_state;
    QThreadPool m_thread;
};

} // namespace ratewarden::ui
