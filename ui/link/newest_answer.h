// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/progress.h"
#include "ui/link/lane.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace ratewarden::ui {

/// What a computation in a thread shares with the window: whether it is to stop, and how far it is.
/// Thread-safe.
class Computation {
public:
    std::stop_token stopToken() const { return m_stop.get_token(); }
    void stop() { m_stop.request_stop(); }
    /// For a computation of core, which stops with this and reports here. This must outlive it.
    Progress progress()
    {
        return Progress(stopToken(), [this](double share) { report(share); });
    }
    /// 0 to 1; negative: not known.
    void report(double share) { m_share.store(share, std::memory_order_relaxed); }
    double share() const { return m_share.load(std::memory_order_relaxed); }

private:
    std::stop_source m_stop;
    std::atomic<double> m_share = -1;
};

/// Computes in a thread what is asked, one at a time. Only the newest question counts: it stops the one that
/// is being answered, and an answer that nobody waits for any more is dropped. Used in the GUI thread, which
/// never waits for it but in the destructor.
class NewestAnswer final : public QObject {
    Q_OBJECT

public:
    /// `threads`: those that it shares with others; null: one of its own.
    explicit NewestAnswer(QThreadPool* threads = nullptr);
    /// Stops it, and waits until its threads have nothing to do.
    ~NewestAnswer() override;

    /// Runs `compute(Computation&)` in a thread, then `then(const Outcome<R>&)` in the GUI thread, unless
    /// something else was asked meanwhile, or it was stopped. The question must bring along all it needs by
    /// value; errors it throws become the outcome's failure.
    template <class Compute, class Then>
    void ask(Compute compute, Then then)
    {
        using R = std::invoke_result_t<Compute, Computation&>;
        start({[compute = std::move(compute)](Computation& shared) mutable -> std::shared_ptr<const void> {
                   try {
                       return std::make_shared<const Outcome<R>>(compute(shared));
                   } catch (...) {
                       return std::make_shared<const Outcome<R>>(failureOf(std::current_exception()));
                   }
               },
               [then = std::move(then)](const void* outcome) {
                   then(*static_cast<const Outcome<R>*>(outcome));
               }});
    }

    /// Nobody waits for an answer any more.
    void stop();
    /// Somebody waits for one.
    bool isBusy() const { return m_then || m_next; }
    /// A thread is at it, be it only to stop.
    bool isRunning() const { return m_running != nullptr; }
    /// How far the answer is, 0 to 1; negative: not known, or nothing was asked.
    double share() const { return m_then && m_running ? m_running->share() : -1; }

Q_SIGNALS:
    /// Something was asked, stopped or has ended; before who asked is told.
    void changed();

private:
    using Then = std::function<void(const void*)>;
    struct Asked {
        std::function<std::shared_ptr<const void>(Computation&)> compute;
        Then then;
    };

    void start(Asked asked);
    void run(Asked asked);
    void finish(const void* outcome);

    std::shared_ptr<Computation> m_running;
    Then m_then;                 // of the one that runs; none: nobody waits for it
    std::optional<Asked> m_next; // as soon as the one that runs has stopped
    QThreadPool m_own;           // of one thread
    QThreadPool* m_threads;
};

} // namespace ratewarden::ui
