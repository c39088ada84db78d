// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/cluster_node.h"
#include "tests/support/test_server.h"

#include <memory>
#include <vector>

namespace ratewarden::test {

/// A primary, its replicas and three Sentinels, all real; the constructor returns when the Sentinels know of
/// each other and of the replicas.
class TestSentinels {
public:
    struct Node {
        std::unique_ptr<TestServer> server;
        quint16 port = 0;

        Endpoint endpoint() const;
    };

    static constexpr const char* name = "shop";

    explicit TestSentinels(std::size_t replicas = 2);
    ~TestSentinels();
    TestSentinels(const TestSentinels&) = delete;
    TestSentinels& operator=(const TestSentinels&) = delete;

    /// redis+sentinel://, of all three.
    Endpoint endpoint() const;
    /// The first was the primary at the start.
    std::vector<Node>& nodes() { return m_nodes; }
    /// That the Sentinels name now.
    Node& primary();
    Endpoint sentinel(std::size_t i) const;
    /// Makes a replica the primary, and waits until the Sentinels name it. The port of the former one.
    quint16 failOver();
    /// Waits until the Sentinels name another primary than that, and it takes writes.
    void awaitOtherThan(quint16 port);
    /// Waits until as many replicas follow the primary.
    void awaitReplicas(std::size_t count);
    void killSentinel(std::size_t i)
    {
        m_sentinels[i]->kill();
        m_sentinels[i]->waitForFinished();
    }

private:
    std::vector<Node> m_nodes;
    QTemporaryDir m_directory;
    std::vector<quint16> m_ports; // of the Sentinels
    std::vector<std::unique_ptr<QProcess>> m_sentinels;
};

} // namespace ratewarden::test
