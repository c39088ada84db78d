// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/live_trial_run.h"

#include "core/redis/open_server.h"

#include <memory>

namespace ratewarden::ui {

LiveTrialRun::LiveTrialRun(QObject* parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
}

LiveTrialRun::~LiveTrialRun()
{
    m_stop.request_stop();
    m_thread.waitForDone();
}

void LiveTrialRun::start(const Endpoint& endpoint, const SharedTraffic& traffic, const Candidate& candidate,
                         const LiveTrialOptions& options, GuardLevel level)
{
    if (m_running)
        return;
    m_running = true;
    m_stop = {};
    m_state = {};
    // The destructor waits for the thread, so that this outlives it.
    m_thread.start([this, endpoint, traffic, candidate, options, level, stop = m_stop.get_token()] {
        const auto run = [&]() -> Outcome<LiveTrial> {
            try {
                const auto connection = openServer(endpoint, {}, "ratewarden-lab");
                Guard server(*connection, std::make_shared<GuardState>(level));
                return Outcome<LiveTrial>(
                    runLiveTrial(server, endpoint, traffic->trace, candidate, options, stop,
                                 [this](const LiveProgress& progress) { take(progress); }));
            } catch (...) {
                return Outcome<LiveTrial>(failureOf(std::current_exception()));
            }
        };
        const auto outcome = std::make_shared<const Outcome<LiveTrial>>(run());
        QMetaObject::invokeMethod(
            this,
            [this, outcome] {
                m_running = false;
                Q_EMIT finished(*outcome);
            },
            Qt::QueuedConnection);
    });
}

// In the trial's thread.
void LiveTrialRun::take(const LiveProgress& progress)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_state.progress = progress;
        m_state.progress.intervals = nullptr;
        m_state.intervals = *progress.intervals;
    }
    QMetaObject::invokeMethod(this, &LiveTrialRun::progressed, Qt::QueuedConnection);
}

LiveTrialRun::State LiveTrialRun::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

} // namespace ratewarden::ui
