// SPDX-License-Identifier: MIT
#include "core/redis/connection.h"

#include "core/model/errors.h"
#include "core/redis/greeting.h"
#include "core/redis/reply_reader.h"
#include "core/redis/socket.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <utility>

namespace ratewarden {
namespace {

using Clock = Stream::Clock;
using Deadline = Stream::Deadline;

constexpr std::size_t replyBytesAtOnce = 16'384;

} // namespace

class Connection::Impl {
public:
    Impl(Endpoint target, Timeouts limits, std::string name, ReplyBounds bounds)
        : where(target.text())
        , m_endpoint(std::move(target))
        , m_timeouts(limits)
        , m_clientName(std::move(name))
        , m_bounds(bounds)
        , m_dialler(m_endpoint, limits)
    {
    }

    void begin(std::span<const Command> commands);
    void finish(std::span<const Command> commands, std::span<Reply> replies);
    void ensureConnected();
    void cancel();

    const std::string where;
    std::optional<TlsState> tls; ///< of the last connection
    HelloReply hello;            ///< likewise

private:
    void exchange(std::span<const Command> commands, std::span<Reply> replies);
    void readAll(std::span<const Command> commands, std::span<Reply> replies);
    void connect();
    void greetServer();
    void sendAll(std::span<const Command> commands);
    std::size_t sendBytes(std::string_view bytes, Deadline deadline);
    Reply read(std::string_view what, Deadline deadline);
    void disconnect() { exchangeStream(nullptr); }
    [[noreturn]] void failed(std::string_view what, const std::error_code& error, Unavailable::Effect effect);
    [[noreturn]] void failed(const Problem& problem, Unavailable::Effect effect);
    [[noreturn]] void cancelled(Unavailable::Effect effect) const;
    void exchangeStream(std::unique_ptr<Stream> next);

    const Endpoint m_endpoint;
    const Timeouts m_timeouts;
    const std::string m_clientName;
    const ReplyBounds m_bounds;
    Dialler m_dialler;
    Clock::time_point m_lastUse{};
    Deadline m_deadline{};                           // of the run; none before its first byte can be sent
    std::string m_outgoing;                          // kept for its memory
    std::array<char, replyBytesAtOnce> m_incoming{}; // likewise; meaningless between two reads
    std::error_code m_sendError;
    std::optional<ReplyReader> m_reader; // of what comes from m_stream
    std::unique_ptr<Stream> m_stream;
    std::mutex m_streamMutex; // held while m_stream is exchanged, and while cancel() uses it
    std::atomic<bool> m_cancelled = false;
};

void Connection::Impl::exchangeStream(std::unique_ptr<Stream> next)
{
    const std::scoped_lock lock(m_streamMutex);
    m_stream.swap(next);
}

void Connection::Impl::cancelled(Unavailable::Effect effect) const
{
    throw Unavailable(Problem(Unavailable::Reason::Cancelled, "", where), effect);
}

void Connection::Impl::failed(std::string_view what, const std::error_code& error, Unavailable::Effect effect)
{
    if (m_cancelled) // and not asked why: ssh would be waited for
        failed({Unavailable::Reason::Cancelled, "", where}, effect);
    failed(problemOf(*m_stream, error, what, where, m_timeouts.command), effect);
}

void Connection::Impl::failed(const Problem& problem, Unavailable::Effect effect)
{
    disconnect();
    if (m_cancelled)
        cancelled(effect);
    throw Unavailable(problem, effect);
}

void Connection::Impl::connect()
{
    std::unique_ptr<Stream> stream = m_dialler.dial();
    m_reader.emplace(m_bounds);
    tls = stream->tls();
    exchangeStream(std::move(stream));
    if (m_cancelled) // cancel() came before there was a stream to shut
        cancelled(Unavailable::Effect::None);
    try {
        greetServer();
    } catch (const Unavailable& error) {
        disconnect();
        // Whatever the greeting did, the caller's own command has not been sent.
        throw Unavailable(error, Unavailable::Effect::None);
    } catch (const Error&) {
        disconnect();
        throw;
    }
}

void Connection::Impl::greetServer()
{
    const Deadline deadline = greetingDeadline(m_endpoint, m_timeouts, *m_stream);
    hello = greet(m_endpoint, m_clientName, [&](std::span<const Command> commands, std::string_view what) {
        std::string bytes;
        for (const Command& command : commands)
            command.encode(bytes);
        // Should the server not want us, then why it closed can be read all the same.
        sendBytes(bytes, deadline);
        std::vector<Reply> replies;
        for (std::size_t i = 0; i < commands.size(); ++i)
            replies.push_back(read(what, deadline));
        return replies;
    });
}

/// How much went out tells whether anything can have run. What stopped it is in m_sendError.
std::size_t Connection::Impl::sendBytes(std::string_view bytes, Deadline deadline)
{
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const Stream::Moved moved = m_stream->write(bytes.substr(sent), deadline);
        sent += moved.count;
        if (moved.error) {
            m_sendError = moved.error;
            break;
        }
    }
    return sent;
}

