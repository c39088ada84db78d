// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/connection.h"
#include "core/redis/endpoint.h"
#include "core/redis/sentinel_watch.h"
#include "core/redis/server.h"
#include "core/redis/stream.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace ratewarden {

/// The primary that Sentinels name. When they announce another one, also while a call waits for the old one,
/// the connection is given up and the next call goes to the new one. A command that had been sent fails then
/// with Unavailable, PrimaryChanged and Uncertain; one that certainly has not run is sent to the new primary.
/// A server that is named but says that it is a replica is not used.
///
/// If the endpoint says so, commands that only read go to a replica, where there is one: it may be some
/// moments behind.
///
/// Used by one thread at a time, except for cancel(). It has a thread that listens to the Sentinels; in
/// a child, which has none after fork(), run() throws InvalidArgument.
class SentinelServer final : public Server {
public:
    explicit SentinelServer(const Endpoint& endpoint, Timeouts timeouts = {},
                            const std::string& clientName = "ratewarden");

    const std::string& where() const override { return m_where; }
    std::optional<TlsState> tls() const override;
    std::vector<NodeState> nodes() const override;
    void cancel() override;
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    bool runOnReplica(std::span<const Command> commands, std::span<Reply> replies);
    Connection& primary();
    /// After a failure: whether there is another primary by now.
    bool hasMoved();
    bool isAt(const HostPort& address);
    void find();
    /// In the watch's thread.
    void announced(const HostPort& address);
    std::unique_ptr<Connection> connectionTo(const HostPort& address) const;

    const HomeProcess m_home;
    const std::string m_where;
    const Endpoint m_endpoint;
    const Timeouts m_timeouts;
    const std::string m_clientName;
    SentinelAnswer m_answer; // the last one
    std::mutex m_mutex;      // for what follows, which the watch and cancel() use, too
    std::unique_ptr<Connection> m_primary;
    HostPort m_address;     // m_primary's
    bool m_isStale = false; // the Sentinels have to be asked
    bool m_isCut = false;   // m_primary has been cancelled
    std::unique_ptr<Connection> m_replica;
    Stream::Clock::time_point m_replicaFrom{}; // when one may be tried again
    std::atomic<bool> m_isCancelled = false;
    std::unique_ptr<SentinelWatch> m_watch; // the last: it uses the others
};

} // namespace ratewarden
