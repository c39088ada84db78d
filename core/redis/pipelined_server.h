// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/async_server.h"
#include "core/redis/endpoint.h"
#include "core/redis/home_process.h"
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
class SentinelWatch;

/// One node, or the primary that Sentinels name, for any number of threads: their commands go out together
/// over a few connections, and none waits for the reply to another. Each connection has a thread of its own,
/// which connects at the first command and again after the connection broke, with everything restored.
///
/// When the Sentinels announce another primary, connections to the old one are given up: what had been sent
/// fails with Unavailable, PrimaryChanged and Uncertain, and what comes later goes to the new one. So does,
/// once, what a server refuses as a replica, as it has not run there.
///
/// All functions may be called by any threads at once, except the destructor. Commands of one call keep their
/// order; those of different calls have none. Not for commands that change the connection or wait in the
/// server: SUBSCRIBE, MULTI, BLPOP, SELECT. A child makes one of its own after fork(): this one throws
/// InvalidArgument there. Never raises SIGPIPE.
class PipelinedServer final : public AsyncServer {
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

    /// Throws InvalidArgument, also for a cluster: PipelinedCluster is for those.
    PipelinedServer(const Endpoint& endpoint, const Options& options);
    explicit PipelinedServer(const Endpoint& endpoint) : PipelinedServer(endpoint, Options()) {}
    /// Asks `locate` for the address before each time it connects, in a thread of its own; what that throws
    /// fails the commands that wait. `where` is for error messages. Throws InvalidArgument.
    PipelinedServer(const std::function<Endpoint()>& locate, std::string where, const Options& options);
    /// Commands without an outcome fail with Unavailable. Waits for connections that are being made. Not to
    /// be called by the thread of an outcome.
    ~PipelinedServer() override;

    /// The commands of one call go over one connection.
    void submitAll(std::span<AsyncCall> calls) override;
    void callAfter(std::chrono::microseconds time, std::function<void()> function) override;

    const std::string& where() const override { return m_where; }
    void cancel() override;

private:
    PipelinedServer(const std::function<Endpoint()>& locate, std::string where, const Options& options,
                    bool followsPrimary);
    PipelinedChannel& nextChannel();

    const HomeProcess m_home;
    const std::string m_where;
    std::atomic<std::size_t> m_turn = 0; // of the channels
    std::vector<std::unique_ptr<PipelinedChannel>> m_channels;
    std::unique_ptr<SentinelWatch> m_watch; // last: it uses the channels
};

/// The same for any address: a PipelinedCluster, or a PipelinedServer. Of a cluster the address must say so
/// (redis+cluster://): at redis:// stands one node. Throws InvalidArgument.
std::unique_ptr<AsyncServer> openAsyncServer(const Endpoint& endpoint,
                                             const PipelinedServer::Options& options);
std::unique_ptr<AsyncServer> openAsyncServer(const Endpoint& endpoint);

} // namespace ratewarden
