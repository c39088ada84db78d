// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Limiters that follow what is published.
#include "core/formats/request_counts.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/policies/following_rate_limiter.h"
#include "core/redis/connection.h"
#include "core/redis/connection_pool.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/acts.h"
#include "tests/support/printing.h"
#include "tests/support/publishing_test.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/threads.h"
#include "tests/support/watched_server.h"

#include <QProcess>
#include <QTest>

#include <atomic>
#include <chrono>
#include <deque>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(ratewarden::PolicyMode)

class TestFollowing : public PublishingTest {
    Q_OBJECT

private:
    const FollowingRateLimiter::Options m_patient{.patience = unhurried.command};

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void followsWhatIsPublished()
    {
        publish(newPolicy("2/h"));
        const PolicyWatch watch(m_server.endpoint(), {1h, {}, {}}); // so that only news can tell it
        FollowingRateLimiter limiter(m_connection, watch, "api", m_patient);
        QVERIFY(limiter.acquire("t", 2).allowed());
        QVERIFY(!limiter.acquire("t").allowed());
        QCOMPARE(limiter.version(), 1);

        publish(newPolicy("9/h"));
        QTRY_COMPARE(watch.find("api")->version, 2);
        QVERIFY(limiter.acquire("t").allowed());
        QCOMPARE(limiter.version(), 2);

        // Another algorithm, counting anew; and names that are published later.
        PublishedPolicy other = newPolicy("1/h");
        other.policy.algorithm = "fixed-window";
        publish(other);
        publish(newPolicy("3/h", "later"));
        QTRY_VERIFY(watch.find("later"));
        QCOMPARE(limiter.acquire("t").usage.at(0).used, 1);
        QVERIFY(FollowingRateLimiter(m_connection, watch, "later", m_patient).acquire("t").allowed());
        FollowingRateLimiter nobody(m_connection, watch, "nobody", {0ms, {}});
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, nobody.acquire("t"));
        Endpoint gone;
        gone.socketPath = "/nonexistent/redis.sock";
        const PolicyWatch blind(gone);
        FollowingRateLimiter unread(m_connection, blind, "api", {0ms, {}});
        QVERIFY_THROWS_EXCEPTION(Unavailable, unread.acquire("t"));
    }

    // Nothing tells the watch of what a program announces with the rights of a limiter.
    void findsAtOnceWhatWasAnnounced()
    {
        const PolicyWatch watch(m_server.endpoint(), {1h, {}, {}});
        QTRY_VERIFY(watch.hasRead());
        FollowingRateLimiter limiter(m_connection, watch, "late", m_patient);
        announcePolicy(m_connection, {"late", "gcra", parseRules("2/h")});
        QVERIFY(!watch.find("late"));
        QVERIFY(limiter.acquire("t").allowed());
        QCOMPARE(limiter.version(), 1);
        QVERIFY(watch.find("late"));
        QVERIFY(!watch.waitFor("nobody", m_patient.patience));
        // And it is followed from there on.
        PublishedPolicy next = *watch.find("late");
        next.policy.rules = parseRules("0/h");
        publish(next);
        QTRY_COMPARE(watch.find("late")->version, 2);
        QVERIFY(!limiter.acquire("t").allowed());
    }

    // Also after it was asked for in vain.
    void findsWhatIsAnnouncedLater()
    {
        const PolicyWatch watch(m_server.endpoint(), {1h, {}, {}});
        QTRY_VERIFY(watch.hasRead());
        FollowingRateLimiter limiter(m_connection, watch, "late", m_patient);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquire("t"));
        announcePolicy(m_connection, {"late", "gcra", parseRules("2/h")});
        QTRY_VERIFY([&] {
            try {
                return limiter.acquire("t").allowed();
            } catch (const InvalidArgument&) {
                return false;
            }
        }());
        QCOMPARE(limiter.version(), 1);
    }

    void manyThreadsFollowOneLimiter_data()
    {
        QTest::addColumn<bool>("isPooled");
        QTest::newRow("pipelined") << false;
        QTest::newRow("a pool") << true;
    }
    void manyThreadsFollowOneLimiter()
    {
        QFETCH(bool, isPooled);
        constexpr int threads = 8;
        constexpr int versions = 20;
        publish(newPolicy("1000000/h"));
        const PolicyWatch watch(m_server.endpoint());
        std::unique_ptr<Server> server;
        if (isPooled)
            server = std::make_unique<ConnectionPool>(
                [this] { return openServer(m_server.endpoint(), unhurried); },
                ConnectionPool::Options{.most = 3, .patience = unhurried.command});
        else
            server = std::make_unique<PipelinedServer>(m_server.endpoint(), unhurriedPipeline());
        FollowingRateLimiter limiter(*server, watch, "api", m_patient);
        std::atomic<Units> allowed = 0;
        std::atomic<int> failures = 0;
        std::atomic<bool> isOver = false;
        std::thread publishing([&] {
            Connection connection(m_server.endpoint(), unhurried);
            for (int i = 1; i <= versions; ++i) {
                PublishedPolicy next = newPolicy(i % 2 == 1 ? "999999/h + 1000000/day" : "1000000/h");
                next.version = i;
                if (i % 3 == 0)
                    next.onFailure = OnFailure::Local;
                publishPolicy(connection, next, {"alice", "again"});
                while (limiter.version() <= i && failures == 0)
                    std::this_thread::yield();
            }
            isOver = true;
        });
        inThreads(threads, [&](int /*thread*/) {
            while (!isOver) {
                try {
                    allowed += limiter.acquire("t").allowed() ? 1 : 0;
                    for (const Decision& decision :
                         limiter.acquireMany(std::vector<TokenRequest>{{"t"}, {"t"}}))
                        allowed += decision.allowed() ? 1 : 0;
                } catch (const Error& error) {
                    qWarning("%s", error.what());
                    ++failures;
                    return;
                }
            }
        });
        publishing.join();
        QCOMPARE(failures.load(), 0);
        QCOMPARE(limiter.version(), versions + 1);
        QCOMPARE(limiter.acquire("t", 0).usage.at(0).used, allowed.load());
    }

    void theLastGoodOneGoesOn_data()
    {
        QTest::addColumn<QString>("document"); // empty: removed
        QTest::addColumn<QString>("problem");
        QTest::newRow("broken") << "{"
                                << "parse error";
        QTest::newRow("of the future") << R"({"schema":2,"version":9,"algorithm":"quantum"})"
                                       << "schema 2";
        QTest::newRow("removed") << QString() << "not published any more";
    }
    void theLastGoodOneGoesOn()
    {
        QFETCH(QString, document);
        QFETCH(QString, problem);
        publish(newPolicy("2/h"));
        const PolicyWatch watch(m_server.endpoint(), {20ms, {}, {}});
        FollowingRateLimiter limiter(m_connection, watch, "api", m_patient);
        QVERIFY(limiter.acquire("t").allowed());
        if (document.isEmpty())
            m_connection.call({"HDEL", policiesKey, "api"});
        else
            m_connection.call({"HSET", policiesKey, "api", document.toStdString()});
        QTRY_VERIFY2(QString::fromStdString(watch.problem()).contains(problem) &&
                         QString::fromStdString(watch.problem()).contains("version 1 stays in force"),
                     watch.problem().c_str());
        QVERIFY(limiter.acquire("t").allowed());
        QVERIFY(!limiter.acquire("t").allowed());
        m_connection.call({"HSET", policiesKey, "api",
                           R"({"schema":1,"version":3,"algorithm":"sliding-log","rules":"9/h"})"});
        QTRY_COMPARE(watch.problem(), std::string());
        QTRY_COMPARE(watch.find("api")->version, 3);
        QVERIFY(limiter.acquire("t").allowed());
    }

    void followsAgainWhenTheServerIsBack()
    {
        TestServer server;
        auto connection = std::make_unique<Connection>(server.endpoint(), unhurried);
        PublishedPolicy policy = newPolicy("2/h");
        publishPolicy(*connection, policy, {"alice", "first"});
        std::atomic<int> problems = 0;
        const PolicyWatch watch(server.endpoint(),
                                {1h, [&](const std::string& text) { problems += text.empty() ? 0 : 1; }, {}});
        QVERIFY(watch.waitFor("api", m_patient.patience));
        server.kill();
        QTRY_VERIFY(problems > 0);
        QCOMPARE(watch.find("api")->version, 1); // what was known stays
        QCOMPARE(server.start(), QString());
        policy.policy.rules = parseRules("7/h");
        publishPolicy(*connection, policy, {"alice", "on the new server"});
        QTRY_VERIFY(watch.find("api")->policy.rules == policy.policy.rules);
        QTRY_COMPARE(watch.problem(), std::string());
    }

    void followsWithoutTheRightToListen()
    {
        publish(newPolicy("2/h"));
        m_connection.call({"ACL", "SETUSER", "poor", "on", ">pw", "+hgetall", "+client", "+hello", "+auth",
                           "~rw:policies"});
        const PolicyWatch watch(m_server.endpointOf("poor", "pw"), {20ms, {}, {}});
        QVERIFY(watch.waitFor("api", m_patient.patience));
        publish(newPolicy("3/h"));
        QTRY_COMPARE(watch.find("api")->version, 2);
        QTRY_COMPARE(watch.problem(), std::string());
    }

    void followsBesideRubbishInPlaceOfTheHistory()
    {
        m_connection.call({"SET", policyHistoryKey, "not ours"});
        PublishedPolicy policy = newPolicy("2/h");
        policy.version = 1;
        m_connection.call({"HSET", policiesKey, "api", policyDocument(policy)});
        const PolicyWatch watch(m_server.endpoint(), {20ms, {}, {}});
        QVERIFY(watch.waitFor("api", m_patient.patience));
        policy.version = 2;
        m_connection.call({"HSET", policiesKey, "api", policyDocument(policy)});
        QTRY_COMPARE(watch.find("api")->version, 2);
        QTRY_COMPARE(watch.problem(), std::string());
    }

    void shadowAndOff()
    {
        PublishedPolicy policy = newPolicy("2/h");
        policy.mode = PolicyMode::Shadow;
        publish(policy);
        const PolicyWatch watch(m_server.endpoint());
        FollowingRateLimiter limiter(m_connection, watch, "api", m_patient);
        for (int i = 0; i < 4; ++i) {
            const Decision decision = limiter.acquire("t");
            QVERIFY(decision.allowed());
            QCOMPARE(decision.shadowed, i >= 2);
            QCOMPARE(decision.usage.at(0).used, std::min(i + 1, 2));
        }
        const std::vector<TokenRequest> requests{{"t"}, {"u"}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QVERIFY(decisions[0].shadowed && decisions[0].allowed() && !decisions[1].shadowed);

        // Whom an operator has blocked, no mode lets through.
        blockToken(m_connection, {"bad", std::nullopt, "why", "who"});
        QCOMPARE(limiter.acquire("bad").verdict, Verdict::Blocked);

        policy.mode = PolicyMode::Off;
        publish(policy);
        QTRY_COMPARE(watch.find("api")->version, 2);
        QVERIFY(limiter.acquire("v").allowed());
        QCOMPARE(
            m_connection.call({"EXISTS", stateKey(RedisToken("v"), "api", algorithmNamed("sliding-log"))})
                .view()
                .integer(),
            0);
        QCOMPARE(limiter.acquire("bad").verdict, Verdict::Blocked);
        QCOMPARE(limiter.acquireMany(requests).at(0).verdict, Verdict::Allowed);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquire(""));
    }

    void anIntervalThatIsNone()
    {
        for (const auto interval : {-1ms, 0ms, std::chrono::milliseconds::max()})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, PolicyWatch(m_server.endpoint(), {interval, {}, {}}));
        const PolicyWatch shortest(m_server.endpoint(), {1ms, {}, {}});
        QTRY_VERIFY(shortest.hasRead());
    }

    void damagedTokens_data()
    {
        QTest::addColumn<PolicyMode>("mode");
        QTest::newRow("enforced") << PolicyMode::Enforced;
        QTest::newRow("shadow") << PolicyMode::Shadow;
        QTest::newRow("off") << PolicyMode::Off;
    }

    // Nothing is known of them: only a policy that is off allows their requests, unless they are blocked.
    void damagedTokens()
    {
        QFETCH(const PolicyMode, mode);
        PublishedPolicy policy = newPolicy("2/h");
        policy.mode = mode;
        publish(policy);
        const PolicyWatch watch(m_server.endpoint());
        FollowingRateLimiter limiter(m_connection, watch, "api", m_patient);
        const auto keyOf = [&](const char* token) {
            return stateKey(RedisToken(token), "api", algorithmNamed(policy.policy.algorithm));
        };
        m_connection.call({"SET", keyOf("damaged"), "what is this?"});
        m_connection.call({"SET", keyOf("bad"), "what is this?"});
        blockToken(m_connection, {"bad", std::nullopt, "why", "who"});

        const std::vector<TokenRequest> requests{{"t"}, {"damaged"}, {"bad"}, {"u"}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QVERIFY(decisions.at(0).allowed() && decisions.at(3).allowed());
        QVERIFY(!decisions.at(1).shadowed && !decisions.at(2).shadowed);
        if (mode == PolicyMode::Off) {
            QCOMPARE(decisions.at(2).verdict, Verdict::Blocked);
            QCOMPARE(limiter.acquire("bad").verdict, Verdict::Blocked);
            QVERIFY(decisions.at(1).allowed() && decisions.at(1).damagedKey.empty());
            QVERIFY(limiter.acquire("damaged").allowed());
        } else {
            QCOMPARE(decisions.at(1).verdict, Verdict::Undecided);
            QCOMPARE(decisions.at(1).damagedKey, keyOf("damaged"));
            QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("damaged"));
        }
    }

    void manyUnderAPolicyThatIsOffAreOneRoundTrip()
    {
        PublishedPolicy policy = newPolicy("2/h");
        policy.version = 1;
        policy.mode = PolicyMode::Off;
        WatchedServer watched(m_connection);
        PublishedRateLimiter limiter(watched, policy);
        const std::vector<TokenRequest> requests{{"t"}, {"u", 7}, {"v"}};
        for (const Decision& decision : limiter.acquireMany(requests)) {
            QVERIFY(decision.allowed());
            QCOMPARE(decision.usage.at(0).used, 0);
        }
        QCOMPARE(watched.trips, 1);
        const std::vector<TokenRequest> wrong{{"t", -1}};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquireMany(wrong));
    }

    void aPolicyOfAnotherLimiterDecidesNothing()
    {
        PublishedPolicy policy = newPolicy("2/h");
        policy.policy.format = "rate-limit-redis";
        QVERIFY_THROWS_EXCEPTION(BadPolicy, PublishedRateLimiter(m_connection, policy));
        publish(policy);
        const PolicyWatch watch(m_server.endpoint());
        FollowingRateLimiter limiter(m_connection, watch, "api", m_patient);
        QVERIFY_THROWS_EXCEPTION(BadPolicy, limiter.acquire("t"));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, limiter.acquireMany(std::vector<TokenRequest>{{"t"}}));
    }

    // Who tries a policy, or has switched it off, loses no request to it: not to a Redis that is away,
    // either.
    void awayNobodyIsHeldBackForAPolicyThatIsNotEnforced_data()
    {
        QTest::addColumn<PolicyMode>("mode");
        QTest::newRow("shadow") << PolicyMode::Shadow;
        QTest::newRow("off") << PolicyMode::Off;
    }
    void awayNobodyIsHeldBackForAPolicyThatIsNotEnforced()
    {
        QFETCH(PolicyMode, mode);
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        PublishedPolicy policy = newPolicy("2/h");
        policy.mode = mode;
        policy.onFailure = OnFailure::Deny;
        publishPolicy(connection, policy, {"alice", "first"});
        const PolicyWatch watch(server.endpoint());
        FollowingRateLimiter limiter(connection, watch, "api", m_patient);
        QVERIFY(!limiter.acquire("t").withoutRedis);
        server.kill();
        const Decision decision = limiter.acquire("t");
        QVERIFY(decision.allowed() && decision.withoutRedis);
        QCOMPARE(decision.shadowed, mode == PolicyMode::Shadow);
    }

    void aCandidateIsOnlyCounted()
    {
        PublishedPolicy policy = newPolicy("100/h");
        policy.candidate = CandidateRules{"sliding-log", parseRules("2/h")};
        publish(policy);
        const PolicyWatch watch(m_server.endpoint());
        FollowingRateLimiter limiter(m_connection, watch, "api", m_patient);
        for (int i = 0; i < 5; ++i)
            QVERIFY(limiter.acquire("t").allowed());
        const std::vector<TokenRequest> requests{{"t"}, {"u"}};
        for (const Decision& decision : limiter.acquireMany(requests))
            QVERIFY(decision.allowed());
        limiter.peek("t"); // is no request
        const PolicyBook book = readPolicies(m_connection);
        const Policy* const candidate = book.find("api~next");
        QVERIFY(candidate && candidate->counters);
        const Reply counts = m_connection.call(requestCountsCommand("t", candidate->name));
        Units allowed = 0;
        Units denied = 0;
        const Instant now = readTime(m_connection.call({"TIME"}).view());
        for (const RequestCount& count : readRequestCounts(counts.view(), now)) {
            allowed += count.allowed;
            denied += count.denied;
        }
        QCOMPARE(allowed, 2);
        QCOMPARE(denied, 4);
        // What is given back or reset is so there, too.
        const auto usedBeside = [&](const std::string& token) {
            return RedisRateLimiter(m_connection, *candidate).peek(token, 0).usage.at(0).used;
        };
        QCOMPARE(usedBeside("t"), 2);
        limiter.giveBack("t", 1);
        QCOMPARE(usedBeside("t"), 1);
        limiter.reset("u");
        QCOMPARE(usedBeside("u"), 0);
        // Its own trouble is not the requests'.
        m_connection.call({"DEL", stateKey(RedisToken("t"), "api~next", algorithmNamed("sliding-log"))});
        m_connection.call(
            {"SADD", stateKey(RedisToken("t"), "api~next", algorithmNamed("sliding-log")), "not ours"});
        QVERIFY(limiter.acquire("t").allowed());
    }

    void decidesAloneWhereThePolicySaysSo()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        PublishedPolicy policy = newPolicy("4/h");
        policy.onFailure = OnFailure::Local;
        policy.share = 0.5;
        publishPolicy(connection, policy, {"alice", "first"});
        const PolicyWatch watch(server.endpoint());
        FollowingRateLimiter limiter(connection, watch, "api", m_patient);
        QVERIFY(limiter.acquire("t").allowed());
        server.kill();
        int passed = 0;
        for (int i = 0; i < 5; ++i) {
            const Decision decision = limiter.acquire("t");
            QVERIFY(decision.withoutRedis);
            passed += decision.allowed() ? 1 : 0;
        }
        QCOMPARE(passed, 2);
    }

    void severalProcessesObeyWithoutARestart()
    {
        publish(newPolicy("1/h"));
        std::deque<QProcess> services(3);
        const auto ask = [](QProcess& service, const QByteArray& token) {
            service.write(token + "\n");
            while (!service.canReadLine() && service.waitForReadyRead(patienceMs)) {
            }
            return service.readLine().trimmed();
        };
        for (QProcess& service : services)
            service.start(qEnvironmentVariable("RATEWARDEN_FOLLOWER"),
                          {QString::fromStdString(m_server.endpoint().url()), "api"});
        QCOMPARE(ask(services[0], "t"), "allowed 1");
        QCOMPARE(ask(services[1], "t"), "denied 1");
        QCOMPARE(ask(services[2], "t"), "denied 1");
        publish(newPolicy("4/h"));
        for (QProcess& service : services)
            QTRY_VERIFY(ask(service, "other").endsWith(" 2"));
        QCOMPARE(ask(services[2], "t"), "allowed 2");
        for (QProcess& service : services) {
            service.closeWriteChannel();
            QVERIFY(service.waitForFinished(patienceMs));
            QCOMPARE(service.exitCode(), 0);
        }
    }

    // Once their leases end, and what they remember of a denial.
    void changesReachProcessesThatDecideByLeases()
    {
        PublishedPolicy policy = newPolicy("1000000/h");
        policy.policy.lease = 100ms;
        publish(policy);
        std::deque<QProcess> services(2);
        for (QProcess& service : services)
            service.start(qEnvironmentVariable("RATEWARDEN_FOLLOWER"),
                          {QString::fromStdString(m_server.endpoint().url()), "api", "t"});
        const auto allDecideBy = [&](const QByteArray& wanted) {
            for (QProcess& service : services)
                for (QByteArray by; by != wanted; by = service.readLine().trimmed().split(' ').last())
                    while (!service.canReadLine())
                        if (!service.waitForReadyRead(patienceMs))
                            return false;
            return true;
        };
        QVERIFY(allDecideBy("1000000"));
        blockToken(m_connection, {"t", std::nullopt, "abuse", "ops"});
        QVERIFY(allDecideBy("blocked"));
        unblockToken(m_connection, "t");
        QVERIFY(allDecideBy("1000000"));
        policy.policy.rules = parseRules("2000000/h");
        publish(policy);
        QVERIFY(allDecideBy("2000000"));
        for (QProcess& service : services) {
            service.closeWriteChannel();
            QVERIFY(service.waitForFinished(patienceMs));
            QCOMPARE(service.exitCode(), 0);
        }
    }

    void fiveHundredPolicies()
    {
        std::vector<Command> commands;
        for (int i = 0; i < 500; ++i) {
            PublishedPolicy policy = newPolicy("5/h", "policy " + std::to_string(i));
            policy.version = 1;
            commands.push_back({"HSET", policiesKey, policy.policy.name, policyDocument(policy)});
        }
        m_connection.pipeline(commands);
        QCOMPARE(readPolicies(m_connection).published.size(), 500U);
        const PolicyWatch watch(m_server.endpoint());
        QVERIFY(watch.waitFor("policy 499", m_patient.patience));
        QCOMPARE(publish(newPolicy("6/h", "policy 7")), 2);
        QTRY_COMPARE(watch.find("policy 7")->version, 2);
        QCOMPARE(policyHistory(m_connection, "policy 7").size(), 2U);
        QCOMPARE(policyHistory(m_connection, "policy 8").size(), 1U);
    }
};

RATEWARDEN_SUITE(TestFollowing)
#include "tst_following.moc"
