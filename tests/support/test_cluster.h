// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/cluster_node.h"
#include "tests/support/test_server.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ratewarden::test {

/// A cluster of real nodes; its constructor returns when every node says that it works.
class TestCluster {
public:
    struct Node {
        std::unique_ptr<TestServer> server;
        quint16 port = 0;
        quint16 busPort = 0;
        std::string id;

        Endpoint endpoint() const;
    };

    /// The primaries share the slots in ranges of equal size; each has as many replicas.
    explicit TestCluster(std::size_t primaries = 3, std::size_t replicas = 0,
                         const QStringList& extraArguments = {});

    /// redis+cluster://, from its first node.
    Endpoint endpoint() const;
    std::vector<Node>& nodes() { return m_nodes; } ///< the primaries first
    /// The primary that has the slot at the start.
    Node& ownerOf(std::uint16_t slot);
    /// As redis-cli moves a slot, step by step.
    static void beginMove(std::uint16_t slot, const Node& from, const Node& to);
    static void moveKey(const char* key, const Node& from, const Node& to);
    void endMove(std::uint16_t slot, const Node& to);
    /// The whole of it, with all keys.
    void move(std::uint16_t slot, const Node& from, const Node& to);
    /// Waits until every node but those that are stopped says that all slots are served.
    void waitUntilReady();

private:
    bool hasHeardOfAll(const Node& node) const;
    void setNodeTimeout(const char* milliseconds);

    std::vector<Node> m_nodes;
    std::size_t m_primaries;
};

} // namespace ratewarden::test
