// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/server.h"
#include "core/redis/stream.h"

#include <memory>
#include <string>

namespace ratewarden {

/// A cluster: each command goes to the node that has the slot of its key. A pipeline is split by node; all
/// parts are sent before the replies are waited for, so that it costs one round trip to the slowest. Between
/// MULTI and EXEC all keys lie in one slot.
///
/// Where the slots are is read from any node that answers, again when a node says that it has lost one or is
/// unreachable, and now and then. MOVED and ASK are followed and TRYAGAIN is tried again until the timeout of
/// a command; as such a command has not run, nothing runs twice. A command whose reply is lost is not sent
/// again.
///
/// A node that answers LOADING, MASTERDOWN or CLUSTERDOWN is one that is unreachable: the slots are read
/// again, and its commands go to their new owner, if there is one. Where there are several primaries, an
/// error of one that does not serve now, also for want of memory, becomes an Unavailable that isOfOneNode();
/// but not CLUSTERDOWN of the owner of a slot.
///
/// SCAN goes over all primaries side by side: its cursor, which is no number then, holds one for each, and
/// goes on after a failover or with a new node. Unreachable primaries are left out: see nodes(). DBSIZE is
/// the sum. Other commands without a key go to one primary.
///
/// Used by one thread at a time, except for cancel(). A child connects anew after fork().
class ClusterServer final : public Server {
public:
    /// The endpoint is of a cluster, or of one of its nodes.
    explicit ClusterServer(const Endpoint& endpoint, Timeouts timeouts = {},
                           const std::string& clientName = "ratewarden");
    ~ClusterServer() override;

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
