// SPDX-License-Identifier: GPL-3.0-or-later
// Units that a process takes at once and spends later: the rules that make this exact, and the limiter that
// does it.
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/local_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/following_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection_pool.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_server.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/lease_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"
#include "tests/support/threads.h"

#include <QTest>

#include <atomic>
#include <memory>
#include <optional>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestLeases : public QObject, LeaseFixture {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void stricterRulesPayForALease_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("rules");
        QTest::addColumn<QString>("deciding");
        const auto row = [](const char* algorithm, const char* rules, const char* deciding) {
            QTest::newRow(algorithm) << algorithm << rules << deciding;
        };
        row("sliding-log", "20/min + 1/s", "20/60250ms + 1/1250ms");
        row("sliding-log-list", "20/min", "20/60250ms");
        row("gcra", "20/min + 100/s burst 30", "20/min burst 19 + 100/s burst 5");
        row("token-bucket", "20/min + 0/s", "20/min burst 19 + 0/s");
        row("fixed-window", "20/min", "20/min");
        row("sliding-window-counter", "20/min", "20/min");
    }
    void stricterRulesPayForALease()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, rules);
        QFETCH(QString, deciding);
        Policy policy{"api", algorithm.toStdString(), parseRules(rules.toStdString())};
        QCOMPARE(decidingRules(policy), policy.rules);
        policy.lease = 250ms;
        QCOMPARE(decidingRules(policy), parseRules(deciding.toStdString()));
    }

    // The script, the limiter in this process and the console's reading.
    void everybodyDecidesByThem_data() { addAlgorithms(); }
    void everybodyDecidesByThem()
    {
        Policy api = policy("20/h"); // a bucket that drains slowly
        api.lease = 1s;
        const std::vector<Rule> rules = decidingRules(api);
        RedisRateLimiter limiter(m_connection, api);
        QCOMPARE(limiter.acquire("t", 3).usage.at(0).rule, rules[0]);
        QCOMPARE(LocalRateLimiter(api).acquire("t", 3).usage.at(0).rule, rules[0]);
        const auto reading = [&] {
            const std::vector<Subject> subjects{stateSubject("t", api)};
            return readSubjects(m_connection, subjects, [&](const Subject&) { return &api; }).at(0);
        };
        QCOMPARE(reading().decision->usage.at(0).rule, rules[0]);
        QCOMPARE(reading().decision->usage.at(0).used, Units(3));

        // An override's author has meant what it says.
        overrideToken(m_connection, {"t", "api", parseRules("7/min"), 1h, "migration", "ops"});
        const Decision overridden = limiter.peek("t");
        QCOMPARE(overridden.usage.at(0).rule, parseRules("7/min")[0]);
        QCOMPARE(reading().decision->usage.at(0).rule, overridden.usage[0].rule);
    }
    // One round trip in a life, once it is known how many requests come.
    void aHotTokenAsksRarely_data() { addAlgorithms(); }
    void aHotTokenAsksRarely()
    {
        Policy api = policy("1000000/h");
        api.lease = 100ms;
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        QCOMPARE(acquire(limiter, 1000, 20us), 1000);
        const int first = watched.calls;
        QVERIFY2(first < 10, qPrintable(QString::number(first)));
        QCOMPARE(acquire(limiter, 50'000, 20us), 50'000); // a second
        QVERIFY2(watched.calls - first <= 12, qPrintable(QString::number(watched.calls - first)));
    }

    void aColdTokenAsksForItself()
    {
        Policy api{"api", "sliding-log", parseRules("100/min")};
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        QCOMPARE(acquire(limiter, 20, 150ms), 20);
        QCOMPARE(watched.calls.load(), 20);
        QCOMPARE(watched.settled.load(), 0);
        QCOMPARE(used(api), Units(20));
    }

    void whatIsLeftIsSettled_data() { addAlgorithms(); }
    void whatIsLeftIsSettled()
    {
        const Policy api = policy("100000/30d"); // of a bucket a unit drains in 26 s
        RedisRateLimiter redis(m_connection, api);
        {
            LeasedRateLimiter limiter(redis, options());
            QCOMPARE(acquire(limiter, 100, 1ms), 100);
            QVERIFY(used(api) > 100);
            limiter.returnUnused(); // what can still be spent is kept
            QVERIFY(used(api) > 100);
            m_now += 100ms;
            limiter.returnUnused();
            QCOMPARE(used(api), Units(100));
            QCOMPARE(acquire(limiter, 10, 1ms), 10);
            QVERIFY(used(api) > 110);
        }
        QCOMPARE(used(api), Units(110));
    }

    // All of the limit can be spent, whoever asks, and nothing beyond.
    void nearTheLimitEachIsDecidedAlone_data() { addAlgorithms(); }
    void nearTheLimitEachIsDecidedAlone()
    {
        const Policy api = policy("1000/day");
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter one(watched, options());
        LeasedRateLimiter other(redis, options());
        int allowed = 0;
        for (int i = 0; i < 1200; ++i, m_now += 50us)
            allowed += (i % 3 == 0 ? other : one).acquire("t").allowed() ? 1 : 0;
        QCOMPARE(allowed, 1000);
        QVERIFY2(watched.calls < 120, qPrintable(QString::number(watched.calls)));
    }

    // What is wanted may not be there: then a quarter of what is left is asked for, and then the request
    // alone.
    void oneRequestTakesThreeTripsAtMost()
    {
        const Policy api{"api", "sliding-log", parseRules("1000/h")};
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        QCOMPARE(acquire(limiter, 9, 1ms), 9); // in two leases; the next one would be of 64
        QVERIFY(redis.acquire("t", 951).allowed());
        int trip = 0;
        watched.before = [&] {
            if (++trip == 2) // for a quarter of 40
                redis.acquire("t", 35);
        };
        int calls = watched.calls;
        QVERIFY(limiter.acquire("t").allowed());
        QCOMPARE(watched.calls - calls, 3);
        QCOMPARE(used(api), Units(996));
        // Then each is asked for by itself, until a denial is remembered.
        calls = watched.calls;
        QCOMPARE(acquire(limiter, 20, 1ms), 4);
        QCOMPARE(watched.calls - calls, 5);
    }

    void severalRulesAllOrNone()
    {
        const Policy api{"api", "sliding-log", parseRules("1000/min + 20/h")};
        RedisRateLimiter redis(m_connection, api);
        LeasedRateLimiter limiter(redis, options());
        QCOMPARE(acquire(limiter, 100, 100us), 20);
        const Decision denied = limiter.acquire("t");
        QCOMPARE(denied.rule, std::optional<std::size_t>(1));
        for (const RuleUsage& usage : denied.usage)
            QCOMPARE(usage.used, Units(20));
    }

    void aDenialIsRemembered()
    {
        const Policy api{"api", "sliding-log", parseRules("3/day")};
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        QVERIFY(limiter.acquire("t", 2).allowed());
        const Decision denied = limiter.acquire("t", 2);
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        const int calls = watched.calls;
        m_now += 40ms;
        const Decision again = limiter.acquire("t", 3);
        QCOMPARE(again.verdict, Verdict::DeniedByRule);
        QCOMPARE(*again.retryAfter, *denied.retryAfter - 40ms);
        QCOMPARE(watched.calls.load(), calls);
        QVERIFY(limiter.acquire("t", 1).allowed()); // which fits
        QCOMPARE(watched.calls.load(), calls + 1);
        QVERIFY(!limiter.acquire("t", 1).allowed());
        m_now += 100ms;
        QVERIFY(redis.reset("t"));
        QVERIFY(limiter.acquire("t", 1).allowed());
    }

    void aBlockTakesEffectWithinALife()
    {
        const Policy api{"api", "gcra", parseRules("100000/h")};
        RedisRateLimiter redis(m_connection, api);
        LeasedRateLimiter limiter(redis, options());
        acquire(limiter, 200, 1ms);
        blockToken(m_connection, {"t", std::nullopt, "abuse", "ops"});
        m_now += 100ms;
        QCOMPARE(limiter.acquire("t").verdict, Verdict::Blocked);
        unblockToken(m_connection, "t");
        QCOMPARE(limiter.acquire("t").verdict, Verdict::Blocked);
        m_now += 100ms;
        QVERIFY(limiter.acquire("t").allowed());
    }

    // The policy's, where that is shorter than the limiter's own.
    void anUnblockTakesEffectWithinThePolicysLife()
    {
        Policy api{"api", "gcra", parseRules("100000/h")};
        api.lease = 10ms;
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeaseOptions longer = options();
        longer.life = 1s;
        LeasedRateLimiter limiter(watched, longer);
        blockToken(m_connection, {"t", std::nullopt, "abuse", "ops"});
        QCOMPARE(limiter.acquire("t").verdict, Verdict::Blocked);
        unblockToken(m_connection, "t");
        m_now += 9ms;
        const std::vector<TokenRequest> again{{"t"}, {"t"}};
        for (const Decision& decision : limiter.acquireMany(again))
            QCOMPARE(decision.verdict, Verdict::Blocked);
        QCOMPARE(watched.calls.load(), 1);
        m_now += 1ms;
        QVERIFY(limiter.acquire("t").allowed());
    }

    void redisIsAskedAgainWithinThePolicysLife()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        Policy api{"api", "gcra", parseRules("100/h")};
        api.lease = 10ms;
        RedisRateLimiter redis(connection, api);
        FallbackRateLimiter fallback(redis, api, {.onFailure = OnFailure::Deny, .retryInterval = 1h});
        WatchedLimiter watched(fallback);
        LeaseOptions longer = options();
        longer.life = 1s;
        LeasedRateLimiter limiter(watched, longer);
        server.stop();
        for (const int calls : {1, 1, 2}) {
            QCOMPARE(limiter.acquire("t").verdict, Verdict::RedisUnreachable);
            QCOMPARE(watched.calls.load(), calls);
            m_now += 5ms;
        }
    }

    // There is nothing to spend in time, so a denial that comes late is one all the same.
    void aLateDenialIsNotAskedForAgain()
    {
        Policy api{"api", "gcra", parseRules("10/h burst 2")};
        api.lease = 10ms;
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        QVERIFY(limiter.acquire("t").allowed());
        watched.before = [&] {
            m_now += 1s;
        };
        const int calls = watched.calls;
        const std::vector<TokenRequest> requests{{"t"}};
        QCOMPARE(limiter.acquireMany(requests).at(0).verdict, Verdict::DeniedByRule);
        QCOMPARE(limiter.acquire("t").verdict, Verdict::DeniedByRule);
        QCOMPARE(watched.calls.load(), calls + 2);
    }

    void anotherPolicyTakesEffectWithinALife()
    {
        PublishedPolicy published;
        published.policy = {"api", "gcra", parseRules("100000/h")};
        published.policy.lease = 100ms;
        publishPolicy(m_connection, published, {"alice", "first"});
        const PolicyWatch watch(m_server.endpoint(), {1h, {}, {}}); // so that only news can tell it
        FollowingRateLimiter following(m_connection, watch, "api");
        LeasedRateLimiter limiter(following, options());
        QCOMPARE(acquire(limiter, 200, 1ms), 200);
        published.version = 1;
        published.policy.algorithm = "sliding-log";
        published.policy.rules = parseRules("3/h");
        publishPolicy(m_connection, published, {"alice", "second"});
        QTRY_COMPARE(watch.find("api")->version, 2);
        m_now += 100ms;
        const Decision decision = limiter.acquire("t", 2);
        QCOMPARE(decision.usage.at(0).rule.limit, Units(3));
        QCOMPARE(acquire(limiter, 10, 1ms), 1);
        // Switched off, it allows all, and is asked as rarely.
        published.version = 2;
        published.mode = PolicyMode::Off;
        publishPolicy(m_connection, published, {"alice", "third"});
        QTRY_COMPARE(watch.find("api")->version, 3);
        m_now += 100ms;
        QCOMPARE(acquire(limiter, 100, 1ms), 100);
    }

    // An answer that comes when its units may no longer be spent.
    void lateAnswersAreNotSpent_data() { addAlgorithms(); }
    void lateAnswersAreNotSpent()
    {
        Policy api = policy("100/h");
        api.lease = 50ms;
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        int late = 2;
        watched.before = [&] {
            m_now += late-- > 0 ? 50ms : 49ms;
        };
        QVERIFY(limiter.acquire("t").allowed());
        QCOMPARE(used(api), Units(1));
        late = 100;
        QVERIFY_THROWS_EXCEPTION(Unavailable, limiter.acquire("u"));
        QCOMPARE(redis.peek("u").usage.at(0).used, Units(0));
        // Where nothing is promised, it counts as what Redis has decided.
        api.lease = {};
        RedisRateLimiter bounded(m_connection, api);
        WatchedLimiter slow(bounded);
        slow.before = [&] {
            m_now += 1s;
        };
        LeasedRateLimiter patient(slow, options());
        QVERIFY(patient.acquire("v").allowed());
    }

    // Its rules leave no room for leases.
    void anOverrideIsDecidedOneByOne()
    {
        Policy api{"api", "sliding-log", parseRules("100000/h")};
        api.lease = 100ms;
        RedisRateLimiter redis(m_connection, api);
        overrideToken(m_connection, {"t", "api", parseRules("50000/h"), 1h, "migration", "ops"});
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        QCOMPARE(acquire(limiter, 50, 1ms), 50);
        QCOMPARE(watched.calls.load(), 50);
        limiter.returnUnused();
        QCOMPARE(used(api), Units(50));
    }

    void aLeaseEndsWithItsWindow_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const char* const name : {"fixed-window", "sliding-window-counter"})
            QTest::newRow(name) << name;
    }
    void aLeaseEndsWithItsWindow()
    {
        Policy api = policy("1000/min");
        api.lease = 1min;
        RedisRateLimiter redis(m_connection, api);
        const Decision decision = redis.decide(TokenRequest{"t", 5}, Mode::Reserve);
        const Micros left = 1min - decision.now.time_since_epoch() % 1min;
        QCOMPARE(decision.lease, std::optional(left));
        QCOMPARE(LocalRateLimiter(api, 10, [&] { return decision.now; })
                     .decide(TokenRequest{"t", 5}, Mode::Reserve)
                     .lease,
                 std::optional(left));
    }

    void givesBackIntoTheLease()
    {
        const Policy api{"api", "sliding-log", parseRules("1000/h")};
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        QCOMPARE(acquire(limiter, 15, 1ms), 15);
        const int calls = watched.calls;
        limiter.giveBack("t");
        QCOMPARE(watched.calls.load(), calls);
        m_now += 100ms;
        limiter.returnUnused();
        QCOMPARE(used(api), Units(14));
        // What has been taken last is known when it is settled, too; and nobody else's charge is taken back.
        limiter.giveBack("t");
        QCOMPARE(used(api), Units(13));
        redis.acquire("t", 50);
        limiter.giveBack("t", 100);
        QVERIFY(used(api) >= 50);
        QVERIFY(used(api) < 63);
        limiter.giveBack("unknown", 5);
    }

    // A denial takes nothing, so that what was taken last is what was taken before it.
    void givesBackAfterADenial()
    {
        const Policy api{"api", "sliding-log", parseRules("20/h")};
        RedisRateLimiter redis(m_connection, api);
        LeasedRateLimiter limiter(redis, options());
        QVERIFY(limiter.acquire("t", 20).allowed());
        QVERIFY(!limiter.acquire("t", 5).allowed());
        QVERIFY(!limiter.acquire("t", 5).allowed());
        limiter.giveBack("t", 6);
        QCOMPARE(used(api), Units(14));
        QVERIFY(limiter.acquire("t", 5).allowed()); // which had been remembered to be denied
        limiter.giveBack("t", 50);
        QCOMPARE(used(api), Units(14)); // and what was taken before that stays charged
    }

    void decidesForMany()
    {
        const Policy api{"api", "gcra", parseRules("1000/day")};
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        const std::vector<TokenRequest> requests{{"a"}, {"t", 2}, {"b", 2000}, {"t"}};
        for (int i = 0; i < 10; ++i, m_now += 1ms) {
            const std::vector<Decision> decisions = limiter.acquireMany(requests);
            QCOMPARE(decisions.size(), requests.size());
            for (std::size_t k = 0; k < decisions.size(); ++k)
                QCOMPARE(decisions[k].verdict, k == 2 ? Verdict::NeverFits : Verdict::Allowed);
        }
        QVERIFY2(watched.calls < 20, qPrintable(QString::number(watched.calls)));
        m_now += 1s;
        limiter.returnUnused();
        QCOMPARE(used(api), Units(30));
    }

    // Some are behind one that fails: nothing of theirs is settled, and all goes on.
    void goesOnWithoutRedis()
    {
        const Policy api{"api", "gcra", parseRules("10/h")};
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        RedisRateLimiter redis(connection, api);
        FallbackRateLimiter fallback(redis, api, {.onFailure = OnFailure::Local});
        LeasedRateLimiter limiter(fallback, options());
        QCOMPARE(acquire(limiter, 4, 1ms), 4);
        server.stop();
        m_now += 1s;
        const Decision decision = limiter.acquire("t");
        QVERIFY(decision.allowed() && decision.withoutRedis);
        QCOMPARE(acquire(limiter, 20, 1s), 9); // all there is here
        m_now += 1s;
        limiter.returnUnused();
    }

    void threadsShareLeases_data()
    {
        QTest::addColumn<QString>("through");
        for (const char* const through : {"pipelined", "pool", "cluster"})
            QTest::newRow(through) << through;
    }
    void threadsShareLeases()
    {
        QFETCH(QString, through);
        const Policy api{"api", "sliding-log", parseRules("100000/h")};
        const PipelinedServer::Options patient{.patience = 60s, .timeouts = unhurried};
        std::optional<TestCluster> cluster;
        std::unique_ptr<Server> server;
        if (through == "cluster")
            server = openAsyncServer(cluster.emplace().endpoint(), patient);
        else if (through == "pool")
            server = std::make_unique<ConnectionPool>(
                [this] { return openServer(m_server.endpoint(), unhurried); });
        else
            server = std::make_unique<PipelinedServer>(m_server.endpoint(), patient);
        RedisRateLimiter redis(*server, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched);
        std::atomic<int> allowed = 0;
        inThreads(4, [&](int) {
            for (int i = 0; i < 30'000; ++i)
                allowed += limiter.acquire("t").allowed() ? 1 : 0;
        });
        QCOMPARE(allowed.load(), 100'000);
        QVERIFY2(watched.calls < 10'000, qPrintable(QString::number(watched.calls)));
    }

    void remembersSoManyTokens()
    {
        RedisRateLimiter redis(m_connection, {"api", "gcra", parseRules("100/h")});
        LeaseOptions few = options();
        few.mostTokens = 640;
        LeasedRateLimiter limiter(redis, few);
        for (int i = 0; i < 3000; ++i)
            limiter.acquire("token:" + std::to_string(i));
        QVERIFY(limiter.tokenCount() <= 640);
        QVERIFY(limiter.tokenCount() > 300);
    }

    void refusesWhatCannotBe()
    {
        RedisRateLimiter redis(m_connection, {"api", "gcra", parseRules("100/h")});
        LeaseOptions wrong;
        wrong.life = 2min;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, LeasedRateLimiter(redis, wrong));
        wrong.life = 1s;
        wrong.mostUnits = 0;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, LeasedRateLimiter(redis, wrong));
        LeasedRateLimiter limiter(redis);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)limiter.acquire(""));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)limiter.acquire("t", -1));
    }
};

RATEWARDEN_SUITE(TestLeases)
#include "tst_leases.moc"
