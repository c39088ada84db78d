// SPDX-License-Identifier: GPL-3.0-or-later
// What a child has of its parent's servers after fork().
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/async_rate_limiter.h"
#include "core/policies/following_rate_limiter.h"
#include "core/redis/connection_pool.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/child.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"
#include "tests/support/test_sentinels.h"
#include "tests/support/tls_server.h"

#include <QTest>

#include <functional>
#include <future>
#include <memory>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

std::int64_t clientId(Server& server)
{
    return server.call({"CLIENT", "ID"}).view().integer();
}

/// It says that it was made before fork(), and does so at once.
bool isRefused(const std::function<void()>& use)
{
    try {
        use();
    } catch (const InvalidArgument& error) {
        return QString(error.what()).contains("was made before fork()");
    }
    return false;
}

} // namespace

class TestFork : public QObject {
    Q_OBJECT

private:
    TestServer m_server;
    TestCertificates m_certificates;
    std::optional<TlsServer> m_tls;
    std::optional<TestCluster> m_cluster;
    std::optional<TestSentinels> m_sentinels;

    Endpoint endpointOf(const QByteArray& kind) const
    {
        if (kind == "tls")
            return m_tls->endpoint();
        if (kind == "cluster")
            return m_cluster->endpoint();
        if (kind == "sentinel")
            return m_sentinels->endpoint();
        return m_server.endpoint();
    }

    std::unique_ptr<Server> opened(const QByteArray& kind) const
    {
        const Endpoint endpoint = endpointOf(kind);
        if (kind == "pipelined") // of one connection, so that its id is one
            return std::make_unique<PipelinedServer>(endpoint, unhurriedPipeline(1));
        if (kind == "pool")
            return std::make_unique<ConnectionPool>([=] { return openServer(endpoint, unhurried); });
        return openServer(endpoint, unhurried);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_certificates.issue("server", "DNS:localhost,IP:127.0.0.1");
        m_tls.emplace(m_certificates);
        m_cluster.emplace(1);
        m_sentinels.emplace(1);
    }

    void aChildConnectsAnew_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* const kind : {"node", "tls", "cluster"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void aChildConnectsAnew()
    {
        QFETCH(QByteArray, kind);
        const auto server = opened(kind);
        const std::int64_t id = clientId(*server);
        QVERIFY(isTrueInChild([&] {
            const std::int64_t its = clientId(*server);
            return its != id && clientId(*server) == its;
        }));
        QCOMPARE(clientId(*server), id);
    }

    void nobodyGetsTheVerdictOfAnother()
    {
        Connection connection(m_server.endpoint(), unhurried);
        RedisRateLimiter parents(connection, {"parents", "gcra", parseRules("1000000/s")});
        RedisRateLimiter childs(connection, {"childs", "gcra", parseRules("0/s")});
        QVERIFY(parents.acquire("token").allowed());
        const auto decidesRightly = [](RedisRateLimiter& limiter, bool isAllowed) {
            for (int i = 0; i < 500; ++i)
                if (limiter.acquire("token").allowed() != isAllowed)
                    return false;
            return true;
        };
        const pid_t child = startChild([&] { return decidesRightly(childs, false); });
        const bool isRight = decidesRightly(parents, true); // meanwhile
        QVERIFY(wasTrueIn(child));
        QVERIFY(isRight);
    }

    // Neither by a use that is refused, nor by its end: no TLS alert, no shutdown, no wait for a thread.
    void theParentGoesOn_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* const kind : {"node", "tls", "cluster", "sentinel", "pipelined", "pool"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void theParentGoesOn()
    {
        QFETCH(QByteArray, kind);
        std::unique_ptr<Server> server = opened(kind);
        const std::int64_t id = clientId(*server);
        QVERIFY(isTrueInChild([&] {
            server->cancel();
            server.reset();
            return true;
        }));
        QCOMPARE(clientId(*server), id);
    }

    void whatHasThreadsSaysSo_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* const kind : {"sentinel", "pipelined", "pool"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void whatHasThreadsSaysSo()
    {
        QFETCH(QByteArray, kind);
        const std::unique_ptr<Server> server = opened(kind);
        server->call({"PING"});
        QVERIFY(isTrueInChild([&] { return isRefused([&] { server->call({"PING"}); }); }));
    }

    void asynchronousDecisionsSaySo()
    {
        PipelinedServer server(m_server.endpoint(), unhurriedPipeline());
        const AsyncRateLimiter limiter(server, {"api", "gcra", parseRules("1/s")});
        QVERIFY(isTrueInChild([&] {
            std::exception_ptr error;
            limiter.acquire("token", 1, inConnectionThread())
                .then([&](const RequestOutcome<Decision>& outcome) { error = outcome.error; });
            return isRefused([&] { std::rethrow_exception(error); });
        }));
    }

    void aWatchSaysSo()
    {
        Connection connection(m_server.endpoint(), unhurried);
        announcePolicy(connection, {"api", "gcra", parseRules("9/h")});
        auto watch = std::make_unique<PolicyWatch>(m_server.endpoint());
        FollowingRateLimiter limiter(connection, *watch, "api", {.patience = unhurried.command});
        QVERIFY(limiter.acquire("token").allowed());
        QVERIFY(isTrueInChild([&] {
            const bool isSaid =
                isRefused([&] { watch->find("api"); }) && isRefused([&] { limiter.acquire("token"); });
            watch.reset(); // waits for no thread
            return isSaid;
        }));
        QVERIFY(limiter.acquire("token").allowed());
    }

    void aPoolThatIsWaitedForEndsInTheChild()
    {
        ConnectionPool::Options options{.most = 1, .patience = 60s};
        auto pool = std::make_unique<ConnectionPool>(
            [&] { return openServer(m_server.endpoint(), unhurried); }, options);
        auto loan = std::make_unique<ConnectionPool::Loan>(pool->lend());
        std::promise<void> begins;
        std::thread waiting([&] {
            begins.set_value();
            pool->call({"PING"});
        });
        begins.get_future().wait();
        QVERIFY(isTrueInChild([&] {
            pool.reset();
            return true;
        }));
        loan.reset();
        waiting.join();
    }
};

RATEWARDEN_SUITE(TestFork)
#include "tst_fork.moc"
