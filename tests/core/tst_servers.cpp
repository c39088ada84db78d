// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Servers that stand in front of another, and what a server says of itself.
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/guard.h"
#include "core/redis/server_info.h"
#include "tests/support/cluster_node.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestServers : public QObject, private LimiterFixture {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void cancelPasses()
    {
        Connection connection(m_server.endpoint(), unhurried);
        Guard server(connection);
        server.call({"PING"});
        server.cancel();
        QVERIFY_THROWS_EXCEPTION(Unavailable, connection.call({"PING"}));
    }

    // Whoever reads CLIENT LIST sees the program, and from 7.2 on also which library that is.
    void aClientSaysWhoItIs()
    {
        Connection named(m_server.endpoint(), unhurried, "a-test");
        const std::string id = std::to_string(named.call({"CLIENT", "ID"}).view().integer());
        const std::string line(m_connection.call({"CLIENT", "LIST", "ID", id}).view().string());
        QVERIFY2(line.find(" name=a-test ") != std::string::npos, line.c_str());
        QVERIFY(!named.knownHello().version.empty());
        QCOMPARE(line.find(" lib-name=ratewarden ") != std::string::npos, named.hello().isAtLeast(7, 2));
    }

    void aServerDescribesItself()
    {
        m_connection.call({"CONFIG", "SET", "maxmemory-policy", "volatile-lru"});
        const ServerInfo info = readServerInfo(m_connection);
        m_connection.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
        QVERIFY(info.engine);
        QVERIFY(info.version && info.version->find('.') != std::string::npos);
        QVERIFY(info.role == Role::Master);
        QVERIFY(info.clusterEnabled == false);
        QCOMPARE(info.maxmemoryPolicy.value_or(""), std::string("volatile-lru"));
        QVERIFY(info.usedCpu && *info.usedCpu > 0us && *info.usedCpu < 1h);
        QVERIFY(info.usedMemory && *info.usedMemory > 100'000);
        const ServerInfo later = readServerInfo(m_connection);
        QCOMPARE(later.commandsProcessed.value(), info.commandsProcessed.value() + 2);

        const TestServer node(nodeArguments());
        Connection toNode(node.endpoint(), unhurried);
        QVERIFY(readServerInfo(toNode).clusterEnabled == true);
        m_connection.call({"REPLICAOF", "127.0.0.1", "1"});
        QVERIFY(readServerInfo(m_connection).role == Role::Replica);
        m_connection.call({"REPLICAOF", "NO", "ONE"});
    }

    void whoMayNotAskGetsNothing()
    {
        Connection connection(userWith("~* +get +client", m_server), unhurried);
        const ServerInfo info = readServerInfo(connection);
        QVERIFY(!info.version && !info.engine && !info.role && !info.clusterEnabled && !info.usedCpu);
    }

    void valkeyIsNotTakenForRedis()
    {
        const ServerInfo info =
            serverInfo("# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\n"
                       "valkey_version:8.1.1\r\nused_cpu_sys:1.5\r\nused_cpu_user:2.250001\r\n"
                       "role:slave\r\n");
        QVERIFY(info.engine == ServerEngine::Valkey);
        QCOMPARE(info.version.value_or(""), std::string("8.1.1"));
        QCOMPARE(info.usedCpu.value_or(0us).count(), 3'750'001);
        QVERIFY(info.role == Role::Replica);
        QVERIFY(!info.usedMemory);
    }

    void loadAndReplicas()
    {
        const ServerInfo info =
            serverInfo("connected_clients:212\r\nblocked_clients:3\r\ninstantaneous_ops_per_sec:21400\r\n"
                       "connected_slaves:2\r\nserver_time_usec:1795000000000001\r\n"
                       "slave0:ip=10.0.0.7,port=6379,state=online,offset=28,lag=1\r\n"
                       "slave1:ip=10.0.0.8,port=6379,state=online,offset=28,lag=12,io=1\r\n");
        QCOMPARE(info.clients.value_or(-1), 212);
        QCOMPARE(info.blockedClients.value_or(-1), 3);
        QCOMPARE(info.operations.value_or(-1), 21400);
        QCOMPARE(info.replicas.value_or(-1), 2);
        QVERIFY(info.time == Instant(Micros(1'795'000'000'000'001)));
        QCOMPARE(info.replicaLag.value_or(-1), 12);
        QVERIFY(!serverInfo("connected_slaves:0\r\nslave_expires_tracked_keys:0\r\n").replicaLag);
    }

    void nonsenseIsNotRead()
    {
        const ServerInfo info =
            serverInfo("server_time_usec:-1\nused_memory:x1\nused_cpu_sys:-1.5\nused_cpu_user:1\nrole:king\n"
                       "cluster_enabled:\n#role:master\nrole");
        QVERIFY(!info.time && !info.usedMemory && !info.usedCpu && !info.role && !info.clusterEnabled);
        QVERIFY(parseInfo("").empty());
        QVERIFY(parseInfo(":").contains(""));
    }
};

RATEWARDEN_SUITE(TestServers)
#include "tst_servers.moc"
