// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"
#include "core/redis/stream.h"
#include "core/redis/stream_wait.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace ratewarden {

class ReplyReader;

/// One connection to one node on which commands do not wait for the replies to those before them, for a
/// caller that keeps its own times. Once connected, nothing blocks. It does not connect again. Used by one
/// thread at a time. Never raises SIGPIPE.
class PipelinedConnection {
public:
    using OnReply = std::function<void(Reply reply)>;

    /// Connects. Throws Unavailable, and the typed errors of a server that refuses the user.
    explicit PipelinedConnection(const Endpoint& endpoint, Timeouts timeouts = {},
                                 const std::string& clientName = "ratewarden");
    ~PipelinedConnection();
    PipelinedConnection(const PipelinedConnection&) = delete;
    PipelinedConnection& operator=(const PipelinedConnection&) = delete;

    /// Appends the command to what is to be sent.
    void add(const Command& command);
    /// Sends what the connection takes now; returns how many commands have left as a whole since the last
    /// call. Throws Unavailable, with Uncertain, when the connection is broken; nothing more can be sent
    /// then.
    std::size_t send();
    /// Reads the replies that have arrived, and hands them over in the order of the commands; of many a
    /// part, so that the caller can look at its times. Throws likewise, after those that were whole.
    void receive(const OnReply& onReply);

    /// Commands that were added and have not left as a whole; also of a connection that broke.
    std::size_t unsent() const { return m_lengths.size(); }
    /// Makes all that is done with it from now on fail, and wakes who waits for it. Thread-safe.
    void cancel();

    /// For waitForAny(): replies, and room to send where something is unsent.
    Awaited awaited() const;

private:
    [[noreturn]] void fail(const Problem& problem) const;
    [[noreturn]] void fail(const std::error_code& error, std::string_view what) const;
    /// A whole reply that has been read; null: there is none. The caller owns it.
    redisReply* next(std::string_view what);
    /// False: nothing could be sent by the deadline, which only a deadline of zero forgives.
    bool sendUntil(Stream::Deadline deadline, std::string_view what);
    /// False: there is nothing to read now.
    bool readUntil(Stream::Deadline deadline, std::string_view what);

    const std::string m_where;
    const std::chrono::milliseconds m_patience; // of the greeting
    Dialler m_dialler;
    const std::unique_ptr<Stream> m_stream;
    const std::unique_ptr<ReplyReader> m_reader;
    std::string m_outgoing;
    std::size_t m_left = 0;            // bytes of it that have left
    std::deque<std::size_t> m_lengths; // of the commands that have not left as a whole
    std::size_t m_ofFirst = 0;         // bytes of the first of them that have left
    bool m_mayHaveMore = false;        // to read
    std::array<char, 65'536> m_incoming{};
};

} // namespace ratewarden
