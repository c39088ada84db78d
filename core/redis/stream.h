// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"
#include "core/redis/endpoint.h"
#include "core/redis/home_process.h"
#include "core/redis/tls_state.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace ratewarden {

class TlsClient;

struct Timeouts {
    /// For connecting, to all addresses of a host together, or to all of ssh's way; the handshake of TLS has
    /// as long again. Resolving the name has no limit.
    std::chrono::milliseconds connect{2000};
    /// For a whole call, or a whole pipeline, from its first byte to its last reply, however slowly they
    /// come. Logging in, when a connection is made, has as long again.
    std::chrono::milliseconds command{2000};
};

/// Bytes to and from a server. Used by one thread at a time, but for shutdown(). No function raises SIGPIPE.
/// After fork() it is the parent's: the child's copy can only be destroyed, which the parent does not notice.
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
    /// Makes a read or write in progress fail at once, and all later ones. Safe from any thread. Does nothing
    /// in a child.
    virtual void shutdown() = 0;
    /// What poll() can wait for, once a read has found nothing.
    virtual int descriptor() const = 0;

    /// How the bytes are encrypted; nothing: they are not, or not by this program.
    virtual std::optional<TlsState> tls() const { return std::nullopt; }
    /// Why the way to the server ended, in the words of the program that carries the bytes; empty where there
    /// is none, or it said nothing. Waits for that program to end, a moment at most.
    virtual std::string complaint() { return {}; }

    bool isOfParent() const { return m_home.isLeft(); }

private:
    const HomeProcess m_home;
};

/// Why a stream can be used no longer; the code is an UnavailableReason. `error`: what a write or read came
/// to; none: the peer has closed. `what`: was being done, on `where`; a deadline that passed was set after
/// `waited`.
Problem problemOf(Stream& stream, const std::error_code& error, std::string_view what, std::string_view where,
                  std::chrono::milliseconds waited);

/// Connects to one endpoint, as often as it is asked to, and keeps what makes the next time faster: the TLS
/// session, and the certificates that were read. These are read again after a failure. Used by one thread at
/// a time.
class Dialler {
public:
    Dialler(Endpoint endpoint, Timeouts timeouts);
    ~Dialler();

    /// Connects to its socket, or to each of its host's addresses until one answers, or lets ssh do that. A
    /// TCP connection is kept alive, and sends at once. With TLS the server has proved its name when this
    /// returns. A connection through ssh may still turn out not to be one: the first read fails then, with a
    /// complaint(). Throws Unavailable, with Effect::None, and InvalidArgument for a certificate or key file
    /// that cannot be used.
    std::unique_ptr<Stream> dial();

private:
    const Endpoint m_endpoint;
    const Timeouts m_timeouts;
    std::shared_ptr<TlsClient> m_tls; // none until it is needed
};

} // namespace ratewarden
