// SPDX-License-Identifier: MIT
#include "core/redis/socket.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace ratewarden {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

// A read that begins this soon after its command's deadline was set waits for all of the socket's own
// timeout: one system call instead of two. The deadline is overrun by no more than this.
constexpr auto timeoutSlack = 1ms;

bool wouldBlock(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK;
}

} // namespace

Descriptor::Descriptor(int number) : m_number(number)
{
    if (number < 0 || number > STDERR_FILENO)
        return;
    m_number = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close(number);
    errno = error;
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    std::swap(m_number, other.m_number);
    return *this;
}

Descriptor::~Descriptor()
{
    if (m_number >= 0)
        close(m_number);
}

std::error_code systemError(int number)
{
    return {number, std::generic_category()};
}

milliseconds leftUntil(Stream::Deadline deadline)
{
    return std::chrono::ceil<milliseconds>(deadline - Stream::Clock::now());
}

timeval toTimeval(milliseconds time)
{
    time = std::max(time, 1ms);
    return {time.count() / 1000, (time.count() % 1000) * 1000};
}

std::error_code waitFor(int descriptor, short events, Stream::Deadline deadline)
{
    while (true) {
        const milliseconds left = leftUntil(deadline);
        if (left <= 0ms)
            return std::make_error_code(std::errc::timed_out);
        pollfd wanted{descriptor, events, 0};
        const int ready = poll(&wanted, 1, int(std::min(left, milliseconds(1h)).count()));
        if (ready > 0)
            return {};
        if (ready < 0 && errno != EINTR)
            return systemError(errno);
    }
}

Socket::Socket(Descriptor descriptor, milliseconds patience)
    : m_socket(std::move(descriptor)), m_patience(patience)
{
    const timeval limit = toTimeval(patience);
    setsockopt(m_socket.number(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

Stream::Moved Socket::write(std::string_view bytes, Deadline deadline)
{
    while (true) {
        const auto count = send(m_socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0)
            return {std::size_t(count)};
        if (wouldBlock(errno)) {
            if (const std::error_code error = waitFor(m_socket.number(), POLLOUT, deadline))
                return {0, error};
        } else if (errno != EINTR) {
            return {0, systemError(errno)};
        }
    }
}

Stream::Moved Socket::read(std::span<char> buffer, Deadline deadline)
{
    while (true) {
        const bool waits = deadline - Clock::now() > m_patience - timeoutSlack;
        const auto count = recv(m_socket.number(), buffer.data(), buffer.size(), waits ? 0 : MSG_DONTWAIT);
        if (count >= 0)
            return {std::size_t(count)};
        if (wouldBlock(errno)) {
            if (const std::error_code error = waitFor(m_socket.number(), POLLIN, deadline))
                return {0, error};
        } else if (errno != EINTR) {
            return {0, systemError(errno)};
        }
    }
}

bool Socket::peerClosed()
{
    char byte = 0;
    const auto got = recv(m_socket.number(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && !wouldBlock(errno) && errno != EINTR);
}

void Socket::shutdown()
{
    if (!isOfParent())
        ::shutdown(m_socket.number(), SHUT_RDWR);
}

} // namespace ratewarden
