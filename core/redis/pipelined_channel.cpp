// SPDX-License-Identifier: MIT
#include "core/redis/pipelined_channel.h"

#include "core/redis/stream_wait.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
using Clock = Stream::Clock;

} // namespace

PipelinedChannel::Bell::Bell()
{
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::system_error(systemError(errno), "socketpair");
    m_near = std::make_unique<Socket>(Descriptor(ends[0]), 1ms);
    m_far = std::make_unique<Socket>(Descriptor(ends[1]), 1ms);
}

std::size_t PipelinedChannel::Bell::hear()
{
    std::array<char, 64> rings{};
    return m_far->read(rings, {}).count;
}

PipelinedChannel::PipelinedChannel(Settings settings) : m_settings(std::move(settings))
{
    m_thread = std::thread([this] { work(); });
}

PipelinedChannel::~PipelinedChannel()
{
    join();
}

Unavailable PipelinedChannel::refusal(std::string_view title) const
{
    return {Problem(Unavailable::Reason::Cancelled, title, m_settings.where), Effect::None};
}

template <class Change>
void PipelinedChannel::tell(Change change)
{
    bool asleep = false;
    {
        const std::scoped_lock lock(m_mutex);
        if (change())
            asleep = std::exchange(m_asleep, false);
    }
    if (asleep)
        m_bell.ring();
}

void PipelinedChannel::submit(std::span<AsyncCall> calls)
{
    if (calls.empty())
        return;
    const auto deadline = Clock::now() + m_settings.patience;
    tell([&] {
        if (m_stopping)
            throw refusal(calls.front().command.title());
        if (m_outstanding + calls.size() > m_settings.mostOutstanding)
            throw Unavailable(
                Problem(Unavailable::Reason::Other, calls.front().command.title(), m_settings.where,
                        fmt::format("{} commands are outstanding already", m_outstanding.load())),
                Effect::None);
        for (AsyncCall& call : calls)
            m_submitted.push_back({std::move(call.command), std::move(call.done), deadline});
        m_outstanding += calls.size();
        return true;
    });
}

void PipelinedChannel::callAfter(std::chrono::microseconds time, std::function<void()> function)
{
    constexpr auto longest = std::chrono::hours(24 * 366);
    const auto at = Clock::now() + std::min<std::chrono::microseconds>(time, longest);
    tell([&] {
        if (m_stopping)
            throw refusal("a timer");
        const auto added = m_timers.emplace(at, std::move(function)); // first: it may be what begin() is then
        return added == m_timers.begin();
    });
}

void PipelinedChannel::leaveAllBut(const HostPort& primary)
{
    tell([&] {
        m_announced = primary;
        return true;
    });
}

void PipelinedChannel::stop()
{
    tell([this] { return m_stopping = true; });
}

void PipelinedChannel::join()
{
    stop();
    if (m_thread.joinable())
        m_thread.join();
}

void PipelinedChannel::work()
{
    while (takeSubmitted()) {
        try {
            step();
            sleep();
        } catch (const Unavailable& error) { // of m_pipe
            lose(error.problem(), m_hasServed);
        } catch (const std::exception& error) { // no memory, no thread
            abandon(Problem(Unavailable::Reason::Other, "", m_settings.where, error.what()));
        }
    }
    abandon(Problem(Unavailable::Reason::Cancelled, "", m_settings.where));
    callDue(Clock::time_point::max());
    if (m_dialler.joinable())
        m_dialler.join();
}

/// False when the channel is to stop.
bool PipelinedChannel::takeSubmitted()
{
    bool stopping = false;
    {
        const std::scoped_lock lock(m_mutex);
        m_taken.swap(m_submitted);
        if (m_announced)
            m_primary = std::exchange(m_announced, {});
        stopping = m_stopping;
    }
    std::ranges::move(m_taken, std::back_inserter(m_waiting));
    m_taken.clear();
    return !stopping;
}

void PipelinedChannel::step()
{
    callDue(Clock::now());
    if (m_dialler.joinable())
        takeDialled();
    leaveFormer();
    if (m_pipe && !m_sent.empty())
        receive();
    expire();
    send();
}

void PipelinedChannel::callDue(Stream::Deadline until)
{
    while (true) {
        std::function<void()> function;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_timers.empty() || m_timers.begin()->first > until)
                return;
            function = std::move(m_timers.begin()->second);
            m_timers.erase(m_timers.begin());
        }
        function();
    }
}

/// Unless it is being connected to: then that comes first.
void PipelinedChannel::leaveFormer()
{
    if (!m_primary || m_dialler.joinable())
        return;
    const HostPort primary = *std::exchange(m_primary, {});
    if (!m_pipe || m_at == primary)
        return;
    const std::string title(m_sent.empty() ? "" : m_sent.front().command.title());
    lose(Problem(Unavailable::Reason::PrimaryChanged, title, m_settings.where,
                 "another server has become the primary"),
         true);
}

void PipelinedChannel::sleep()
{
    Stream::Deadline deadline = Clock::now() + 1h;
    for (const auto* const calls : {&m_sent, &m_waiting})
        if (!calls->empty())
            deadline = std::min(deadline, calls->front().deadline);
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_submitted.empty() || m_stopping || m_dialled || m_announced)
            return;
        if (!m_timers.empty())
            deadline = std::min(deadline, m_timers.begin()->first);
        m_asleep = true;
    }
    std::array<Awaited, 2> awaited{Awaited{m_bell.stream()}, Awaited{}};
    const bool awaitsReplies = m_pipe && !m_sent.empty();
    if (awaitsReplies)
        awaited[1] = m_pipe->awaited();
    waitForAny(std::span(awaited).first(awaitsReplies ? 2 : 1), deadline);
    {
        const std::scoped_lock lock(m_mutex);
        m_unheard += std::exchange(m_asleep, false) ? 0 : 1;
    }
    if (m_unheard > 0) // who rings does so after it has said that it will
        m_unheard -= m_bell.hear();
}

