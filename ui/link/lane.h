// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/guard.h"
#include "core/redis/open_server.h"
#include "ui/link/command_counter.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <variant>

namespace ratewarden::ui {

/// Why a piece of work came to nothing, for people.
struct Failure {
    enum class Kind {
        Unavailable, ///< Redis is unreachable; the same may work later
        Password,    ///< it wants a user and password, or others than were given
        Refused,     ///< this user may not
        Other        ///< also: the server is there, but takes no writes now
    };

    Kind kind = Kind::Other;
    QString message;
    bool uncertain = false; ///< a change may have been made all the same
};

/// What the error is to the window. A server that only takes no writes (a replica, one out of memory) is not
/// unreachable: it can be read.
Failure failureOf(const std::exception_ptr& error);

/// What became of a piece of work.
template <class R>
class Outcome {
public:
    explicit Outcome(R result) : m_value(std::move(result)) {}
    explicit Outcome(Failure failure) : m_value(std::move(failure)) {}

    const R* result() const { return std::get_if<R>(&m_value); }
    const Failure* failure() const { return std::get_if<Failure>(&m_value); }

private:
    std::variant<R, Failure> m_value;
};

/// A thread with a connection of its own to what stands at an endpoint. Work is posted from the GUI thread,
/// runs in order in the lane, and its outcome comes back to the GUI thread. Nothing in the GUI thread ever
/// waits for it, but the destructor, which cuts off what is running.
class Lane final : public QObject {
    Q_OBJECT

public:
    /// `guard`: of the server, shared with other lanes; null: everything passes.
    Lane(const QString& name, const Endpoint& endpoint, Timeouts timeouts, QObject* parent,
         std::shared_ptr<GuardState> guard = nullptr);
    ~Lane() override;

    /// Runs `job(Server&)` in the lane, then `then(const Outcome<R>&)` in the GUI thread, unless `asker`
    /// is gone by then. The job must bring along all it needs by value; errors it throws become the outcome's
    /// failure.
    template <class Job, class Then>
    void post(QObject* asker, Job job, Then then)
    {
        run(m_refusal, asker, std::move(job), std::move(then));
    }
    /// The same of `job()`, which needs no server: it is never refused.
    template <class Job, class Then>
    void compute(QObject* asker, Job job, Then then)
    {
        run(
            std::nullopt, asker, [job = std::move(job)](Server&) mutable { return job(); }, std::move(then));
    }

    /// Whatever is posted from now on fails for this reason, and nothing is sent.
    void refuse(const Failure& why) { m_refusal = why; }

    /// Lets go of a lane that may be waiting for a server: it ends when what was posted is done, and holds up
    /// nobody but the end of the program.
    static void retire(std::unique_ptr<Lane> lane);

    /// How much has been posted and not come back.
    std::size_t outstanding() const { return m_waiting.size(); }

    /// What it has sent so far.
    CommandCounts sent() const { return m_counter.counts(); }
    /// How long its round trips took since this was last called; see CommandCounter.
    std::vector<std::chrono::microseconds> takeRoundTrips() { return m_counter.takeRoundTrips(); }

private:
    using Job = std::function<std::shared_ptr<const void>(Server&)>;
    using Then = std::function<void(const void*)>;
    struct Waiting {
        QPointer<QObject> asker;
        Then then;
    };

    template <class Asked, class Told>
    void run(const std::optional<Failure>& refusal, QObject* asker, Asked job, Told then)
    {
        using R = std::invoke_result_t<Asked, Server&>;
        start(
            asker,
            [job = std::move(job), refusal](Server& server) mutable -> std::shared_ptr<const void> {
                try {
                    if (refusal)
                        return std::make_shared<const Outcome<R>>(*refusal);
                    return std::make_shared<const Outcome<R>>(job(server));
                } catch (...) {
                    return std::make_shared<const Outcome<R>>(failureOf(std::current_exception()));
                }
            },
            [then = std::move(then)](const void* outcome) {
                then(*static_cast<const Outcome<R>*>(outcome));
            });
    }
    void start(QObject* asker, Job job, Then then);
    void finish(quint64 id, const std::shared_ptr<const void>& outcome);

    QThread m_thread;
    QObject* m_worker; // lives in the thread; the jobs are posted to it
    const std::unique_ptr<Server> m_connection;
    CommandCounter m_counter{*m_connection};
    Guard m_server;
    std::atomic<bool> m_stopping = false;
    std::optional<Failure> m_refusal;
    // Askers and callbacks stay on this side; only a number goes along with the job.
    std::unordered_map<quint64, Waiting> m_waiting;
    quint64 m_lastId = 0;
};

} // namespace ratewarden::ui
