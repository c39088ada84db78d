// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/pipelined_server.h"

#include <memory>
#include <string>
#include <vector>

namespace ratewarden {

/// A cluster for any number of threads, and for callers that do not wait: one connection to each node, with a
/// thread of its own; each command goes to the node that has the slot of its key. So many commands at once
/// cost one round trip to the slowest of their nodes.
///
/// Redirections and failures are those of ClusterServer: MOVED and ASK are followed and TRYAGAIN is tried
/// again until the patience is over; what a node has certainly not run goes to the slot's new owner, if there
/// is one; a command whose reply is lost is not sent again. Where other nodes serve, the error of one is an
/// Unavailable that isOfOneNode().
///
/// For commands with a key; others go to one primary. SCAN and DBSIZE, which all primaries would have to
/// answer, are refused with InvalidArgument: openServer() has them.
class PipelinedCluster final : public AsyncServer {
public:
    /// The endpoint is of a cluster, or of one of its nodes. Options::connections means nothing here: to each
    /// node there is one, so that commands for one key keep their order. Throws InvalidArgument.
    explicit PipelinedCluster(const Endpoint& endpoint, const PipelinedServer::Options& options);
    explicit PipelinedCluster(const Endpoint& endpoint)
        : PipelinedCluster(endpoint, PipelinedServer::Options())
    {
    }
    /// Commands without an outcome fail with Unavailable. Not to be called by the thread of an outcome.
    ~PipelinedCluster() override;

    void submitAll(std::span<AsyncCall> calls) override;
    void callAfter(std::chrono::microseconds time, std::function<void()> function) override;

    const std::string& where() const override;
    std::vector<NodeState> nodes() const override;
    void cancel() override;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
