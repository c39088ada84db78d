// SPDX-License-Identifier: MIT
#include "core/redis/connection.h"

#include "core/model/errors.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

using Clock = std::chrono::steady_clock;

// A connection that has been idle may have been closed by the other side; asking costs a system call, so a
// busy one is not asked.
constexpr auto idleBeforeCheck = std::chrono::milliseconds(100);

timeval toTimeval(std::chrono::milliseconds time)
{
    return {time.count() / 1000, (time.count() % 1000) * 1000};
}

struct ContextDeleter {
    void operator()(redisContext* context) const { redisFree(context); }
};

} // namespace

class Connection::Impl {
public:
    Impl(Endpoint target, Timeouts limits, std::string name)
        : where(target.text())
        , m_endpoint(std::move(target))
        , m_timeouts(limits)
        , m_clientName(std::move(name))
    {
    }

    /// Sends all of the commands, and reads as many replies.
    void exchange(std::span<const Command> commands, std::span<Reply> replies);
    /// The same, and again with the script's text those whose script the server did not have.
    void run(std::span<const Command> commands, std::span<Reply> replies);
    void cancel();

    const std::string where;

private:
    void connect();
    void greet();
    bool closedByPeer() const;
    void sendAll(std::span<const Command> commands);
    std::size_t sendBytes(std::string_view bytes);
    Reply read(std::string_view what);
    void disconnect();
    [[noreturn]] void failed(std::string_view what, const std::string& reason, Unavailable::Effect effect);
    [[noreturn]] void cancelled(Unavailable::Effect effect) const;
    std::unique_ptr<redisContext, ContextDeleter>
    exchangeContext(std::unique_ptr<redisContext, ContextDeleter> next);

    const Endpoint m_endpoint;
    const Timeouts m_timeouts;
    const std::string m_clientName;
    Clock::time_point m_lastUse{};
    std::string m_outgoing; // kept for its memory
    std::unique_ptr<redisContext, ContextDeleter> m_context;
    std::mutex m_contextMutex; // held while m_context is exchanged, and while cancel() uses its socket
    std::atomic<bool> m_cancelled = false;
};

std::unique_ptr<redisContext, ContextDeleter>
Connection::Impl::exchangeContext(std::unique_ptr<redisContext, ContextDeleter> next)
{
    const std::scoped_lock lock(m_contextMutex);
    return std::exchange(m_context, std::move(next));
}

void Connection::Impl::disconnect()
{
    exchangeContext(nullptr);
}

void Connection::Impl::cancelled(Unavailable::Effect effect) const
{
    throw Unavailable(fmt::format("the connection to {} is being closed", where), effect);
}

void Connection::Impl::failed(std::string_view what, const std::string& reason, Unavailable::Effect effect)
{
    disconnect();
    if (m_cancelled)
        cancelled(effect);
    throw Unavailable(fmt::format("{} on {}: {}", what, where, reason), effect);
}

