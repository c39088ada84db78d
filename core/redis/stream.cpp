// SPDX-License-Identifier: MIT
#include "core/redis/stream.h"

#include "core/model/errors.h"
#include "core/redis/stream_wait.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

// A read that begins this soon after its command's deadline was set waits for all of the socket's own
// timeout: one system call instead of two. The deadline is overrun by no more than this.
constexpr auto slack = 1ms;

std::error_code systemError(int number)
{
    return {number, std::generic_category()};
}

timeval toTimeval(milliseconds time)
{
    time = std::max(time, 1ms); // 0 would be for ever
    return {time.count() / 1000, (time.count() % 1000) * 1000};
}

milliseconds leftUntil(Stream::Deadline deadline)
{
    return std::chrono::ceil<milliseconds>(deadline - Stream::Clock::now());
}

/// Waits until the socket is ready; an error if it is not by the deadline.
std::error_code waitFor(int socket, short events, Stream::Deadline deadline)
{
    while (true) {
        const milliseconds left = leftUntil(deadline);
        if (left <= 0ms)
            return std::make_error_code(std::errc::timed_out);
        pollfd wanted{socket, events, 0};
        const int ready = poll(&wanted, 1, int(std::min(left, milliseconds(1h)).count()));
        if (ready > 0)
            return {};
        if (ready < 0 && errno != EINTR)
            return systemError(errno);
    }
}

class Socket final : public Stream {
public:
    /// Takes the descriptor. `patience` is how long most reads are going to wait.
    Socket(int descriptor, milliseconds patience) : m_socket(descriptor), m_patience(patience)
    {
        const timeval limit = toTimeval(patience);
        setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    }
    ~Socket() override { close(m_socket); }

    Moved write(std::string_view bytes, Deadline deadline) override
    {
        while (true) {
            const auto count = send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count >= 0)
                return {std::size_t(count)};
            if (errno == EAGAIN || errno == EWOULDBLOCK) {
                if (const std::error_code error = waitFor(m_socket, POLLOUT, deadline))
                    return {0, error};
            } else if (errno != EINTR) {
                return {0, systemError(errno)};
            }
        }
    }

    Moved read(std::span<char> buffer, Deadline deadline) override
    {
        while (true) {
            const bool waits = deadline - Clock::now() > m_patience - slack;
            const auto count = recv(m_socket, buffer.data(), buffer.size(), waits ? 0 : MSG_DONTWAIT);
            if (count >= 0)
                return {std::size_t(count)};
            if (errno == EAGAIN || errno == EWOULDBLOCK) {
                if (const std::error_code error = waitFor(m_socket, POLLIN, deadline))
                    return {0, error};
            } else if (errno != EINTR) {
                return {0, systemError(errno)};
            }
        }
    }

    bool peerClosed() override
    {
        char byte = 0;
        const auto got = recv(m_socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
    }

    void shutdown() override { ::shutdown(m_socket, SHUT_RDWR); }

    int descriptor() const { return m_socket; }

private:
    const int m_socket;
    const milliseconds m_patience;
};

/// A descriptor until somebody takes it.
class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor()
    {
        if (m_number >= 0)
            close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return m_number; }
    int take() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

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

class Dialler {
public:
    Dialler(const Endpoint& endpoint, const Timeouts& timeouts) : m_endpoint(endpoint), m_timeouts(timeouts)
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
        return std::make_unique<Socket>(socket.take(), m_timeouts.command);
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
                 Unavailable::Reason::NoConnection);
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
                return std::make_unique<Socket>(socket.take(), m_timeouts.command);
            }
        }
        fail(error);
    }

    const Endpoint& m_endpoint;
    const Timeouts& m_timeouts;
};

} // namespace

std::unique_ptr<Stream> dial(const Endpoint& endpoint, const Timeouts& timeouts)
{
    return Dialler(endpoint, timeouts).dial();
}

void waitForAny(std::span<const Awaited> streams, Stream::Deadline deadline)
{
    using std::chrono::nanoseconds;
    std::vector<pollfd> wanted;
    wanted.reserve(streams.size());
    for (const Awaited& awaited : streams)
        if (const auto* const socket = dynamic_cast<const Socket*>(awaited.stream))
            wanted.push_back({socket->descriptor(), short(awaited.room ? POLLIN | POLLOUT : POLLIN), 0});
    const nanoseconds longest = wanted.size() == streams.size() ? nanoseconds(1h) : nanoseconds(1ms);
    const nanoseconds left = std::clamp<nanoseconds>(deadline - Stream::Clock::now(), 0ns, longest);
    const timespec timeout{std::chrono::floor<std::chrono::seconds>(left).count(), (left % 1s).count()};
    ppoll(wanted.data(), wanted.size(), &timeout, nullptr); // a signal ends it early: the caller looks again
}

} // namespace ratewarden
