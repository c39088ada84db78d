// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// A network that fails in the middle of a decision: each time the stated error, never a charge that is not
// accounted for.
#include "core/limiter/decision_call.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "tests/support/faulty_proxy.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Damage = FaultyProxy::Fault;

class TestFaults : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    FaultyProxy m_proxy{m_server.endpoint().socketPath};

    static std::optional<Unavailable> failureOf(RedisRateLimiter& limiter)
    {
        return thrownBy<Unavailable>([&] { limiter.acquire("t"); });
    }

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void aDecisionIsCutOff_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addColumn<int>("charged");
        QTest::newRow("before the command") << int(Damage::CutBeforeCommand) << 0;
        QTest::newRow("before the reply") << int(Damage::CutBeforeReply) << 1;
        QTest::newRow("in the reply") << int(Damage::CutInReply) << 1;
        QTest::newRow("stalled") << int(Damage::StallBeforeReply) << 1;
    }
    void aDecisionIsCutOff()
    {
        QFETCH(int, fault);
        QFETCH(int, charged);
        Timeouts timeouts = unhurried;
        if (Damage(fault) == Damage::StallBeforeReply)
            timeouts.command = 5s;
        Connection connection(m_proxy.endpoint(), timeouts);
        const Policy policy{"api", "gcra", parseRules("100/h")};
        RedisRateLimiter limiter(connection, policy);
        RedisRateLimiter observer(m_connection, policy);
        QVERIFY(limiter.acquire("t").allowed());

        m_proxy.setFault(Damage(fault));
        const auto error = failureOf(limiter);
        QVERIFY(m_proxy.struck());
        // Once a command has left, nobody here can know: it is never called certain, and never sent again in
        // secret.
        QVERIFY(error && error->effect() == Unavailable::Effect::Uncertain);
        QCOMPARE(observer.peek("t").usage.at(0).used, 1 + charged);

        QVERIFY(limiter.acquire("t").allowed()); // it comes back by itself
        QCOMPARE(observer.peek("t").usage.at(0).used, 2 + charged);
    }

    void aScriptIsFlushedAndThenTheLineIsCut()
    {
        Connection connection(m_proxy.endpoint(), unhurried);
        const Policy policy{"api", "gcra", parseRules("100/h")};
        RedisRateLimiter limiter(connection, policy);
        RedisRateLimiter observer(m_connection, policy);
        QVERIFY(limiter.acquire("t").allowed());
        m_connection.call({"SCRIPT", "FLUSH"});
        m_proxy.setFault(Damage::CutBeforeReply); // of the one that found no script: nothing has run
        QVERIFY(failureOf(limiter));
        QVERIFY(limiter.acquire("t").allowed());
        QCOMPARE(observer.peek("t").usage.at(0).used, 2);
    }

    /// Where the first go of a pipeline ran and the second, with the scripts that were missing, never began.
    void theLineBreaksBeforeTheSecondGo()
    {
        const QTemporaryDir directory;
        const std::string name = directory.filePath("name.sock").toStdString();
        TestServer server;
        std::filesystem::create_symlink(server.endpoint().socketPath, name);
        Endpoint endpoint;
        endpoint.socketPath = name;
        Connection connection(endpoint, unhurried);
        connection.call({"INCR", "first"});
        // A replica's refusal ends the connection after the first go, and then there is nobody any more.
        Connection(server.endpoint(), unhurried).call({"REPLICAOF", "127.0.0.1", "1"});
        std::filesystem::remove(name);
        const Command script = decisionCommand(Policy{"b", "gcra", parseRules("5/s")}, RedisToken("a"), 1,
                                               Mode::Acquire, {.form = Form::Text});
        const auto error = thrownBy<Unavailable>([&] {
            connection.pipeline({{"PING"}, {"INCR", "first"}, script});
        });
        QVERIFY(error && error->reason() == Unavailable::Reason::NoConnection);
        QVERIFY2(error->effect() == Unavailable::Effect::Uncertain, "PING has run");
    }

    void aDemotedPrimaryIsLeftForTheNewOne()
    {
        const QTemporaryDir directory;
        const std::string name = directory.filePath("primary.sock").toStdString();
        const TestServer before;
        const TestServer after;
        std::filesystem::create_symlink(before.endpoint().socketPath, name);
        Endpoint endpoint;
        endpoint.socketPath = name;
        Connection connection(endpoint, unhurried);
        RedisRateLimiter limiter(connection, {"api", "gcra", parseRules("100/h")});
        QVERIFY(limiter.acquire("t").allowed());

        // The name leads to another server; the connection to the old one stands.
        Connection(before.endpoint(), unhurried).call({"REPLICAOF", "127.0.0.1", "1"});
        std::filesystem::remove(name);
        std::filesystem::create_symlink(after.endpoint().socketPath, name);
        const auto error = thrownBy<Unavailable>([&] { limiter.acquire("t"); });
        QVERIFY(error && error->reason() == Unavailable::Reason::Replica);
        QVERIFY(error->effect() == Unavailable::Effect::None);
        QVERIFY(limiter.acquire("t").allowed());
        QCOMPARE(Connection(after.endpoint(), unhurried).call({"DBSIZE"}).view().integer(), 1);
    }

    void aServerThatRestartsInTheMiddle()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        RedisRateLimiter limiter(connection, {"api", "gcra", parseRules("100000/h")});
        int passed = 0;
        int failed = 0;
        for (int i = 0; i < 400; ++i) {
            if (i == 100)
                server.kill();
            if (i == 200)
                QCOMPARE(server.start(), QString());
            (failureOf(limiter) ? failed : passed) += 1;
        }
        QCOMPARE(failed, 100);
        QCOMPARE(passed, 300);
    }
};

RATEWARDEN_SUITE(TestFaults)
#include "tst_faults.moc"
