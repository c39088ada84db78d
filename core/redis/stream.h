// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>

namespace ratewarden {

struct Timeouts {
    /// For connecting, to all addresses of a host together. Resolving the name has no limit.
    std::chrono::milliseconds connect{2000};
    /// For a whole call, or a whole pipeline, from its first byte to its last reply, however slowly they
    /// come. Logging in, when a connection is made, has as long again.
    std::chrono::milliseconds command{2000};
};

/// Bytes to and from a server. Used by one thread at a time, but for shutdown(). No function raises SIGPIPE.
class Stream {
public:
    using Clock = std::chrono::steady_clock;
    using Deadline = Clock::time_point;

    /// What came of one write or read. A deadline that has passed is std::errc::timed_out.
    struct Moved {
        std::size_t count = 0; ///< bytes; of a read without error, 0: the peer has closed
        std::error_code error{};
    };

    Stream() = default;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    virtual ~Stream() = default;

    /// Writes at least one byte, if there is no error; perhaps not all.
    virtual Moved write(std::string_view bytes, Deadline deadline) = 0;
    /// Reads at least one byte, if there is no error and the peer has not closed.
    virtual Moved read(std::span<char> buffer, Deadline deadline) = 0;
    /// Whether the peer has closed the connection, or it is known to be broken. Does not block.
    virtual bool peerClosed() = 0;
    /// Makes a read or write in progress fail at once, and all later ones. Safe from any thread.
    virtual void shutdown() = 0;
};

/// Connects to the endpoint: to its socket, or to each of its host's addresses until one answers. A TCP
/// connection is kept alive, and sends at once. Throws Unavailable, with Effect::None.
std::unique_ptr<Stream> dial(const Endpoint& endpoint, const Timeouts& timeouts);

} // namespace ratewarden
