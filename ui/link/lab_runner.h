// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/progress.h"
#include "ui/link/lane.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace ratewarden::ui {

/// What a job of the lab shares with the window: whether it is to stop, and how far it is. Thread-safe.
class LabJob {
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

/// Runs what the lab reads and computes in threads of its own. Of each kind of question only the newest
/// counts: a new one stops the one that is being answered, and an answer that nobody waits for any more is
/// dropped. Used in the GUI thread, which never waits for it but in the destructor.
class LabRunner final : public QObject {
    Q_OBJECT

public:
    /// What can be asked; each kind is answered one at a time.
    enum class Question {
        Traffic,
        Edits,
        Peaks,
        Effect,
        Bursts,
        Trials,
        WhatIf,
        Expectations,
        Bars,
        TokenLines,
        Explanation,
        Envelopes,
        Ask,
        Report,
        Saving
    };
    Q_ENUM(Question)
    static constexpr std::size_t questionCount = 15;

    explicit LabRunner(QObject* parent = nullptr);
    /// Stops all, and waits until it has stopped.
    ~LabRunner() override;

    /// Runs `job(LabJob&)` in a thread, then `then(const Outcome<R>&)` in the GUI thread, unless something
    /// else of that kind was asked meanwhile, or it was stopped. The job must bring along all it needs by
    /// value; errors it throws become the outcome's failure.
    template <class Job, class Then>
    void ask(Question question, Job job, Then then)
    {
        using R = std::invoke_result_t<Job, LabJob&>;
        start(
            question,
            [job = std::move(job)](LabJob& shared) mutable -> std::shared_ptr<const void> {
                try {
                    return std::make_shared<const Outcome<R>>(job(shared));
                } catch (...) {
                    return std::make_shared<const Outcome<R>>(failureOf(std::current_exception()));
                }
            },
            [then = std::move(then)](const void* outcome) {
                then(*static_cast<const Outcome<R>*>(outcome));
            });
    }

    /// Nobody waits for an answer any more.
    void stop(Question question);
    bool isBusy(Question question) const;
    /// How far the answer is, 0 to 1; negative: not known, or nothing was asked.
    double share(Question question) const;

Q_SIGNALS:
    /// Something began, ended, or came further.
    void progressed();

private:
    using Job = std::function<std::shared_ptr<const void>(LabJob&)>;
    using Then = std::function<void(const void*)>;
    struct Asked {
        Job job;
        Then then;
    };
    struct Slot {
        std::shared_ptr<LabJob> running;
        Then then;                 ///< of the one that runs; none: nobody waits for it
        std::optional<Asked> next; ///< as soon as the one that runs has stopped
    };

    void start(Question question, Job job, Then then);
    void run(Question question, Asked asked);
    void finish(Question question, const std::shared_ptr<const void>& outcome);
    Slot& slot(Question question) { return m_slots.at(std::size_t(question)); }
    const Slot& slot(Question question) const { return m_slots.at(std::size_t(question)); }
    void watch();

    std::array<Slot, questionCount> m_slots;
    QTimer m_watch;
    QThreadPool m_threads;
};

} // namespace ratewarden::ui