void Connection::Impl::sendAll(std::span<const Command> commands)
{
    m_outgoing.clear();
    for (const Command& command : commands)
        command.encode(m_outgoing);
    auto now = Clock::now();
    if (m_stream && (m_stream->isOfParent() || (now - m_lastUse > idleBeforeCheck && m_stream->peerClosed())))
        disconnect();
    const bool reused = m_stream != nullptr;
    const auto begin = [&] { // connecting has timeouts of its own
        if (!m_stream) {
            connect();
            now = Clock::now();
        }
        if (m_deadline == Deadline())
            m_deadline = now + m_timeouts.command;
        return sendBytes(m_outgoing, m_deadline);
    };
    std::size_t sent = begin();
    if (sent == 0 && reused && !m_cancelled && m_sendError != std::errc::timed_out) {
        // The idle connection was dead, and nothing was sent: reconnect and try once more.
        disconnect();
        sent = begin();
    }
    m_lastUse = now;
    if (sent == m_outgoing.size())
        return;
    const bool nothingRan = sent == 0 || commands.size() == 1; // half a command does not run
    failed(commands.front().title(), m_sendError,
           nothingRan ? Unavailable::Effect::None : Unavailable::Effect::Uncertain);
}

Reply Connection::Impl::read(std::string_view what, Deadline deadline)
{
    constexpr auto effect = Unavailable::Effect::Uncertain;
    for (bool isFirst = true;; isFirst = false) {
        if (redisReply* const reply = m_reader->next())
            return Reply(reply);
        if (m_reader->isWrong())
            failed(m_reader->problem(what, where), effect);
        // What has come when this thread wakes late is read; what keeps coming does not move the deadline.
        if (!isFirst && Clock::now() >= deadline)
            failed(what, std::make_error_code(std::errc::timed_out), effect);
        const Stream::Moved moved = m_stream->read(m_incoming, deadline);
        if (moved.error || moved.count == 0)
            failed(what, moved.error, effect);
        m_reader->feed({m_incoming.data(), moved.count});
    }
}

void Connection::Impl::exchange(std::span<const Command> commands, std::span<Reply> replies)
{
    if (commands.empty())
        return;
    if (m_cancelled)
        cancelled(Unavailable::Effect::None);
    sendAll(commands);
    readAll(commands, replies);
}

void Connection::Impl::readAll(std::span<const Command> commands, std::span<Reply> replies)
{
    for (std::size_t i = 0; i < commands.size(); ++i)
        replies[i] = read(commands[i].title(), m_deadline);
    if (std::ranges::any_of(
            replies, [](const Reply& reply) { return reply.view().errorText().starts_with("READONLY"); }))
        disconnect(); // demoted: the name may lead to the new primary by now
}

void Connection::Impl::ensureConnected()
{
    if (m_cancelled)
        cancelled(Unavailable::Effect::None);
    if (!m_stream)
        connect();
}

/// Sends all of the commands.
void Connection::Impl::begin(std::span<const Command> commands)
{
    m_deadline = {};
    if (m_cancelled)
        cancelled(Unavailable::Effect::None);
    sendAll(commands);
}

/// Reads as many replies; then sends once more, with their text, those whose script the server did not have.
void Connection::Impl::finish(std::span<const Command> commands, std::span<Reply> replies)
{
    readAll(commands, replies);
    std::vector<std::size_t> missing;
    std::vector<Command> again;
    std::set<const Script*> sent;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const Script* const script = commands[i].script();
        if (script == nullptr || !replies[i].view().errorText().starts_with("NOSCRIPT"))
            continue;
        missing.push_back(i);
        again.push_back(sent.insert(script).second ? commands[i].withScriptText() : commands[i]);
    }
    try {
        std::vector<Reply> late(again.size());
        exchange(again, late);
        for (std::size_t i = 0; i < missing.size(); ++i)
            replies[missing[i]] = std::move(late[i]);
    } catch (const Unavailable& error) {
        const bool allOfThem = again.size() == commands.size();
        throw Unavailable(error, allOfThem ? error.effect() : Unavailable::Effect::Uncertain);
    }
}

void Connection::Impl::cancel()
{
    m_cancelled = true;
    const std::scoped_lock lock(m_streamMutex);
    if (m_stream)
        m_stream->shutdown(); // wakes the thread that reads; closing is for the owner
}

Connection::Connection(Endpoint endpoint, Timeouts timeouts, std::string clientName, ReplyBounds bounds)
    : m_impl(std::make_unique<Impl>(std::move(endpoint), timeouts, std::move(clientName), bounds))
{
}

Connection::~Connection() = default;

const std::string& Connection::where() const
{
    return m_impl->where;
}

std::optional<TlsState> Connection::tls() const
{
    return m_impl->tls;
}

void Connection::cancel()
{
    m_impl->cancel();
}

void Connection::run(std::span<const Command> commands, std::span<Reply> replies)
{
    begin(commands);
    finish(commands, replies);
}

void Connection::begin(std::span<const Command> commands)
{
    if (!commands.empty())
        m_impl->begin(commands);
}

void Connection::finish(std::span<const Command> commands, std::span<Reply> replies)
{
    if (!commands.empty())
        m_impl->finish(commands, replies);
}

const HelloReply& Connection::hello()
{
    m_impl->ensureConnected();
    return m_impl->hello;
}

const HelloReply& Connection::knownHello() const
{
    return m_impl->hello;
}

} // namespace ratewarden
