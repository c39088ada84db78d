// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/call_outcome.h"
#include "core/redis/endpoint.h"
#include "core/redis/server.h"
#include "core/redis/stream.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

class PipelinedChannel;

/// One node, for any number of threads: their commands go out together over a few connections, and none waits
/// for the reply to another. Each connection has a thread of its own, which connects at the first command and
/// again after the connection broke, with everything restored.
///
/// All functions may be called by any threads at once, except the destructor. Commands of one call keep their
/// order; those of different calls have none. Not for commands that change the connection or wait in the
/// server: SUBSCRIBE, MULTI, BLPOP, SELECT. Never raises SIGPIPE.
class PipelinedServer final : public Server {
public:
    struct Options {
        std::size_t connections = 2; ///< 1 to 64
        /// For a command, from its submission to its outcome, also while the connection is being made. When
        /// it ends without a reply, the connection is closed, and all that is outstanding on it fails, too:
        /// a server that hangs costs the threads this time once.
        std::chrono::milliseconds patience{2000};
        Timeouts timeouts = {}; ///< for connecting, and logging in
        std::string clientName = "ratewarden";
        /// Commands without an outcome, on each connection; more are refused, so that memory is bounded.
        std::size_t mostOutstanding = 65'536;
    };

    PipelinedServer(const Endpoint& endpoint, const Options& options);
    explicit PipelinedServer(const Endpoint& endpoint) : PipelinedServer(endpoint, Options()) {}
    /// Asks `locate` for the address before each time it connects, in a thread of its own; what that throws
    /// fails the commands that wait. `where` is for error messages. Throws InvalidArgument.
    PipelinedServer(const std::function<Endpoint()>& locate, std::string where, const Options& options);
    /// Commands without an outcome fail with Unavailable. Waits for connections that are being made. Not to
    /// be called by the thread of an outcome.
    ~PipelinedServer() override;

    /// Sends the command soon, and calls `done` with what came of it, in the thread of a connection: it must
    /// be quick, and may submit more. A script that the server does not have is sent along. What failed
    /// before it left, or as a half, has the effect None. Throws Unavailable, and does not call `done`, when
    /// too much is outstanding or after cancel().
    void submit(Command command, OnOutcome done);

    const std::string& where() const override { return m_where; }
    void cancel() override;
    /// Blocks; not to be called by the thread of an outcome.
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    PipelinedChannel& nextChannel();

    const std::string m_where;
    std::atomic<std::size_t> m_turn = 0; // of the channels
    std::vector<std::unique_ptr<PipelinedChannel>> m_channels;
};

} // namespace ratewarden