/// Connecting takes a thread of its own, so that no call waits beyond its deadline.
void PipelinedChannel::dial()
{
    m_dialler = std::thread([this] {
        Dialled dialled;
        try {
            const Endpoint endpoint = m_settings.locate();
            dialled.at = {endpoint.host, endpoint.port};
            dialled.pipe =
                std::make_unique<PipelinedConnection>(endpoint, m_settings.timeouts, m_settings.clientName);
        } catch (...) {
            dialled.failure = std::current_exception();
        }
        tell([&] {
            m_dialled = std::move(dialled);
            return true;
        });
    });
}

void PipelinedChannel::takeDialled()
{
    Dialled dialled;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_dialled)
            return;
        dialled = std::move(*m_dialled);
        m_dialled.reset();
    }
    m_dialler.join();
    m_pipe = std::move(dialled.pipe);
    m_at = dialled.at;
    m_hasServed = m_isRetiring = false;
    m_lastUse = Clock::now();
    if (m_pipe)
        return;
    for (Call& call : std::exchange(m_waiting, {}))
        complete(call, {{}, ownFailure(dialled.failure)});
}

void PipelinedChannel::receive()
{
    m_pipe->receive([this](Reply reply) { take(std::move(reply)); });
    resend();
}

/// What lacked its script, or was refused by a replica, goes first: it has waited for the longest.
void PipelinedChannel::resend()
{
    if (m_again.empty())
        return;
    std::set<const Script*> sent;
    for (Call& call : m_again)
        if (sent.insert(call.command.script()).second)
            call.command = call.command.withScriptText();
    m_waiting.insert(m_waiting.begin(), std::make_move_iterator(m_again.begin()),
                     std::make_move_iterator(m_again.end()));
    m_again.clear();
}

void PipelinedChannel::take(Reply reply)
{
    if (m_sent.size() <= m_pipe->unsent())
        throw Unavailable("the server answered what was not asked", Effect::Uncertain);
    m_hasServed = true;
    Call call = std::move(m_sent.front());
    m_sent.pop_front();
    const std::string_view error = reply.view().errorText();
    if (error.starts_with("NOSCRIPT") && call.command.script() != nullptr) {
        m_again.push_back(std::move(call));
        return;
    }
    if (error.starts_with("READONLY")) {
        m_isRetiring = true; // demoted: the name may lead to the new primary by now
        if (m_settings.followsPrimary && !std::exchange(call.isRefused, true)) {
            m_again.push_back(std::move(call));
            return;
        }
    }
    complete(call, {std::move(reply)});
}

void PipelinedChannel::expire()
{
    const auto now = Clock::now();
    const auto late = [&](const Call& call) {
        return Problem(Unavailable::Reason::TimedOut, call.command.title(), m_settings.where,
                       m_settings.patience.count());
    };
    while (!m_waiting.empty() && m_waiting.front().deadline <= now) {
        fail(m_waiting.front(), late(m_waiting.front()), Effect::None);
        m_waiting.pop_front();
    }
    if (!m_sent.empty() && m_sent.front().deadline <= now)
        lose(late(m_sent.front()), false);
}

void PipelinedChannel::send()
{
    if (m_isRetiring && m_sent.empty())
        m_pipe.reset();
    if (m_pipe && !m_waiting.empty() && !m_isRetiring) {
        const auto now = Clock::now();
        if (m_sent.empty() && now - m_lastUse > idleBeforeCheck)
            m_pipe->receive([this](Reply reply) { take(std::move(reply)); });
        m_lastUse = now;
        for (Call& call : m_waiting) {
            m_pipe->add(call.command);
            m_sent.push_back(std::move(call));
        }
        m_waiting.clear();
    }
    if (m_pipe && m_pipe->unsent() > 0)
        m_pipe->send();
    if (!m_pipe && !m_waiting.empty() && !m_dialler.joinable())
        dial();
}

/// The connection is of no use any more. With `mayResend`, commands of which none had left go out once more,
/// over another.
void PipelinedChannel::lose(const Problem& problem, bool mayResend)
{
    const std::size_t unsent = m_pipe->unsent();
    m_pipe.reset();
    m_isRetiring = false;
    resend();
    std::deque<Call> lost = std::exchange(m_sent, {});
    const std::size_t left = lost.size() - unsent;
    if (left == 0 && mayResend) {
        m_waiting.insert(m_waiting.begin(), std::make_move_iterator(lost.begin()),
                         std::make_move_iterator(lost.end()));
        return;
    }
    for (std::size_t i = 0; i < lost.size(); ++i)
        fail(lost[i], problem, i < left ? Effect::Uncertain : Effect::None);
}

void PipelinedChannel::abandon(const Problem& problem)
{
    if (m_pipe)
        lose(problem, false);
    for (Call& call : std::exchange(m_waiting, {}))
        fail(call, problem, Effect::None);
}

void PipelinedChannel::complete(Call& call, CallOutcome outcome) noexcept
{
    --m_outstanding; // before: it may submit the next
    call.done(std::move(outcome));
}

void PipelinedChannel::fail(Call& call, const Problem& problem, Effect effect)
{
    complete(call, {{}, std::make_exception_ptr(Unavailable(Problem(problem), effect))});
}

} // namespace ratewarden
