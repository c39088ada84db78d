// SPDX-License-Identifier: MIT
#include "core/redis/open_server.h"

#include "core/redis/cluster_server.h"
#include "core/redis/connection.h"
#include "core/redis/sentinel_server.h"

#include <mutex>
#include <utility>

namespace ratewarden {
namespace {

/// One server, or the cluster that it turns out to be a node of.
class NodeOrCluster final : public Server {
public:
    NodeOrCluster(const Endpoint& endpoint, Timeouts timeouts, const std::string& clientName)
        : m_endpoint(endpoint)
        , m_timeouts(timeouts)
        , m_clientName(clientName)
        , m_node(endpoint, timeouts, clientName)
    {
    }

    const std::string& where() const override { return m_node.where(); }
    std::optional<TlsState> tls() const override { return m_cluster ? m_cluster->tls() : m_node.tls(); }
    std::vector<NodeState> nodes() const override
    {
        return m_cluster ? m_cluster->nodes() : std::vector<NodeState>();
    }

    void cancel() override
    {
        m_node.cancel();
        const std::scoped_lock lock(m_mutex);
        m_isCancelled = true;
        if (m_cluster)
            m_cluster->cancel();
    }

    void run(std::span<const Command> commands, std::span<Reply> replies) override
    {
        if (!m_isKnown)
            findOut();
        if (m_cluster)
            m_cluster->run(commands, replies);
        else
            m_node.run(commands, replies);
    }

private:
    void findOut()
    {
        const bool isCluster = m_endpoint.socketPath.empty() && m_node.hello().mode == "cluster";
        if (isCluster && mayAskForSlots()) {
            auto cluster = std::make_unique<ClusterServer>(m_endpoint, m_timeouts, m_clientName);
            const std::scoped_lock lock(m_mutex);
            if (m_isCancelled)
                cluster->cancel();
            m_cluster = std::move(cluster);
        }
        m_isKnown = true;
    }

    bool mayAskForSlots()
    {
        const Reply slots = std::move(m_node.pipeline({{"CLUSTER", "SLOTS"}}).front());
        return !slots.view().isError() && slots.view().size() > 0;
    }

    const Endpoint m_endpoint;
    const Timeouts m_timeouts;
    const std::string m_clientName;
    Connection m_node;
    bool m_isKnown = false;
    std::mutex m_mutex; // for what cancel() uses, too
    bool m_isCancelled = false;
    std::unique_ptr<ClusterServer> m_cluster;
};

} // namespace

std::unique_ptr<Server> openServer(const Endpoint& endpoint, Timeouts timeouts, const std::string& clientName)
{
    switch (endpoint.deployment) {
    case Deployment::Sentinel:
        return std::make_unique<SentinelServer>(endpoint, timeouts, clientName);
    case Deployment::Cluster:
        return std::make_unique<ClusterServer>(endpoint, timeouts, clientName);
    case Deployment::Node:
        break;
    }
    return std::make_unique<NodeOrCluster>(endpoint, timeouts, clientName);
}

} // namespace ratewarden
