// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads long
// Real Sentinels: who is found, and what a failover does to calls, limiters and policies.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/rule.h"
#include "core/policies/policy_watch.h"
#include "core/redis/connection.h"
#include "core/redis/open_server.h"
#include "core/redis/sentinel_server.h"
#include "core/redis/sentinel_watch.h"
#include "tests/support/await.h"
#include "tests/support/suites.h"
#include "tests/support/test_sentinels.h"

#include <QTest>

#include <future>

using namespace ratewarden;
using namespace ratewarden::test;

using namespace std::chrono_literals;

class TestSentinel : public QObject {
    Q_OBJECT

    std::unique_ptr<TestSentinels> m_sentinels;

private Q_SLOTS:
    void initTestCase() { m_sentinels = std::make_unique<TestSentinels>(); }

    void findsThePrimary()
    {
        const auto server = openServer(m_sentinels->endpoint(), unhurried);
        server->call({"SET", "a", "1"});
        QCOMPARE(Connection(m_sentinels->primary().endpoint(), unhurried).call({"GET", "a"}).view().string(),
                 std::string_view("1"));
        QCOMPARE(server->nodes().size(), std::size_t(3));
        QVERIFY(server->nodes()[0].isPrimary);
        QVERIFY(!server->nodes()[1].isPrimary);
    }

    void aSentinelMayBeGone()
    {
        Endpoint endpoint = m_sentinels->endpoint();
        endpoint.others.push_back({endpoint.host, endpoint.port});
        endpoint.port = freePort();
        SentinelServer server(endpoint, unhurried);
        server.call({"PING"});
        endpoint.others = {{"127.0.0.1", freePort()}};
        SentinelServer nobody(endpoint);
        QVERIFY_THROWS_EXCEPTION(Unavailable, nobody.call({"PING"}));
    }

    void aNameThatTheyDoNotKnow()
    {
        Endpoint endpoint = m_sentinels->endpoint();
        endpoint.primaryName = "shopp";
        SentinelServer server(endpoint, unhurried);
        try {
            server.call({"PING"});
            QFAIL("there is no such primary");
        } catch (const InvalidArgument& error) {
            QVERIFY2(std::string_view(error.what()).find("it knows: shop") != std::string_view::npos,
                     error.what());
        }
    }

    void readsFromAReplica()
    {
        Endpoint endpoint = m_sentinels->endpoint();
        endpoint.readsFromReplica = true;
        SentinelServer server(endpoint, unhurried);
        QCOMPARE(server.call({"ROLE"}).view()[0].string(), std::string_view("slave"));
        server.call({"SET", "b", "2"}); // writes do not go there
        await("the replica does not get it", [&] {
            const Reply reply = server.call({"GET", "b"});
            return !reply.view().isNil() && reply.view().string() == "2";
        });
    }

    void aFailoverIsFollowed()
    {
        SentinelServer server(m_sentinels->endpoint(), unhurried);
        Policy policy;
        policy.name = "pay";
        policy.algorithm = "sliding-log";
        policy.rules = parseRules("2/h");
        RedisRateLimiter limiter(server, policy);
        PolicyWatch watch(m_sentinels->endpoint());
        QVERIFY(limiter.acquire("u").allowed());
        // So that the next primary knows of it.
        QCOMPARE(server.call({"WAIT", "2", "15000"}).view().integer(), 2);
        m_sentinels->failOver();
        // One call may find the connection broken: then it says that it has not run, or that it may have.
        const auto decide = [&] {
            while (true) {
                try {
                    return limiter.acquire("u").allowed();
                } catch (const Unavailable&) {
                    continue;
                }
            }
        };
        decide();
        QVERIFY(!decide());
        QCOMPARE(server.call({"ROLE"}).view()[0].string(), std::string_view("master"));
        Connection primary(m_sentinels->primary().endpoint(), unhurried);
        PublishedPolicy published;
        published.policy = policy;
        publishPolicy(primary, published, {"tester", "a test"});
        await("the watch does not follow", [&] { return watch.find("pay") != nullptr; });
        m_sentinels->awaitReplicas(2);
    }

    // The old primary hangs, and a call with it: the announcement ends it, long before its timeout.
    void aCallThatHangsIsCutOff()
    {
        SentinelServer server(m_sentinels->endpoint(), {2s, 10min});
        server.call({"PING"});
        TestSentinels::Node& old = m_sentinels->primary();
        auto hanging = std::async(std::launch::async, [&] {
            try {
                server.call({"BLPOP", "nothing", "0"});
            } catch (const Unavailable& error) {
                return std::pair(error.reason(), error.effect());
            }
            return std::pair(Unavailable::Reason::Other, Unavailable::Effect::None);
        });
        Connection witness(old.endpoint(), unhurried);
        await("the call is not there", [&] {
            return witness.call({"INFO", "clients"}).view().string().find("blocked_clients:1") !=
                   std::string_view::npos;
        });
        old.server->freeze();
        const bool isCut =
            hanging.wait_for(std::chrono::milliseconds(patienceMs)) == std::future_status::ready;
        if (!isCut)
            server.cancel();
        const auto [reason, effect] = hanging.get();
        QVERIFY(isCut);
        QVERIFY(reason == Unavailable::Reason::PrimaryChanged);
        QVERIFY(effect == Unavailable::Effect::Uncertain);
        QCOMPARE(server.call({"SET", "c", "3"}).view().string(), std::string_view("OK"));
        old.server->thaw(); // it still takes itself for the primary, for a moment
        QCOMPARE(server.call({"GET", "c"}).view().string(), std::string_view("3"));
        m_sentinels->awaitReplicas(2);
    }

    // A Sentinel that was cut off while the others failed over is not believed.
    void theLatestConfigurationCounts()
    {
        const SentinelAnswer before = askSentinels(m_sentinels->endpoint(), {});
        const quint16 old = m_sentinels->failOver();
        const SentinelAnswer after = askSentinels(m_sentinels->endpoint(), {});
        QVERIFY(after.epoch > before.epoch);
        QVERIFY(after.primary.port != old);
    }

    void cancelled()
    {
        SentinelServer server(m_sentinels->endpoint(), {2s, 10min});
        server.call({"PING"});
        auto hanging = std::async(std::launch::async, [&] {
            try {
                server.call({"BLPOP", "nothing", "0"});
            } catch (const Unavailable& error) {
                return error.reason();
            }
            return Unavailable::Reason::Other;
        });
        Connection witness(m_sentinels->primary().endpoint(), unhurried);
        await("the call is not there", [&] {
            return witness.call({"INFO", "clients"}).view().string().find("blocked_clients:1") !=
                   std::string_view::npos;
        });
        server.cancel();
        QVERIFY(hanging.get() == Unavailable::Reason::Cancelled);
        QVERIFY_THROWS_EXCEPTION(Unavailable, server.call({"PING"}));
    }
};

RATEWARDEN_SUITE(TestSentinel)
#include "tst_sentinel.moc"
