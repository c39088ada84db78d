// SPDX-License-Identifier: MIT
#include "core/redis/pipelined_connection.h"

#include "core/model/errors.h"
#include "core/redis/greeting.h"
#include "core/redis/reply_reader.h"

namespace ratewarden {
namespace {

constexpr int mostReadsAtOnce = 16;         // what comes without an end must leave time for all else
constexpr std::size_t largestRest = 65'536; // of bytes that have left and are kept in front of the others

} // namespace

PipelinedConnection::PipelinedConnection(const Endpoint& endpoint, Timeouts timeouts,
                                         const std::string& clientName)
    : m_where(endpoint.text())
    , m_patience(timeouts.command)
    , m_dialler(endpoint, timeouts)
    , m_stream(m_dialler.dial())
    , m_reader(std::make_unique<ReplyReader>(ReplyBounds()))
{
    const Stream::Deadline deadline = greetingDeadline(endpoint, timeouts, *m_stream);
    greet(endpoint, clientName, [&](std::span<const Command> commands, std::string_view what) {
        for (const Command& command : commands)
            add(command);
        while (unsent() > 0)
            sendUntil(deadline, what);
        std::vector<Reply> replies;
        while (replies.size() < commands.size()) {
            if (redisReply* const reply = next(what))
                replies.emplace_back(reply);
            else if (Stream::Clock::now() < deadline)
                readUntil(deadline, what);
            else
                fail(std::make_error_code(std::errc::timed_out), what);
        }
        return replies;
    });
}

PipelinedConnection::~PipelinedConnection() = default;

void PipelinedConnection::add(const Command& command)
{
    const std::size_t before = m_outgoing.size();
    command.encode(m_outgoing);
    m_lengths.push_back(m_outgoing.size() - before);
}

std::size_t PipelinedConnection::send()
{
    const std::size_t before = m_lengths.size();
    while (!m_lengths.empty())
        if (!sendUntil({}, "sending commands"))
            break;
    return before - m_lengths.size();
}

void PipelinedConnection::receive(const OnReply& onReply)
{
    constexpr std::string_view what = "reading replies";
    m_mayHaveMore = true;
    for (int reads = 0; m_mayHaveMore && reads < mostReadsAtOnce; ++reads) {
        m_mayHaveMore = readUntil({}, what);
        while (redisReply* const reply = m_mayHaveMore ? next(what) : nullptr)
            onReply(Reply(reply));
    }
}

void PipelinedConnection::cancel()
{
    m_stream->shutdown();
}

Awaited PipelinedConnection::awaited() const
{
    return {m_stream.get(), unsent() > 0, m_mayHaveMore};
}

void PipelinedConnection::fail(const Problem& problem) const
{
    throw Unavailable(problem, Unavailable::Effect::Uncertain);
}

void PipelinedConnection::fail(const std::error_code& error, std::string_view what) const
{
    fail(problemOf(*m_stream, error, what, m_where, m_patience));
}

redisReply* PipelinedConnection::next(std::string_view what)
{
    redisReply* const reply = m_reader->next();
    if (m_reader->isWrong())
        fail(m_reader->problem(what, m_where));
    return reply;
}

bool PipelinedConnection::sendUntil(Stream::Deadline deadline, std::string_view what)
{
    const Stream::Moved moved = m_stream->write(std::string_view(m_outgoing).substr(m_left), deadline);
    m_left += moved.count;
    m_ofFirst += moved.count;
    while (!m_lengths.empty() && m_ofFirst >= m_lengths.front()) {
        m_ofFirst -= m_lengths.front();
        m_lengths.pop_front();
    }
    if (m_left == m_outgoing.size() || m_left > largestRest) {
        m_outgoing.erase(0, m_left);
        m_left = 0;
    }
    if (moved.error && (moved.error != std::errc::timed_out || deadline != Stream::Deadline()))
        fail(moved.error, what);
    return !moved.error;
}

bool PipelinedConnection::readUntil(Stream::Deadline deadline, std::string_view what)
{
    const Stream::Moved moved = m_stream->read(m_incoming, deadline);
    if (moved.error == std::errc::timed_out && deadline == Stream::Deadline())
        return false;
    if (moved.error || moved.count == 0)
        fail(moved.error, what);
    m_reader->feed({m_incoming.data(), moved.count});
    return true;
}

} // namespace ratewarden
