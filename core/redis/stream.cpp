// SPDX-License-Identifier: MIT
#include "core/redis/stream.h"

#include "core/model/errors.h"
#include "core/redis/socket.h"
#include "core/redis/ssh.h"
#include "core/redis/tls.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Linux bounds connect() by the socket's timeout for sending, also where a Unix socket's queue is full, for
/// which poll() cannot wait.
std::error_code connectWithin(int socket, const sockaddr* address, socklen_t size, Stream::Deadline deadline)
{
    const milliseconds left = leftUntil(deadline);
    if (left <= 0ms)
        return std::make_error_code(std::errc::timed_out);
    const timeval limit = toTimeval(left);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(socket, address, size) == 0)
        return {};
    if (errno == EINPROGRESS || errno == EAGAIN)
        return std::make_error_code(std::errc::timed_out);
    if (errno != EINTR)
        return systemError(errno);
    if (address->sa_family == AF_UNIX) // a signal has undone it
        return connectWithin(socket, address, size, deadline);
    if (const std::error_code error = waitFor(socket, POLLOUT, deadline)) // it goes on in spite of a signal
        return error;
    int outcome = 0;
    socklen_t length = sizeof outcome;
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &outcome, &length);
    return outcome == 0 ? std::error_code() : systemError(outcome);
}

void setOption(int socket, int level, int name, int value)
{
    setsockopt(socket, level, name, &value, sizeof value); // without it the connection works all the same
}

void tuneTcp(int socket)
{
    constexpr int idleSeconds = 15;
    constexpr int probeSeconds = 5;
    constexpr int probes = 3;
    setOption(socket, IPPROTO_TCP, TCP_NODELAY, 1);
    setOption(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    setOption(socket, IPPROTO_TCP, TCP_KEEPIDLE, idleSeconds);
    setOption(socket, IPPROTO_TCP, TCP_KEEPINTVL, probeSeconds);
    setOption(socket, IPPROTO_TCP, TCP_KEEPCNT, probes);
}

class SocketDialler {
public:
    SocketDialler(const Endpoint& endpoint, const Timeouts& timeouts)
        : m_endpoint(endpoint), m_timeouts(timeouts)
    {
    }

    std::unique_ptr<Stream> dial() { return m_endpoint.socketPath.empty() ? dialTcp() : dialUnix(); }

private:
    [[noreturn]] void fail(const std::string& reason, Unavailable::Reason code) const
    {
        throw Unavailable(Problem(code, "", m_endpoint.text(), reason), Unavailable::Effect::None);
    }
    [[noreturn]] void fail(const std::error_code& error) const
    {
        fail(error.message(), error == std::errc::timed_out ? Unavailable::Reason::TimedOut
                                                            : Unavailable::Reason::NoConnection);
    }

    std::unique_ptr<Stream> dialUnix() const
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (m_endpoint.socketPath.size() >= sizeof address.sun_path)
            fail(systemError(ENAMETOOLONG));
        std::memcpy(address.sun_path, m_endpoint.socketPath.c_str(), m_endpoint.socketPath.size() + 1);
        Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (socket.number() < 0)
            fail(systemError(errno));
        if (const std::error_code error =
                connectWithin(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address,
                              Stream::Clock::now() + m_timeouts.connect))
            fail(error);
        return std::make_unique<Socket>(std::move(socket), m_timeouts.command);
    }

    std::unique_ptr<Stream> dialTcp() const
    {
        addrinfo hints{};
        hints.ai_family = AF_UNSPEC;
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        const int problem =
            getaddrinfo(m_endpoint.host.c_str(), std::to_string(m_endpoint.port).c_str(), &hints, &found);
        if (problem != 0)
            fail(problem == EAI_SYSTEM ? systemError(errno).message() : gai_strerror(problem),
                 Unavailable::Reason::NameUnknown);
        const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
        const auto deadline = Stream::Clock::now() + m_timeouts.connect;
        int addresses = 0;
        for (const addrinfo* each = found; each != nullptr; each = each->ai_next)
            ++addresses;
        std::error_code error;
        for (const addrinfo* each = found; each != nullptr; each = each->ai_next, --addresses) {
            Descriptor socket(::socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC, each->ai_protocol));
            if (socket.number() < 0) {
                error = systemError(errno); // IPv6 may be switched off here
                continue;
            }
            // One address that does not answer must leave time for the others.
            const auto now = Stream::Clock::now();
            error = connectWithin(socket.number(), each->ai_addr, each->ai_addrlen,
                                  now + (deadline - now) / addresses);
            if (!error) {
                tuneTcp(socket.number());
                return std::make_unique<Socket>(std::move(socket), m_timeouts.command);
            }
        }
        fail(error);
    }

    const Endpoint& m_endpoint;
    const Timeouts& m_timeouts;
};

} // namespace

Problem problemOf(Stream& stream, const std::error_code& error, std::string_view what, std::string_view where,
                  std::chrono::milliseconds waited)
{
    using Reason = UnavailableReason;
    if (const std::string words = stream.complaint(); !words.empty())
        return sshProblem(words, what, where);
    if (!error)
        return {Reason::NoConnection, what, where};
    if (error.category() == tlsCategory())
        return {Reason::NoTls, what, where, error.message()};
    // Keep-alive ends a line with the same error as a deadline.
    if (error == std::errc::timed_out)
        return {Reason::TimedOut, what, where, waited.count()};
    return {Reason::NoConnection, what, where, error.message()};
}

Dialler::Dialler(Endpoint endpoint, Timeouts timeouts) : m_endpoint(std::move(endpoint)), m_timeouts(timeouts)
{
}

Dialler::~Dialler() = default;

std::unique_ptr<Stream> Dialler::dial()
{
    std::unique_ptr<Stream> stream = m_endpoint.ssh.empty() ? SocketDialler(m_endpoint, m_timeouts).dial()
                                                            : dialThroughSsh(m_endpoint, m_timeouts);
    if (!m_endpoint.tls)
        return stream;
    if (!m_tls)
        m_tls = tlsClientOf(m_endpoint);
    try {
        return encrypt(std::move(stream), m_tls, Stream::Clock::now() + m_timeouts.connect);
    } catch (...) {
        m_tls.reset(); // its files may have been replaced meanwhile
        throw;
    }
}

} // namespace ratewarden
