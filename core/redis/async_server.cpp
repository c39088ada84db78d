// SPDX-License-Identifier: MIT
#include "core/redis/async_server.h"

#include "core/model/errors.h"
#include "core/redis/cluster_replies.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace ratewarden {
namespace {

using Effect = Unavailable::Effect;

/// Where a thread waits for the outcomes of its commands. Shared with who wakes it: the thread may have gone
/// on, and ended, before that is done.
class Parking {
public:
    static std::shared_ptr<Parking> ofThisThread()
    {
        thread_local const auto parking = std::make_shared<Parking>();
        return parking;
    }

    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_released.wait(lock, [this] { return m_isReleased; });
        m_isReleased = false;
    }
    void release()
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_isReleased = true;
        }
        m_released.notify_one();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_released;
    bool m_isReleased = false;
};

/// The Unavailable that it is; nothing: it is another error.
std::optional<Unavailable> unavailabilityOf(const std::exception_ptr& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (const Unavailable& error) {
        return error;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

/// What came of the commands of one call, which the threads of several connections may tell.
class Gathering {
public:
    explicit Gathering(std::span<Reply> replies) : m_replies(replies), m_left(replies.size()) {}

    /// True: it was the last one.
    bool take(std::size_t i, CallOutcome outcome)
    {
        if (outcome.failure) {
            const std::scoped_lock lock(m_mutex);
            m_failures.emplace_back(i, std::move(outcome.failure));
        } else {
            m_replies[i] = std::move(outcome.reply);
        }
        return m_left.fetch_sub(1, std::memory_order_acq_rel) == 1;
    }

    /// When all have come. Where nodes of a cluster failed and others have answered, error replies stand for
    /// theirs; else the first failure is thrown, and its effect is None only if that of all is.
    void settle()
    {
        if (m_failures.empty())
            return;
        std::vector<std::optional<Unavailable>> errors;
        for (const auto& [i, failure] : m_failures)
            errors.push_back(unavailabilityOf(failure));
        const bool isPart =
            m_failures.size() < m_replies.size() &&
            std::ranges::all_of(errors, [](const auto& error) { return error && error->isOfOneNode(); });
        if (isPart) {
            for (std::size_t k = 0; k < errors.size(); ++k)
                m_replies[m_failures[k].first] = replyOfLostNode(*errors[k]);
            return;
        }
        const bool nothingRan =
            m_failures.size() == m_replies.size() && std::ranges::all_of(errors, [](const auto& error) {
                return !error || error->effect() == Effect::None;
            });
        if (!errors.front())
            std::rethrow_exception(m_failures.front().second);
        throw Unavailable(*errors.front(), nothingRan ? Effect::None : Effect::Uncertain);
    }

private:
    const std::span<Reply> m_replies;
    std::atomic<std::size_t> m_left;
    std::mutex m_mutex; // of the failures
    std::vector<std::pair<std::size_t, std::exception_ptr>> m_failures;
};

} // namespace

std::exception_ptr ownFailure(const std::exception_ptr& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (const Unavailable& error) {
        if (!std::holds_alternative<Unavailable::Reason>(error.problem().code)) // made of a message
            return std::make_exception_ptr(Unavailable(error.what(), Effect::None, error.reason()));
        return std::make_exception_ptr(Unavailable(Problem(error.problem()), Effect::None));
    } catch (const Refused& error) {
        if (!std::holds_alternative<Refused::Reason>(error.problem().code))
            return std::make_exception_ptr(Refused(error.what(), error.reason(), error.missing()));
        return std::make_exception_ptr(Refused(Problem(error.problem()), error.missing()));
    } catch (const InvalidArgument& error) {
        return std::make_exception_ptr(InvalidArgument(Problem(error.problem())));
    } catch (const Error& error) {
        return std::make_exception_ptr(ReplyError(Problem(error.problem())));
    } catch (const std::exception& error) {
        return std::make_exception_ptr(Unavailable(error.what(), Effect::None));
    } catch (...) {
        return std::make_exception_ptr(Unavailable("cannot connect", Effect::None));
    }
}

void AsyncServer::submit(Command command, OnOutcome done)
{
    AsyncCall call{std::move(command), std::move(done)};
    submitAll({&call, 1});
}

void AsyncServer::submitPipeline(std::vector<Command> commands, OnReplies done)
{
    struct Pending {
        Pending(std::size_t count, OnReplies then) : replies(count), done(std::move(then)) {}

        void finish()
        {
            std::exception_ptr failure;
            try {
                gathering.settle();
            } catch (...) {
                failure = std::current_exception();
            }
            done(std::move(replies), std::move(failure));
        }

        std::vector<Reply> replies;
        OnReplies done;
        Gathering gathering{replies};
    };
    if (commands.empty()) {
        done({}, nullptr);
        return;
    }
    const auto pending = std::make_shared<Pending>(commands.size(), std::move(done));
    std::vector<AsyncCall> calls;
    calls.reserve(commands.size());
    for (std::size_t i = 0; i < commands.size(); ++i)
        calls.push_back({std::move(commands[i]), [pending, i](CallOutcome outcome) {
                             if (pending->gathering.take(i, std::move(outcome)))
                                 pending->finish();
                         }});
    submitAll(calls);
}

void AsyncServer::run(std::span<const Command> commands, std::span<Reply> replies)
{
    struct Waiting {
        Gathering gathering;
        std::shared_ptr<Parking> parking;
    };
    if (commands.empty())
        return;
    Waiting waiting{Gathering(replies), Parking::ofThisThread()};
    const auto callOf = [&](std::size_t i) {
        return AsyncCall{commands[i], [&waiting, i](CallOutcome outcome) {
                             const std::shared_ptr<Parking> parking = waiting.parking;
                             if (waiting.gathering.take(i, std::move(outcome)))
                                 parking->release(); // after which `waiting` may be gone
                         }};
    };
    if (commands.size() == 1) {
        AsyncCall call = callOf(0);
        submitAll({&call, 1});
    } else {
        std::vector<AsyncCall> calls;
        calls.reserve(commands.size());
        for (std::size_t i = 0; i < commands.size(); ++i)
            calls.push_back(callOf(i));
        submitAll(calls);
    }
    waiting.parking->wait();
    waiting.gathering.settle();
}

} // namespace ratewarden
