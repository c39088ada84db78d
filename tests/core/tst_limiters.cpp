// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// What every limiter offers wherever it decides, the one in this process, and what happens while Redis is
// away.
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/redis/connection.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr Instant firstMoment{1'795'046'400s};

Policy limiterPolicy(const char* rules, const char* algorithm = "sliding-log")
{
    return {"api", algorithm, parseRules(rules)};
}

} // namespace

class TestLimiters : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    static void addPlaces()
    {
        QTest::addColumn<bool>("inRedis");
        QTest::newRow("in Redis") << true;
        QTest::newRow("in this process") << false;
    }

    std::unique_ptr<RateLimiter> newLimiter(const Policy& rules)
    {
        QFETCH(bool, inRedis);
        if (inRedis)
            return std::make_unique<RedisRateLimiter>(m_connection, rules);
        return std::make_unique<LocalRateLimiter>(rules);
    }

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void decidesManyInOrder_data() { addPlaces(); }
    void decidesManyInOrder()
    {
        const auto limiter = newLimiter(limiterPolicy("3/h"));
        const std::vector<TokenRequest> requests{{"a"}, {"b", 3}, {"a", 2}, {"b"}, {"a"}, {"c", 4}, {"d", 0}};
        const std::vector<Decision> decisions = limiter->acquireMany(requests);
        QCOMPARE(decisions.size(), requests.size());
        const std::vector<Verdict> expected{Verdict::Allowed,      Verdict::Allowed,      Verdict::Allowed,
                                            Verdict::DeniedByRule, Verdict::DeniedByRule, Verdict::NeverFits,
                                            Verdict::Allowed};
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(decisions[i].verdict, expected[i]);
        QCOMPARE(decisions[2].usage.at(0).used, 3);
        QVERIFY(limiter->acquireMany({}).empty());
        const std::vector<TokenRequest> wrong{{"a"}, {""}};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter->acquireMany(wrong));
    }

    void manyTokensAreCountedAsOneByOne_data() { addPlaces(); }
    void manyTokensAreCountedAsOneByOne()
    {
        // More than go into one call, some of them several times.
        const auto limiter = newLimiter(limiterPolicy("3/h"));
        std::vector<std::string> tokens;
        std::vector<TokenRequest> requests;
        tokens.reserve(200);
        requests.reserve(200);
        for (int i = 0; i < 200; ++i)
            tokens.push_back("t" + std::to_string(i % 60));
        for (const std::string& token : tokens)
            requests.push_back({token});
        const std::vector<Decision> decisions = limiter->acquireMany(requests);
        QCOMPARE(decisions.size(), std::size_t(200));
        for (int i = 0; i < 200; ++i) {
            QCOMPARE(decisions[std::size_t(i)].allowed(), i / 60 < 3);
            QCOMPARE(decisions[std::size_t(i)].usage.at(0).used, std::min(i / 60 + 1, 3));
        }
        QCOMPARE(limiter->peek("t59").usage.at(0).used, 3);
        QCOMPARE(limiter->peek("t0", 0).usage.at(0).remaining(), 0);
    }

    void givesBack_data() { addPlaces(); }
    void givesBack()
    {
        const auto limiter = newLimiter(limiterPolicy("5/h"));
        QCOMPARE(limiter->giveBack("t").usage.at(0).used, 0);
        QVERIFY(limiter->acquire("t", 5).allowed());
        QVERIFY(limiter->acquire("other", 5).allowed());
        QCOMPARE(limiter->giveBack("t", 2).usage.at(0).used, 3);
        QVERIFY(limiter->acquire("t", 2).allowed());
        QVERIFY(!limiter->acquire("t").allowed());
        QCOMPARE(limiter->peek("other").usage.at(0).used, 5);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter->giveBack("", 1));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter->giveBack("t", -1));
    }

    void waitsUntilThereIsRoom_data() { addPlaces(); }
    void waitsUntilThereIsRoom()
    {
        const auto limiter = newLimiter(limiterPolicy("2/100ms"));
        const Decision first = limiter->acquire("t", 2);
        QVERIFY(first.allowed());
        const Decision second = limiter->waitFor("t", 30s);
        QVERIFY(second.allowed());
        QVERIFY2(second.now - first.now >= 100ms, "it has not waited");
        QVERIFY(limiter->waitFor("t", Micros::max(), 2).allowed()); // as long as it takes
    }

    void doesNotWaitInVain_data() { addPlaces(); }
    void doesNotWaitInVain()
    {
        const auto limiter = newLimiter(limiterPolicy("1/h"));
        QVERIFY(limiter->acquire("t").allowed());
        QElapsedTimer time;
        time.start();
        QCOMPARE(limiter->waitFor("t", 30min).verdict, Verdict::DeniedByRule); // room comes too late
        QCOMPARE(limiter->waitFor("t", 2h, 2).verdict, Verdict::NeverFits);
        std::stop_source stop;
        const std::jthread stopper([&] { stop.request_stop(); });
        QCOMPARE(limiter->waitFor("t", 2h, 1, stop.get_token()).verdict, Verdict::DeniedByRule);
        QVERIFY(!time.hasExpired(60'000));
    }

    void resets_data() { addPlaces(); }
    void resets()
    {
        const auto limiter = newLimiter(limiterPolicy("1/h"));
        QVERIFY(limiter->acquire("t").allowed());
        QVERIFY(!limiter->acquire("t").allowed());
        QVERIFY(limiter->reset("t"));
        QVERIFY(!limiter->reset("t"));
        QVERIFY(limiter->acquire("t").allowed());
    }

    void refuses_data() { addPlaces(); }
    void refuses()
    {
        const auto limiter = newLimiter(limiterPolicy("1/h"));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter->acquire(""));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter->peek("t", -1));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter->acquire("t", maxUnits + 1));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, newLimiter(limiterPolicy("1/h", "magic")));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, newLimiter(limiterPolicy("1/h burst 2", "fixed-window")));
    }

    void localForgetsIdleTokens()
    {
        Instant now = firstMoment;
        LocalRateLimiter limiter(limiterPolicy("5/s"), 1'000'000, [&] { return now; });
        for (int i = 0; i < 1000; ++i) {
            limiter.acquire("old " + std::to_string(i));
            limiter.peek("never charged " + std::to_string(i));
        }
        QCOMPARE(limiter.tokenCount(), 1000U);
        now += 1s;
        for (int i = 0; i < 1000; ++i)
            limiter.acquire("new " + std::to_string(i));
        QVERIFY2(limiter.tokenCount() < 1200, "idle tokens stay");
        QCOMPARE(limiter.peek("new 0").usage.at(0).used, 1);
    }

    void localMemoryIsBounded()
    {
        Instant now = firstMoment;
        LocalRateLimiter limiter(limiterPolicy("5/h"), 6400, [&] { return now; });
        for (int i = 0; i < 20'000; ++i)
            limiter.acquire("t" + std::to_string(i));
        QVERIFY(limiter.tokenCount() <= 6400);
        QVERIFY(limiter.tokenCount() > 6000);
        QCOMPARE(limiter.peek("t19999").usage.at(0).used, 1);
        QCOMPARE(limiter.peek("t0").usage.at(0).used, 0); // the one that has not come for the longest
    }

    void localIsExactUnderThreads()
    {
        LocalRateLimiter limiter(limiterPolicy("1000/h + 5000/day"));
        std::atomic<int> allowed = 0;
        {
            std::vector<std::jthread> threads;
            threads.reserve(4);
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&] {
                    for (int k = 0; k < 1000; ++k) {
                        allowed += limiter.acquire("shared").allowed() ? 1 : 0;
                        limiter.acquire("t" + std::to_string(k));
                        limiter.reset("t" + std::to_string(k / 2));
                    }
                });
        }
        QCOMPARE(allowed.load(), 1000);
    }

    void whileRedisIsAway_data()
    {
        QTest::addColumn<int>("onFailure");
        QTest::addColumn<int>("passing"); // of ten, while it is away
        QTest::newRow("allow") << int(OnFailure::Allow) << 10;
        QTest::newRow("deny") << int(OnFailure::Deny) << 0;
        QTest::newRow("decide in this process, at half") << int(OnFailure::Local) << 3;
    }
    void whileRedisIsAway()
    {
        QFETCH(int, onFailure);
        QFETCH(int, passing);
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Policy rules = limiterPolicy("6/h");
        RedisRateLimiter redis(connection, rules);
        QStringList told;
        FallbackRateLimiter limiter(redis, rules, {OnFailure(onFailure), 0.5, 0ms, [&](const Error* error) {
                                                       told << (error ? "away" : "back");
                                                   }});
        QVERIFY(!limiter.acquire("t").withoutRedis);
        QCOMPARE(told, QStringList());

        server.kill();
        int passed = 0;
        for (int i = 0; i < 10; ++i) {
            const Decision decision = limiter.acquire("t");
            QVERIFY(decision.withoutRedis);
            QVERIFY(decision.allowed() || decision.retryAfter);
            passed += decision.allowed() ? 1 : 0;
        }
        QCOMPARE(passed, passing);
        QVERIFY(limiter.isUnreachable());
        QCOMPARE(told, QStringList{"away"});
        QVERIFY_THROWS_EXCEPTION(Unavailable, limiter.reset("t"));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquire(""));
        const std::vector<TokenRequest> requests{{"other"}, {"more", 7}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QCOMPARE(decisions.at(0).allowed(), passing > 0);
        QVERIFY(decisions.at(0).withoutRedis && decisions.at(1).withoutRedis);

        QCOMPARE(server.start(), QString());
        QVERIFY(!limiter.acquire("t").withoutRedis);
        QCOMPARE(told, (QStringList{"away", "back"}));
    }

    void doesNotAskAgainAtOnce()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Policy rules = limiterPolicy("6/h");
        RedisRateLimiter redis(connection, rules);
        FallbackRateLimiter limiter(redis, rules, {OnFailure::Allow, 1.0, 1h, {}});
        server.kill();
        QVERIFY(limiter.acquire("t").withoutRedis);
        QCOMPARE(server.start(), QString());
        QVERIFY2(limiter.acquire("t").withoutRedis, "a call has waited for a Redis that was away just now");
    }

    void otherErrorsAreThrownOn()
    {
        const Policy rules = limiterPolicy("6/h");
        RedisRateLimiter redis(m_connection, rules);
        FallbackRateLimiter limiter(redis, rules, {});
        m_connection.call(
            {"SADD", stateKey(RedisToken("t"), rules.name, algorithmNamed(rules.algorithm)), "x"});
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 FallbackRateLimiter(redis, rules, {OnFailure::Local, 0.0, 1s, {}}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 FallbackRateLimiter(redis, rules, {OnFailure::Local, 1.5, 1s, {}}));
    }
};

RATEWARDEN_SUITE(TestLimiters)
#include "tst_limiters.moc"