bool Connection::Impl::closedByPeer() const
{
    char byte = 0;
    const auto got = recv(m_context->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

void Connection::Impl::connect()
{
    const timeval limit = toTimeval(m_timeouts.connect);
    std::unique_ptr<redisContext, ContextDeleter> context(
        m_endpoint.socketPath.empty()
            ? redisConnectWithTimeout(m_endpoint.host.c_str(), m_endpoint.port, limit)
            : redisConnectUnixWithTimeout(m_endpoint.socketPath.c_str(), limit));
    if (!context || context->err != 0)
        throw Unavailable(
            fmt::format("cannot connect to {}: {}", where, context ? context->errstr : "out of memory"),
            Unavailable::Effect::None);
    redisSetTimeout(context.get(), toTimeval(m_timeouts.command)); // the connect timeout does not cover reads
    if (m_endpoint.socketPath.empty())
        redisEnableKeepAlive(context.get());
    exchangeContext(std::move(context));
    if (m_cancelled) // cancel() came before there was a socket to shut
        cancelled(Unavailable::Effect::None);
    try {
        greet();
    } catch (const Unavailable& error) {
        disconnect();
        // Whatever the greeting did, the caller's own command has not been sent.
        throw Unavailable(error.what(), Unavailable::Effect::None);
    } catch (const Error&) {
        disconnect();
        throw;
    }
}

void Connection::Impl::greet()
{
    const auto ask = [this](const Command& command, std::string_view what) {
        std::string bytes;
        command.encode(bytes);
        sendBytes(bytes); // should the server not want us, then why it closed can be read all the same
        return read(what);
    };
    const auto require = [&](const Command& command, std::string_view what) {
        throwIfError(ask(command, what).view(), what, where);
    };
    if (!m_endpoint.user.empty() || !m_endpoint.password.empty())
        require(m_endpoint.user.empty() ? Command{"AUTH", m_endpoint.password}
                                        : Command{"AUTH", m_endpoint.user, m_endpoint.password},
                "logging in");
    if (m_endpoint.database != 0)
        require(Command{"SELECT"}.add(m_endpoint.database),
                fmt::format("choosing database {}", m_endpoint.database));
    // A name helps whoever reads CLIENT LIST; a server that does not allow it serves all the same. It is also
    // the first answer from a server without a password, so a lack of one shows here rather than in the
    // middle of work.
    const Reply named = ask(Command{"CLIENT", "SETNAME", m_clientName}, "connecting");
    const std::string_view problem = named.view().errorText();
    if (!problem.starts_with("NOPERM") && !problem.starts_with("ERR unknown"))
        throwIfError(named.view(), "connecting", where);
}

// Our own send rather than hiredis' write(): a server that is gone must not raise SIGPIPE in somebody's
// program, and how much went out tells whether anything can have run.
std::size_t Connection::Impl::sendBytes(std::string_view bytes)
{
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const auto count = send(m_context->fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count > 0)
            sent += std::size_t(count);
        else if (errno != EINTR)
            break;
    }
    return sent;
}

void Connection::Impl::sendAll(std::span<const Command> commands)
{
    m_outgoing.clear();
    for (const Command& command : commands)
        command.encode(m_outgoing);
    const auto now = Clock::now();
    if (m_context && now - m_lastUse > idleBeforeCheck && closedByPeer())
        disconnect();
    const bool reused = m_context != nullptr;
    if (!reused)
        connect();
    std::size_t sent = sendBytes(m_outgoing);
    if (sent == 0 && reused &&
        !m_cancelled) { // broken since its last use, and nothing has left: once more, anew
        connect();
        sent = sendBytes(m_outgoing);
    }
    m_lastUse = now;
    if (sent == m_outgoing.size())
        return;
    const int error = errno;
    const bool nothingRan = sent == 0 || commands.size() == 1; // half a command does not run
    failed(commands.front().title(), std::generic_category().message(error),
           nothingRan ? Unavailable::Effect::None : Unavailable::Effect::Uncertain);
}

Reply Connection::Impl::read(std::string_view what)
{
    void* reply = nullptr;
    if (redisGetReply(m_context.get(), &reply) == REDIS_OK && reply != nullptr)
        return Reply(static_cast<redisReply*>(reply));
    const int error = errno; // before anything can change it
    std::string reason = m_context->errstr;
    if (m_context->err == REDIS_ERR_IO && (error == EAGAIN || error == ETIMEDOUT))
        reason = fmt::format("no answer within {} ms", m_timeouts.command.count());
    else if (m_context->err == REDIS_ERR_EOF)
        reason = "the server closed the connection";
    failed(what, reason, Unavailable::Effect::Uncertain);
}

void Connection::Impl::exchange(std::span<const Command> commands, std::span<Reply> replies)
{
    if (commands.empty())
        return;
    if (m_cancelled)
        cancelled(Unavailable::Effect::None);
    sendAll(commands);
    for (std::size_t i = 0; i < commands.size(); ++i)
        replies[i] = read(commands[i].title());
    if (std::ranges::any_of(
            replies, [](const Reply& reply) { return reply.view().errorText().starts_with("READONLY"); }))
        disconnect(); // demoted: the name may lead to the new primary by now
}

void Connection::Impl::run(std::span<const Command> commands, std::span<Reply> replies)
{
    exchange(commands, replies);
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
        throw Unavailable(error.what(), allOfThem ? error.effect() : Unavailable::Effect::Uncertain);
    }
}

void Connection::Impl::cancel()
{
    m_cancelled = true;
    const std::scoped_lock lock(m_contextMutex);
    if (m_context)
        shutdown(m_context->fd, SHUT_RDWR); // wakes the thread that reads; closing is for the owner
}

Connection::Connection(Endpoint endpoint, Timeouts timeouts, std::string clientName)
    : m_impl(std::make_unique<Impl>(std::move(endpoint), timeouts, std::move(clientName)))
{
}

Connection::~Connection() = default;

const std::string& Connection::where() const
{
    return m_impl->where;
}

void Connection::cancel()
{
    m_impl->cancel();
}

void Connection::run(std::span<const Command> commands, std::span<Reply> replies)
{
    m_impl->run(commands, replies);
}

} // namespace ratewarden
