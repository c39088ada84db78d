// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/server.h"
#include "core/redis/stream.h"

#include <memory>
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
    ~SentinelServer() override;

    const std::string& where() const override;
    std::optional<TlsState> tls() const override;
    std::vector<NodeState> nodes() const override;
    void cancel() override;
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
