// SPDX-License-Identifier: MIT
#include "core/redis/connection.h"

#include "core/model/errors.h"
#include "core/redis/tls.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>

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

// A connection that has been idle may have been closed by the other side; asking costs a system call, so a
// busy one is not asked.
constexpr auto idleBeforeCheck = std::chrono::milliseconds(100);

constexpr std::size_t readAtOnce = 16'384;

struct ReaderDeleter {
    void operator()(redisReader* reader) const { redisReaderFree(reader); }
};

/// hiredis' parser, which allocates an array of any size that a server announces, made to refuse those above
/// a bound.
class BoundedReader {
public:
    explicit BoundedReader(ReplyBounds bounds) : m_bounds(bounds), m_reader(redisReaderCreate())
    {
        if (!m_reader)
            throw std::bad_alloc();
        m_plainFunctions = m_reader->fn;
        m_functions = *m_plainFunctions;
        m_functions.createArray = createArray;
        m_reader->fn = &m_functions;
        m_reader->privdata = this;
    }
    BoundedReader(const BoundedReader&) = delete;
    BoundedReader& operator=(const BoundedReader&) = delete;

    /// The next reply whose bytes are all there; none: more are needed, or something isWrong().
    redisReply* next()
    {
        void* reply = nullptr;
        if (!isWrong() && redisReaderGetReply(m_reader.get(), &reply) != REDIS_OK)
            m_isWrong = true;
        if (reply != nullptr)
            m_bytes = m_elements = 0;
        return static_cast<redisReply*>(reply);
    }

    void feed(std::string_view bytes)
    {
        m_bytes += bytes.size();
        m_isTooLarge |= m_bytes > m_bounds.bytes;
        m_isWrong |= redisReaderFeed(m_reader.get(), bytes.data(), bytes.size()) != REDIS_OK;
    }

    bool isWrong() const { return m_isWrong || m_isTooLarge; }
    bool isTooLarge() const { return m_isTooLarge; }
    const char* error() const { return m_reader->errstr; }

private:
    // The type of the count differs between hiredis 0.14 and 1.
    template <class Count>
    static void* createCounted(const redisReadTask* task, Count count)
    {
        auto& self = *static_cast<BoundedReader*>(task->privdata);
        self.m_elements += std::size_t(std::max<Count>(count, 0));
        self.m_isTooLarge |= self.m_elements > self.m_bounds.elements;
        return self.m_isTooLarge ? nullptr : self.m_plainFunctions->createArray(task, count);
    }
    static constexpr decltype(redisReplyObjectFunctions::createArray) createArray = createCounted;

    const ReplyBounds m_bounds;
    std::unique_ptr<redisReader, ReaderDeleter> m_reader;
    redisReplyObjectFunctions m_functions{};
    redisReplyObjectFunctions* m_plainFunctions = nullptr;
    std::size_t m_bytes = 0;    // since the last reply
    std::size_t m_elements = 0; // likewise
    bool m_isTooLarge = false;
    bool m_isWrong = false;
};

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

    /// Sends all of the commands, reads as many replies; then once more, with their text, those whose script
    /// the server did not have.
    void run(std::span<const Command> commands, std::span<Reply> replies);
    void cancel();

    const std::string where;
    std::optional<TlsState> tls; ///< of the last connection

private:
    void exchange(std::span<const Command> commands, std::span<Reply> replies);
    void connect();
    void greet();
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
    Deadline m_deadline{};                     // of the run; none before its first byte can be sent
    std::string m_outgoing;                    // kept for its memory
    std::array<char, readAtOnce> m_incoming{}; // likewise; meaningless between two reads
    std::error_code m_sendError;
    std::optional<BoundedReader> m_reader; // of what comes from m_stream
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
    if (const std::string words = m_stream->complaint(); !words.empty())
        failed({Unavailable::Reason::SshFailed, what, where, words}, effect);
    if (error.category() == tlsCategory())
        failed({Unavailable::Reason::NoTls, what, where, error.message()}, effect);
    if (!error)
        failed({Unavailable::Reason::NoConnection, what, where}, effect);
    // Keep-alive ends a line with the same error as a deadline.
    if (error == std::errc::timed_out)
        failed({Unavailable::Reason::TimedOut, what, where, m_timeouts.command.count()}, effect);
    failed({Unavailable::Reason::NoConnection, what, where, error.message()}, effect);
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
        greet();
    } catch (const Unavailable& error) {
        disconnect();
        // Whatever the greeting did, the caller's own command has not been sent.
        throw Unavailable(error, Unavailable::Effect::None);
    } catch (const Error&) {
        disconnect();
        throw;
    }
}

void Connection::Impl::greet()
{
    // ssh is still connecting, unless TLS has been through it.
    const auto connecting = m_endpoint.ssh.empty() || tls ? std::chrono::milliseconds() : m_timeouts.connect;
    const Deadline deadline = Clock::now() + connecting + m_timeouts.command;
    const auto exchangeOne = [&](const Command& command, std::string_view what) {
        std::string bytes;
        command.encode(bytes);
        // Should the server not want us, then why it closed can be read all the same.
        sendBytes(bytes, deadline);
        return read(what, deadline);
    };
    const auto require = [&](const Command& command, std::string_view what) {
        throwIfError(exchangeOne(command, what).view(), what, where);
    };
    if (!m_endpoint.user.empty() || !m_endpoint.password.empty())
        require(m_endpoint.user.empty() ? Command{"AUTH", m_endpoint.password}
                                        : Command{"AUTH", m_endpoint.user, m_endpoint.password},
                "AUTH");
    if (m_endpoint.database != 0)
        require(Command{"SELECT"}.add(m_endpoint.database), "SELECT");
    // A name helps whoever reads CLIENT LIST; a server that does not allow it serves all the same. It is also
    // the first answer from a server without a password, so a lack of one shows here rather than in the
    // middle of work.
    const Reply named = exchangeOne(Command{"CLIENT", "SETNAME", m_clientName}, "CLIENT SETNAME");
    const std::string_view problem = named.view().errorText();
    if (!problem.starts_with("NOPERM") && !problem.starts_with("ERR unknown"))
        throwIfError(named.view(), "CLIENT SETNAME", where);
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
    if (m_stream && now - m_lastUse > idleBeforeCheck && m_stream->peerClosed())
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
        // Broken since its last use, and nothing has left: once more, anew.
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
    while (true) {
        redisReply* const reply = m_reader->next();
        if (reply != nullptr)
            return Reply(reply);
        if (m_reader->isTooLarge())
            failed({Unavailable::Reason::ReplyTooLarge, what, where,
                    fmt::format(
                        "the answer is larger than {} MiB or {} elements, which is the most that is read",
                        m_bounds.bytes >> 20, m_bounds.elements)},
                   effect);
        if (m_reader->isWrong())
            failed({Unavailable::Reason::Other, what, where, m_reader->error()}, effect);
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
    for (std::size_t i = 0; i < commands.size(); ++i)
        replies[i] = read(commands[i].title(), m_deadline);
    if (std::ranges::any_of(
            replies, [](const Reply& reply) { return reply.view().errorText().starts_with("READONLY"); }))
        disconnect(); // demoted: the name may lead to the new primary by now
}

void Connection::Impl::run(std::span<const Command> commands, std::span<Reply> replies)
{
    m_deadline = {};
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
    m_impl->run(commands, replies);
}

} // namespace ratewarden
