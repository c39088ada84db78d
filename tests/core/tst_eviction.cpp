// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// What becomes of blocks on a server whose memory is full.
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/redis/server_info.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <fmt/format.h>

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestEviction : public QObject {
    Q_OBJECT

private:
    static bool exists(Server& server, const std::string& key)
    {
        return server.call({"EXISTS", key}).view().integer() == 1;
    }

private Q_SLOTS:
    void whatIsLostDependsOnTheSetting_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<bool>("takesMore");
        QTest::addColumn<bool>("losesTimed");
        QTest::addColumn<bool>("losesEndless");
        QTest::newRow("noeviction") << "noeviction" << false << false << false;
        QTest::newRow("volatile-ttl") << "volatile-ttl" << true << false << false;
        QTest::newRow("volatile-lru") << "volatile-lru" << true << true << false;
        QTest::newRow("volatile-random") << "volatile-random" << true << true << false;
        QTest::newRow("allkeys-lru") << "allkeys-lru" << true << true << true;
    }

    void whatIsLostDependsOnTheSetting()
    {
        QFETCH(const QString, setting);
        QFETCH(const bool, takesMore);
        QFETCH(const bool, losesTimed);
        QFETCH(const bool, losesEndless);
        constexpr int blocks = 20; // of each kind
        constexpr int mostRounds = 200;
        constexpr int perRound = 500;
        const TestServer server({"--maxmemory-policy", setting, "--maxmemory-samples", "10"});
        Connection connection(server.endpoint(), unhurried);
        const Policy policy{"api", "gcra", parseRules("5/day")}; // states that outlive the test
        announcePolicy(connection, policy);
        for (int i = 0; i < blocks; ++i) {
            blockToken(connection, {fmt::format("timed-{}", i), 24h, "abuse", "me"});
            blockToken(connection, {fmt::format("endless-{}", i), std::nullopt, "abuse", "me"});
        }
        const auto left = [&](const char* kind) {
            int count = 0;
            for (int i = 0; i < blocks; ++i)
                count += exists(connection, controlKey(RedisToken(fmt::format("{}-{}", kind, i))));
            return count;
        };
        // Room for a few thousand states beside what the server itself takes.
        const std::int64_t used = readServerInfo(connection).usedMemory.value();
        connection.call({"CONFIG", "SET", "maxmemory", std::to_string(used + 1'000'000)});

        RedisRateLimiter limiter(connection, policy);
        bool isFull = false;
        const auto wentAsFarAsItGoes = [&] {
            return (!losesTimed || left("timed") == 0) && (!losesEndless || left("endless") == 0);
        };
        for (int round = 0; round < mostRounds && !isFull; ++round) {
            try {
                for (int i = 0; i < perRound; ++i)
                    limiter.acquire(fmt::format("user:{}", round * perRound + i));
            } catch (const Unavailable& error) {
                QCOMPARE(int(error.reason()), int(Unavailable::Reason::OutOfMemory));
                QVERIFY2(QString(error.what()).contains("noeviction"), error.what());
                isFull = true;
            }
            if (round > 40 && takesMore && wentAsFarAsItGoes())
                break;
        }
        QCOMPARE(isFull, !takesMore);
        QCOMPARE(left("timed"), losesTimed ? 0 : blocks);
        QCOMPARE(left("endless"), losesEndless ? 0 : blocks);
        if (takesMore)
            QVERIFY(readServerInfo(connection).evictedKeys.value() > 1000);
        if (!losesEndless)
            QVERIFY(exists(connection, std::string(policiesKey)));

        // A full server that evicts nothing still knows whom it refuses, and forgets on demand.
        if (!takesMore) {
            QVERIFY(limiter.acquire("timed-0").verdict == Verdict::Blocked);
            QVERIFY(limiter.acquire("endless-0").verdict == Verdict::Blocked);
            limiter.reset("user:0");
            QCOMPARE(limiter.peek("user:0").usage.at(0).used, 0);
        }
    }

    // Its operators look at it just then.
    void aFullServerCanBeRead()
    {
        const TestServer server({"--maxmemory-policy", "noeviction"});
        Connection connection(server.endpoint(), unhurried);
        connection.call({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        const std::int64_t used = readServerInfo(connection).usedMemory.value();
        connection.call({"CONFIG", "SET", "maxmemory", std::to_string(used / 2)});
        QVERIFY_THROWS_EXCEPTION(Unavailable, connection.call({"SET", "any", "thing"}));
        const auto found = recogniseOnServer(connection, "rl:203.0.113.9");
        QVERIFY(found);
        const TokenDetail detail =
            readDetails(connection, {&found->subject, 1}, [](const Subject&) { return nullptr; }).front();
        QVERIFY2(!detail.reading.problem, englishText(detail.reading.problem).c_str());
        QCOMPARE(detail.reading.used.value(), 7);
        QVERIFY(detail.reading.expiresIn > 50s);
    }
};

RATEWARDEN_SUITE(TestEviction)
#include "tst_eviction.moc"
