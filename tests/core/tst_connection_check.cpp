// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Which step of connecting fails, on real servers.
#include "core/redis/connection.h"
#include "core/redis/connection_check.h"
#include "core/redis/open_server.h"
#include "tests/support/suites.h"
#include "tests/support/test_sentinels.h"
#include "tests/support/tls_server.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;

using namespace std::chrono_literals;
using enum ConnectStep;

class TestConnectionCheck : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;
    std::unique_ptr<TlsServer> m_server;
    const quint16 m_port = freePort();
    TestSentinels m_sentinels{1};
    TestServer m_plain{{"--port", QString::number(m_port), "--bind", "127.0.0.1"}};

    static ConnectionCheck check(const Endpoint& endpoint, Timeouts timeouts = unhurried)
    {
        Connection connection(endpoint, timeouts);
        return checkConnection(connection);
    }
    Endpoint plain() const { return parseEndpoint("redis://localhost:" + std::to_string(m_port)); }

private Q_SLOTS:
    void initTestCase()
    {
        m_certificates.issue("server", "DNS:localhost");
        m_server = std::make_unique<TlsServer>(m_certificates);
        Connection admin(m_plain.endpoint(), unhurried);
        admin.call({"ACL", "SETUSER", "writer", "on", ">secret", "+@write", "+@connection", "~*"});
    }

    void whatSteps()
    {
        QVERIFY(connectSteps(parseEndpoint("redis://cache")) == (std::vector{Name, Connect, Login, Read}));
        QVERIFY(connectSteps(parseEndpoint("unix:///run/redis.sock?db=2")) ==
                (std::vector{Connect, Login, Database, Read}));
        QVERIFY(connectSteps(parseEndpoint("rediss://cache/1?ssh=bastion")) ==
                (std::vector{Ssh, Tls, Login, Database, Read}));
        QVERIFY(connectSteps(parseEndpoint("redis+cluster://cache")) ==
                (std::vector{Name, Connect, Login, Topology, Read}));
    }

    void allWork()
    {
        for (const Endpoint& endpoint : {plain(), m_plain.endpoint(), m_server->endpoint()}) {
            const ConnectionCheck done = check(endpoint);
            QVERIFY2(!done.failed, englishText(done.problem).c_str());
            QVERIFY(done.latency.count() > 0);
            QVERIFY(done.info.version);
            QCOMPARE(done.info.tls.has_value(), endpoint.tls.has_value());
        }
    }

    void whatFails_data()
    {
        QTest::addColumn<Endpoint>("endpoint");
        QTest::addColumn<int>("step");
        const auto row = [](const char* name, Endpoint endpoint, ConnectStep step, auto change) {
            change(endpoint);
            QTest::newRow(name) << endpoint << int(step);
        };
        const Endpoint tls = m_server->endpoint();
        row("no such name", plain(), Name, [](Endpoint& e) { e.host = "nowhere.invalid"; });
        row("nobody listens", plain(), Connect, [](Endpoint& e) { e.port = 1; });
        row("no such socket", m_plain.endpoint(), Connect, [](Endpoint& e) { e.socketPath = "/none"; });
        row("no ssh", plain(), Ssh, [](Endpoint& e) { e.ssh = "nowhere.invalid"; });
        row("no TLS there", plain(), Tls, [](Endpoint& e) { e.tls.emplace(); });
        row("unknown authority", tls, Tls, [](Endpoint& e) { e.tls->caFile.clear(); });
        row("no such file", tls, Tls, [](Endpoint& e) { e.tls->caFile = "/none"; });
        row("only TLS there", tls, Login, [](Endpoint& e) { e.tls.reset(); });
        row("another password", plain(), Login, [](Endpoint& e) {
            e.user = "writer";
            e.password = "other";
        });
        row("no such database", plain(), Database, [](Endpoint& e) { e.database = 99; });
        row("no cluster", plain(), Topology, [](Endpoint& e) { e.deployment = Deployment::Cluster; });
        row("no Sentinel", plain(), Topology, [](Endpoint& e) {
            e.deployment = Deployment::Sentinel;
            e.primaryName = "main";
        });
        row("no such primary", m_sentinels.endpoint(), Topology,
            [](Endpoint& e) { e.primaryName = "other"; });
        row("may not read", plain(), Read, [](Endpoint& e) {
            e.user = "writer";
            e.password = "secret";
        });
    }
    void whatFails()
    {
        QFETCH(Endpoint, endpoint);
        QFETCH(int, step);
        const auto server = openServer(endpoint, {5s, 5s}); // what speaks no TLS says nothing
        const ConnectionCheck done = checkConnection(*server);
        QVERIFY(done.failed);
        QVERIFY2(int(*done.failed) == step, englishText(done.problem).c_str());
        QVERIFY(!englishText(done.problem).empty());
    }
};

RATEWARDEN_SUITE(TestConnectionCheck)
#include "tst_connection_check.moc"
