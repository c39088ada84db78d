// SPDX-License-Identifier: MIT
#include "core/redis/connection.h"

#include "core/model/errors.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
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

void survivePipeSignal()
{
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction current {};
        if (sigaction(SIGPIPE, nullptr, &current) == 0 &&
            current.sa_handler == SIG_DFL) // NOLINT(*-union-access)
            std::signal(SIGPIPE, SIG_IGN);
    });
}

struct ContextDeleter {
    void operator()(redisContext* context) const { redisFree(context); }
};

} // namespace

class Connection::Impl {
public:
    Impl(Endpoint where, Timeouts limits, std::string name)
        : endpoint(std::move(where)), m_timeouts(limits), m_clientName(std::move(name))
    {
    }

    std::vector<Reply> exchange(const std::vector<Command>& commands);
    void cancel();

    const Endpoint endpoint;

private:
    void ensureConnected();
    void append(const Command& command);
    Reply read(std::string_view what);
    void disconnect();
    void connect();
    void greet();
    bool closedByPeer() const;
    [[noreturn]] void failed(std::string_view what, Unavailable::Effect effect);
    [[noreturn]] void cancelled() const;
    std::unique_ptr<redisContext, ContextDeleter>
    exchangeContext(std::unique_ptr<redisContext, ContextDeleter> next);

    const Timeouts m_timeouts;
    const std::string m_clientName;
    Clock::time_point m_lastUse{};
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

void Connection::Impl::cancelled() const
{
    throw Unavailable(fmt::format("the connection to {} is being closed", endpoint.text()),
                      Unavailable::Effect::None);
}

void Connection::Impl::failed(std::string_view what, Unavailable::Effect effect)
{
    const int error = errno; // before anything can change it
    std::string reason = m_context ? m_context->errstr : "out of memory";
    const bool timedOut =
        m_context && m_context->err == REDIS_ERR_IO && (error == EAGAIN || error == ETIMEDOUT);
    if (timedOut)
        reason = fmt::format("no answer within {} ms", m_timeouts.command.count());
    else if (m_context && m_context->err == REDIS_ERR_EOF)
        reason = "the server closed the connection";
    disconnect();
    if (m_cancelled)
        cancelled();
    throw Unavailable(fmt::format("{} on {}: {}", what, endpoint.text(), reason), effect);
}

bool Connection::Impl::closedByPeer() const
{
    char byte = 0;
    const auto got = recv(m_context->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

void Connection::Impl::ensureConnected()
{
    if (m_cancelled)
        cancelled();
    const auto now = Clock::now();
    if (m_context && now - m_lastUse > idleBeforeCheck && closedByPeer())
        disconnect();
    if (!m_context)
        connect();
    m_lastUse = now;
}

void Connection::Impl::connect()
{
    const timeval limit = toTimeval(m_timeouts.connect);
    std::unique_ptr<redisContext, ContextDeleter> context(
        endpoint.socketPath.empty() ? redisConnectWithTimeout(endpoint.host.c_str(), endpoint.port, limit)
                                    : redisConnectUnixWithTimeout(endpoint.socketPath.c_str(), limit));
    if (!context || context->err != 0)
        throw Unavailable(fmt::format("cannot connect to {}: {}", endpoint.text(),
                                      context ? context->errstr : "out of memory"),
                          Unavailable::Effect::None);
    redisSetTimeout(context.get(), toTimeval(m_timeouts.command)); // the connect timeout does not cover reads
    if (endpoint.socketPath.empty())
        redisEnableKeepAlive(context.get());
    exchangeContext(std::move(context));
    if (m_cancelled) // cancel() came before there was a socket to shut
        cancelled();
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
        append(command);
        const Reply reply = read(what);
        throwIfError(reply.view(), what, endpoint.text());
    };
    if (!endpoint.password.empty())
        ask(endpoint.user.empty() ? Command{"AUTH", endpoint.password}
                                  : Command{"AUTH", endpoint.user, endpoint.password},
            "logging in");
    if (endpoint.database != 0)
        ask(Command{"SELECT"}.add(endpoint.database), fmt::format("choosing database {}", endpoint.database));
    // A name helps whoever reads CLIENT LIST; a server that does not allow it serves all the same. It is also
    // the first answer from a server without a password, so a lack of one shows here rather than in the
    // middle of work.
    append(Command{"CLIENT", "SETNAME", m_clientName});
    const Reply named = read("connecting");
    if (named.view().errorText().starts_with("NOAUTH"))
        throwIfError(named.view(), "connecting", endpoint.text());
}

void Connection::Impl::append(const Command& command)
{
    std::vector<const char*> data;
    std::vector<std::size_t> lengths;
    for (const std::string& argument : command.arguments()) {
        data.push_back(argument.data());
        lengths.push_back(argument.size());
    }
    if (redisAppendCommandArgv(m_context.get(), int(data.size()), data.data(), lengths.data()) != REDIS_OK)
        failed(command.title(), Unavailable::Effect::None);
}

Reply Connection::Impl::read(std::string_view what)
{
    void* reply = nullptr;
    if (redisGetReply(m_context.get(), &reply) != REDIS_OK || reply == nullptr)
        failed(what, Unavailable::Effect::Uncertain);
    return Reply(static_cast<redisReply*>(reply));
}

std::vector<Reply> Connection::Impl::exchange(const std::vector<Command>& commands)
{
    std::vector<Reply> replies;
    if (commands.empty())
        return replies;
    ensureConnected();
    for (const Command& command : commands)
        append(command);
    replies.reserve(commands.size());
    for (const Command& command : commands)
        replies.push_back(read(command.title()));
    return replies;
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
    survivePipeSignal();
}

Connection::~Connection() = default;

const Endpoint& Connection::endpoint() const
{
    return m_impl->endpoint;
}

Reply Connection::call(const Command& command)
{
    Reply reply = std::move(pipeline({command}).front());
    throwIfError(reply.view(), command.title(), endpoint().text());
    return reply;
}

std::vector<Reply> Connection::pipeline(const std::vector<Command>& commands)
{
    std::vector<Reply> replies = m_impl->exchange(commands);
    std::vector<std::size_t> missing;
    std::vector<Command> withText;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (commands[i].script() == nullptr || !replies[i].view().errorText().starts_with("NOSCRIPT"))
            continue;
        missing.push_back(i);
        withText.push_back(commands[i].withScriptText());
    }
    std::vector<Reply> late = m_impl->exchange(withText);
    for (std::size_t i = 0; i < missing.size(); ++i)
        replies[missing[i]] = std::move(late[i]);
    return replies;
}

void Connection::cancel()
{
    m_impl->cancel();
}

} // namespace ratewarden
