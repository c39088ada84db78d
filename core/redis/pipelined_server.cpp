// SPDX-License-Identifier: MIT
#include "core/redis/pipelined_server.h"

#include "core/model/errors.h"
#include "core/redis/pipelined_channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t mostConnections = 64;

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

/// What came of the commands of one run(), which the thread of one connection tells.
struct Gathering {
    std::span<Reply> replies;
    std::size_t left;
    std::shared_ptr<Parking> parking;
    std::vector<std::exception_ptr> failures = {};

    void take(std::size_t i, CallOutcome outcome)
    {
        if (outcome.failure)
            failures.push_back(std::move(outcome.failure));
        else
            replies[i] = std::move(outcome.reply);
        if (--left > 0)
            return;
        const std::shared_ptr<Parking> kept = parking; // this may be gone at once
        kept->release();
    }
};

/// Throws the first of them; its effect is None only if that of all commands is.
[[noreturn]] void throwFirst(const std::vector<std::exception_ptr>& failures, std::size_t commands)
{
    const auto mayHaveRun = [](const std::exception_ptr& failure) {
        try {
            std::rethrow_exception(failure);
        } catch (const Unavailable& error) {
            return error.effect() == Unavailable::Effect::Uncertain;
        } catch (const Error&) {
            return false;
        }
    };
    const bool nothingRan = failures.size() == commands && std::ranges::none_of(failures, mayHaveRun);
    try {
        std::rethrow_exception(failures.front());
    } catch (const Unavailable& error) {
        throw Unavailable(error, nothingRan ? Unavailable::Effect::None : Unavailable::Effect::Uncertain);
    }
}

} // namespace

PipelinedServer::PipelinedServer(const Endpoint& endpoint, const Options& options)
    : PipelinedServer([endpoint] { return endpoint; }, endpoint.text(), options)
{
}

PipelinedServer::PipelinedServer(const std::function<Endpoint()>& locate, std::string where,
                                 const Options& options)
    : m_where(std::move(where))
{
    if (options.connections < 1 || options.connections > mostConnections)
        throw InvalidArgument(fmt::format("a pipelined server takes 1 to {} connections", mostConnections));
    for (std::size_t i = 0; i < options.connections; ++i)
        m_channels.push_back(std::make_unique<PipelinedChannel>(
            PipelinedChannel::Settings{locate, m_where, options.timeouts, options.clientName,
                                       options.patience, options.mostOutstanding}));
}

PipelinedServer::~PipelinedServer()
{
    cancel(); // all of them before one is waited for
}

PipelinedChannel& PipelinedServer::nextChannel()
{
    return *m_channels[m_turn.fetch_add(1, std::memory_order_relaxed) % m_channels.size()];
}

void PipelinedServer::submit(Command command, OnOutcome done)
{
    PipelinedChannel::Call call{std::move(command), std::move(done)};
    nextChannel().submit({&call, 1});
}

void PipelinedServer::cancel()
{
    for (const auto& channel : m_channels)
        channel->stop();
}

void PipelinedServer::run(std::span<const Command> commands, std::span<Reply> replies)
{
    if (commands.empty())
        return;
    Gathering gathering{replies, commands.size(), Parking::ofThisThread()};
    const auto callOf = [&](std::size_t i) {
        return PipelinedChannel::Call{commands[i], [&gathering, i](CallOutcome outcome) {
                                          gathering.take(i, std::move(outcome));
                                      }};
    };
    if (commands.size() == 1) {
        PipelinedChannel::Call call = callOf(0);
        nextChannel().submit({&call, 1});
    } else {
        std::vector<PipelinedChannel::Call> calls;
        calls.reserve(commands.size());
        for (std::size_t i = 0; i < commands.size(); ++i)
            calls.push_back(callOf(i));
        nextChannel().submit(calls);
    }
    gathering.parking->wait();
    if (!gathering.failures.empty())
        throwFirst(gathering.failures, commands.size());
}

} // namespace ratewarden
