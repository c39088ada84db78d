// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Which of several watchers tells, on a real server.
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/watch/watch_lease.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"
#include "tests/support/watched_server.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

using Holder = WatchLease::Holder;

const ToldAlerts oneTold{{"a \"b\" \u00e9", Instant(5s)}};
const ToldAlerts otherTold{{"c", Instant(7s)}};

} // namespace

class TestWatchLease : public QObject, private LimiterFixture {
    Q_OBJECT

    Holder ask(WatchLease& lease, const ToldAlerts& told = {})
    {
        return lease.renew(m_connection, 1min, told).holder;
    }
    std::optional<ToldAlerts> seen(WatchLease& lease) { return lease.renew(m_connection, 1min, {}).told; }

private Q_SLOTS:
    void init() { m_connection.call({"FLUSHALL"}); }

    void oneHasIt()
    {
        WatchLease first("prod");
        WatchLease second("prod");
        WatchLease elsewhere("test");
        QCOMPARE(ask(first), Holder::Taken);
        QCOMPARE(ask(first), Holder::Kept);
        QCOMPARE(ask(second), Holder::Other);
        QCOMPARE(ask(elsewhere), Holder::Taken);
        const std::int64_t left = m_connection.call({"PTTL", watchKey("prod")}).view().integer();
        QVERIFY(left > 0 && left <= 60'000);
        second.giveBack(m_connection, otherTold); // what it does not have
        QCOMPARE(ask(first), Holder::Kept);
        first.giveBack(m_connection, {});
        QCOMPARE(ask(second), Holder::Taken);
        QCOMPARE(ask(first), Holder::Other);
    }

    void whatIsToldIsHandedOn()
    {
        WatchLease first("prod");
        WatchLease second("prod");
        QVERIFY(!first.renew(m_connection, 1min, oneTold).told); // nobody has told anything
        QCOMPARE(ask(first, oneTold), Holder::Kept);
        QVERIFY(seen(second) == oneTold);
        QCOMPARE(ask(second, otherTold), Holder::Other); // which writes nothing
        QVERIFY(seen(second) == oneTold);
        m_connection.call({"DEL", watchKey("prod")}); // it has expired
        const WatchLease::Answer taken = second.renew(m_connection, 1min, otherTold);
        QCOMPARE(taken.holder, Holder::Taken);
        QVERIFY(taken.told == oneTold);
        second.giveBack(m_connection, otherTold);
        QVERIFY(seen(first) == otherTold);
    }

    // It does not know that it has the lease, and must not write over what others have told.
    void anAnswerThatIsLostLosesNothing()
    {
        WatchLease first("prod");
        WatchLease second("prod");
        ask(first);
        first.giveBack(m_connection, oneTold);
        WatchedServer deaf(m_connection);
        deaf.losesAt = 0;
        QVERIFY_THROWS_EXCEPTION(Unavailable, second.renew(deaf, 1min, {}));
        QCOMPARE(ask(first), Holder::Other);
        const WatchLease::Answer answer = second.renew(m_connection, 1min, {});
        QCOMPARE(answer.holder, Holder::Taken);
        QVERIFY(answer.told == oneTold);
        QCOMPARE(ask(second), Holder::Kept);
    }

    void whatNobodyWroteIsAsNothing_data()
    {
        QTest::addColumn<QByteArray>("record");
        for (const char* record : {"", "{", "[]", "{\"a\": \"b\"}", "{\"a\": 1.5}", "{\"\xff\": 1}"})
            QTest::newRow(QByteArray(record).toPercentEncoding()) << QByteArray(record);
    }
    void whatNobodyWroteIsAsNothing()
    {
        QFETCH(QByteArray, record);
        m_connection.call({"SET", watchToldKey("prod"), record.toStdString()});
        WatchLease lease("prod");
        const WatchLease::Answer answer = lease.renew(m_connection, 1min, {});
        QCOMPARE(answer.holder, Holder::Taken);
        QVERIFY(!answer.told);
    }

    void itOutlastsThreeRounds()
    {
        QCOMPARE(leaseSpan(1s), Micros(15s));
        QCOMPARE(leaseSpan(10s), Micros(30s));
        QCOMPARE(leaseSpan(1h), Micros(3h));
    }
};

RATEWARDEN_SUITE(TestWatchLease)

#include "tst_watch_lease.moc"
