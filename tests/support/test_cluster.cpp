// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_cluster.h"

#include "core/redis/key_slot.h"
#include "tests/support/await.h"

#include <stdexcept>

namespace ratewarden::test {
namespace {

// A node that says nothing for so long is taken for gone, and nodes that greet each other give up after it:
// that must not happen because the machine is busy. Where replicas take over they have to notice it soon; and
// a cluster does not serve before so much time has passed.
constexpr const char* patientTimeoutMs = "20000";
constexpr const char* failoverTimeoutMs = "5000";
constexpr const char* beginningTimeoutMs = "2000";

std::string infoOf(const TestCluster::Node& node)
{
    Connection connection(node.endpoint(), unhurried);
    return std::string(connection.call({"CLUSTER", "INFO"}).view().string());
}

/// What `asked` says of `node`, as "master - 7 connected 0-5460": without times and slots that are on the
/// move.
QString lineOf(const TestCluster::Node& node, const TestCluster::Node& asked)
{
    const Reply all = Connection(asked.endpoint(), unhurried).call({"CLUSTER", "NODES"});
    for (const QString& line : QString::fromUtf8(all.view().string()).split('\n'))
        if (line.startsWith(QString::fromStdString(node.id))) {
            QStringList fields = line.split(' ');
            fields[2].remove("myself,");
            fields.remove(4, 2); // when it was pinged
            fields.removeIf([](const QString& field) { return field.startsWith('['); });
            return fields.mid(2).join(' ');
        }
    return {};
}

void setSlot(const TestCluster::Node& on, std::uint16_t slot, const char* what, const TestCluster::Node& node)
{
    Connection(on.endpoint(), unhurried)
        .call(Command{"CLUSTER", "SETSLOT"}.add(std::int64_t(slot)).add(what).add(node.id));
}

} // namespace

Endpoint TestCluster::Node::endpoint() const
{
    Endpoint endpoint;
    endpoint.host = "127.0.0.1";
    endpoint.port = port;
    return endpoint;
}

TestCluster::TestCluster(std::size_t primaries, std::size_t replicas, const QStringList& extraArguments)
    : m_primaries(primaries)
{
    for (std::size_t i = 0; i < primaries * (1 + replicas); ++i) {
        Node node;
        node.port = freePort();
        node.busPort = freePort();
        node.server = std::make_unique<TestServer>(nodeArguments(node.busPort) +
                                                   QStringList{"--port", QString::number(node.port),
                                                               "--cluster-node-timeout", patientTimeoutMs,
                                                               "--repl-diskless-sync-delay", "0"} +
                                                   extraArguments);
        node.id = Connection(node.endpoint(), unhurried).call({"CLUSTER", "MYID"}).view().string();
        m_nodes.push_back(std::move(node));
    }
    for (std::size_t i = 0; i < primaries; ++i) {
        Connection connection(m_nodes[i].endpoint(), unhurried);
        connection.call(Command{"CLUSTER", "ADDSLOTSRANGE"}
                            .add(std::int64_t(i * slotCount / primaries))
                            .add(std::int64_t((i + 1) * slotCount / primaries - 1)));
        connection.call(Command{"CLUSTER", "SET-CONFIG-EPOCH"}.add(std::int64_t(i + 1)));
    }
    Connection first(m_nodes[0].endpoint(), unhurried);
    for (std::size_t i = 1; i < m_nodes.size(); ++i)
        first.call(Command{"CLUSTER", "MEET", "127.0.0.1"}
                       .add(std::int64_t(m_nodes[i].port))
                       .add(std::int64_t(m_nodes[i].busPort)));
    for (const Node& node : m_nodes)
        await("the nodes do not find each other", [&] { return hasHeardOfAll(node); });
    setNodeTimeout(beginningTimeoutMs);
    waitUntilReady();
    for (std::size_t i = primaries; i < m_nodes.size(); ++i)
        Connection(m_nodes[i].endpoint(), unhurried)
            .call({"CLUSTER", "REPLICATE", m_nodes[(i - primaries) % primaries].id});
    for (std::size_t i = primaries; i < m_nodes.size(); ++i)
        await("a replica does not follow", [&] {
            const Reply info = Connection(m_nodes[i].endpoint(), unhurried).call({"INFO", "replication"});
            return info.view().string().find("master_link_status:up") != std::string_view::npos;
        });
    waitUntilReady();
    setNodeTimeout(replicas > 0 ? failoverTimeoutMs : patientTimeoutMs);
}

void TestCluster::waitUntilReady()
{
    for (const Node& node : m_nodes)
        if (node.server->processId() != 0)
            await("the cluster does not get ready", [&] {
                return infoOf(node).find("cluster_state:ok") != std::string::npos && hasHeardOfAll(node);
            });
}

bool TestCluster::hasHeardOfAll(const Node& node) const
{
    const std::string info = infoOf(node);
    return info.find("cluster_slots_assigned:16384") != std::string::npos &&
           info.find("cluster_known_nodes:" + std::to_string(m_nodes.size()) + "\r") != std::string::npos;
}

void TestCluster::setNodeTimeout(const char* milliseconds)
{
    for (const Node& node : m_nodes)
        Connection(node.endpoint(), unhurried).call({"CONFIG", "SET", "cluster-node-timeout", milliseconds});
}

void TestCluster::beginMove(std::uint16_t slot, const Node& from, const Node& to)
{
    setSlot(to, slot, "IMPORTING", from);
    setSlot(from, slot, "MIGRATING", to);
}

void TestCluster::moveKey(const char* key, const Node& from, const Node& to)
{
    Connection(from.endpoint(), unhurried)
        .call({"MIGRATE", "127.0.0.1", std::to_string(to.port), key, "0", "60000"});
}

void TestCluster::move(std::uint16_t slot, const Node& from, const Node& to)
{
    beginMove(slot, from, to);
    Connection source(from.endpoint(), unhurried);
    while (true) {
        const Reply keys =
            source.call(Command{"CLUSTER", "GETKEYSINSLOT"}.add(std::int64_t(slot)).add(std::int64_t(100)));
        if (keys.view().size() == 0)
            break;
        Command move{"MIGRATE", "127.0.0.1", std::to_string(to.port), "", "0", "60000", "KEYS"};
        for (std::size_t i = 0; i < keys.view().size(); ++i)
            move.add(keys.view()[i].string());
        source.call(move);
    }
    endMove(slot, to);
}

void TestCluster::endMove(std::uint16_t slot, const Node& to)
{
    setSlot(to, slot, "NODE", to);
    for (const Node& node : m_nodes)
        setSlot(node, slot, "NODE", to);
    // Until all have heard of the epoch in which it has the slot, a message of the former owner can take it
    // back.
    for (const Node& node : m_nodes)
        await("a node does not hear who has the slot", [&] { return lineOf(to, node) == lineOf(to, to); });
}

Endpoint TestCluster::endpoint() const
{
    Endpoint endpoint = m_nodes.front().endpoint();
    endpoint.deployment = Deployment::Cluster;
    return endpoint;
}

TestCluster::Node& TestCluster::ownerOf(std::uint16_t slot)
{
    for (std::size_t i = 0; i < m_primaries; ++i)
        if (slot < (i + 1) * slotCount / m_primaries)
            return m_nodes[i];
    throw std::runtime_error("no such slot");
}

} // namespace ratewarden::test
