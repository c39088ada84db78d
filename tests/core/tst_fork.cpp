// SPDX-License-Identifier: GPL-3.0-or-later
// What a child has of its parent's servers, leases and slots after fork().
#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/limiter/slot_keeper.h"
#include "core/model/errors.h"
#include "core/policies/async_leased_rate_limiter.h"
#include "core/policies/async_rate_limiter.h"
#include "core/policies/following_rate_limiter.h"
#include "core/redis/connection_pool.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/child.h"
#include "tests/support/outcomes.h"
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

    // They are spent by one process, and settled by the same.
    void leasesStayTheParents()
    {
        Connection connection(m_server.endpoint(), unhurried);
        RedisRateLimiter redis(connection, {"leased", "sliding-log", parseRules("100000/h")});
        const auto used = [&] {
            return redis.peek("token").usage.at(0).used;
        };
        Micros now = 1h;
        LeaseOptions options;
        options.clock = [&] {
            return now;
        };
        auto leases = std::make_unique<LeasedRateLimiter>(redis, options);
        for (int i = 0; i < 15; ++i, now += 1ms)
            QVERIFY(leases->acquire("token").allowed());
        const Units charged = used();
        QVERIFY(charged > 15);
        QVERIFY(isTrueInChild([&] {
            const std::vector<TokenRequest> many{{"token"}};
            const bool isSaid = isRefused([&] { leases->acquire("token"); }) &&
                                isRefused([&] { leases->acquireMany(many); }) &&
                                isRefused([&] { leases->giveBack("token"); }) &&
                                isRefused([&] { leases->reset("token"); }) &&
                                isRefused([&] { leases->returnUnused(); });
            leases.reset();
            return isSaid;
        }));
        QCOMPARE(used(), charged);
        leases.reset();
        QCOMPARE(used(), Units(15));
    }

    void asynchronousLeasesSaySo()
    {
        PipelinedServer server(m_server.endpoint(), unhurriedPipeline());
        LeaseOptions options;
        options.clock = [now = Micros(1h)]() mutable {
            return now += 1us;
        };
        auto leases = std::make_unique<AsyncLeasedRateLimiter>(
            AsyncRateLimiter(server, Policy{"leased", "gcra", parseRules("100000/h")}), options);
        const auto decided = [&] {
            return madeBy<Decision>(leases->acquire("asked", 1, inConnectionThread()));
        };
        for (int i = 0; i < 4; ++i) // the last one from memory
            QVERIFY(decided().allowed());
        QVERIFY(isTrueInChild([&] {
            const bool isSaid = isRefused([&] { decided(); });
            leases.reset();
            return isSaid;
        }));
        QVERIFY(decided().allowed());
    }

    void aSlotStaysTheParents()
    {
        Connection connection(m_server.endpoint(), unhurried);
        RedisRateLimiter limiter(connection, {"work", "in-flight", parseRules("1 at once for 1h")});
        auto keeper = std::make_unique<SlotKeeper>();
        auto slot = std::make_unique<Slot>(limiter.slot("token"));
        keeper->keep(*slot);
        QVERIFY(isTrueInChild([&] {
            const bool isSaid = isRefused([&] { static_cast<void>(slot->renew()); }) &&
                                isRefused([&] { slot->release(); }) &&
                                isRefused([&] { static_cast<void>(slot->text()); }) &&
                                isRefused([&] { keeper->keep(*slot); }) &&
                                isRefused([&] { SlotKeeper().keep(*slot); }); // also to one of its own
            slot.reset();
            keeper.reset(); // waits for no thread
            return isSaid;
        }));
        QCOMPARE(limiter.peek("token").usage.at(0).used, Units(1));
        QVERIFY(slot->renew());
    }

    void anAsynchronousSlotStaysTheParents()
    {
        PipelinedServer server(m_server.endpoint(), unhurriedPipeline());
        const AsyncRateLimiter limiter(server, {"work", "in-flight", parseRules("1 at once for 1h")});
        std::optional<AsyncSlot> slot = resultOf(limiter.slot("asked", 1, inConnectionThread()));
        QVERIFY(slot->decision().allowed());
        QVERIFY(isTrueInChild([&] {
            slot.reset();
            return true;
        }));
        QVERIFY(!resultOf(limiter.acquire("asked", 1, inConnectionThread())).allowed());
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
