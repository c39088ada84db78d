// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/stream.h"

#include <sys/time.h>

#include <chrono>
#include <system_error>
#include <utility>

/// For the streams of this folder: sockets and descriptors of the system.
namespace ratewarden {

/// A descriptor until somebody takes it. Never that of a standard stream: what a program without standard
/// output prints must not go to a server.
class Descriptor {
public:
    /// `number`: an open one, perhaps another from then on; or negative.
    explicit Descriptor(int number = -1);
    Descriptor(Descriptor&& other) noexcept : m_number(other.take()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    int number() const { return m_number; }
    int take() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

/// An error number of the system.
std::error_code systemError(int number);

/// How long it is until then, rounded up.
std::chrono::milliseconds leftUntil(Stream::Deadline deadline);

/// For the timeouts of sockets; at least a millisecond, as 0 would be for ever.
timeval toTimeval(std::chrono::milliseconds time);

/// Waits until the descriptor is ready for these events of poll(); an error if it is not by the deadline.
std::error_code waitFor(int descriptor, short events, Stream::Deadline deadline);

/// A connection that has been idle may have been closed by the other side; asking costs a system call, so a
/// busy one is not asked.
inline constexpr std::chrono::milliseconds idleBeforeCheck(100);

/// A connected socket.
class Socket final : public Stream {
public:
    /// `patience` is how long most reads are going to wait.
    Socket(Descriptor descriptor, std::chrono::milliseconds patience);

    Moved write(std::string_view bytes, Deadline deadline) override;
    Moved read(std::span<char> buffer, Deadline deadline) override;
    bool peerClosed() override;
    void shutdown() override;

    int descriptor() const override { return m_socket.number(); }

private:
    const Descriptor m_socket;
    const std::chrono::milliseconds m_patience;
};

} // namespace ratewarden
