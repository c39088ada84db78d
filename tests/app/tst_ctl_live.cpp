// SPDX-License-Identifier: GPL-3.0-or-later
// labels: clock
// Live trials from the terminal: what is printed, what is refused, and that nothing stays on the server when
// they end, are stopped or are killed.
#include "tests/app/ctl_test.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/suites.h"

#include <QTemporaryDir>

using namespace ratewarden::test;

class TestCtlLive : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString trace() const { return m_folder.filePath("a.trace"); }
    QStringList live(const QString& candidate, const QString& rate, const QStringList& more = {}) const
    {
        return QStringList{"lab", "live", trace(), "--candidate", candidate, "--rate", rate} + more;
    }
    qint64 keys() { return redis({"DBSIZE"}).view().integer(); }

    /// One that goes on until it is ended.
    void begin(QProcess& process)
    {
        start(process, live("gcra: 3/s", "500/s", {"--for", "5min", "--json"}));
        QTRY_VERIFY(keys() > 10);
    }

private Q_SLOTS:
    // 600 requests of 20 tokens in a second.
    void initTestCase()
    {
        const Outcome made = run({"lab", "generate", "--tokens", "20", "--rate", "600", "--for", "1s",
                                  "--shape", "steady", "--zipf", "0", "--out", trace()});
        QVERIFY2(made.code == 0, qPrintable(made.err));
    }
    void cleanup() { redis({"FLUSHALL"}); }

    void triesEveryAlgorithm_data() { addAlgorithms(); }
    void triesEveryAlgorithm()
    {
        QFETCH(QString, algorithm);
        const Outcome tried = run(live(algorithm + ": 2/day", "600/s", {"--for", "all", "--json"}));
        QVERIFY2(tried.code == 0, qPrintable(tried.err));
        QVERIFY2(tried.err.startsWith("note: live trial on unix://"), qPrintable(tried.err));
        const QJsonObject json = tried.json();
        const int requests = json["traffic"].toObject()["requests"].toInt();
        QVERIFY(requests > 500);
        QCOMPARE(json["end"].toString(), "complete");
        QCOMPARE(json["planned"].toInt(), requests);
        QCOMPARE(json["sent"].toInt(), requests);
        QCOMPARE(json["answered"].toInt(), requests);
        QCOMPARE(json["allowed"].toInt(), 2 * 20);
        QCOMPARE(json["denied"].toInt(), requests - 2 * 20);
        QCOMPARE(json["tokens_denied"].toInt(), 20);
        QCOMPARE(json["errors"].toInt() + json["lost"].toInt() + json["dropped"].toInt(), 0);
        const QJsonObject latency = json["latency_us"].toObject();
        double before = 0;
        for (const char* const key : {"p50", "p90", "p99", "p99_9", "max"}) {
            QVERIFY(latency[key].toDouble() >= before);
            before = latency[key].toDouble();
        }
        QVERIFY(before > 0);
        int sent = 0;
        const QJsonArray intervals = json["intervals"].toArray();
        for (const QJsonValue& interval : intervals)
            sent += interval.toObject()["sent"].toInt();
        QCOMPARE(sent, requests);
        QCOMPARE(json["keys_removed"].toInt(), 20);
        QVERIFY(json["left_over"].isNull());
        QCOMPARE(keys(), 0);
    }

    void saysItInWords()
    {
        const Outcome tried = run(live("c=sliding-log: 1000/min", "10x", {"--for", "250ms"}));
        QVERIFY2(tried.code == 0, qPrintable(tried.err));
        QVERIFY2(tried.out.contains("c=sliding-log: 1000/min: ") &&
                     tried.out.contains(" 0 denied of 0 tokens"),
                 qPrintable(tried.out));
        QVERIFY2(tried.out.contains("latency from the planned moment: p50 "), qPrintable(tried.out));
        QVERIFY2(tried.out.contains("; the traffic was sent 3 times"), qPrintable(tried.out));
        QVERIFY2(tried.out.endsWith("\n  all 20 scratch keys removed\n"), qPrintable(tried.out));
    }

    void refuses()
    {
        const Outcome fast = run(live("gcra: 3/s", "1000000/s", {"--for", "100ms"}));
        QCOMPARE(fast.code, 2);
        QVERIFY2(fast.err.contains("more than 10000 requests") && fast.err.contains("--force"),
                 qPrintable(fast.err));
        QCOMPARE(run(live("gcra: 3/s", "30000/s", {"--for", "500ms", "--force"})).code, 0);
        for (const char* const rate : {"fast", "0/s", "-1/s", "10/", "10", "x", "nan/s"})
            QCOMPARE(run(live("gcra: 3/s", rate)).code, 2);
        QCOMPARE(run(live("gcra: 3/s", "10/s", {"--for", "0s"})).code, 2);
        QCOMPARE(run(live("gcra: 3/s", "10/s", {"--connections", "0"})).code, 2);
        QCOMPARE(run(live("no-such: 3/s", "10/s")).code, 2);
        redis({"CONFIG", "SET", "maxmemory", "1gb", "maxmemory-policy", "volatile-ttl"});
        const Outcome evicts = run(live("gcra: 3/s", "10/s"));
        redis({"CONFIG", "SET", "maxmemory", "0", "maxmemory-policy", "noeviction"});
        QCOMPARE(evicts.code, 2);
        QVERIFY2(evicts.err.contains("evicts keys"), qPrintable(evicts.err));
        QCOMPARE(keys(), 0);
    }

    void endsInOrderWhenInterrupted()
    {
        QProcess process;
        begin(process);
        process.terminate();
        QVERIFY(process.waitForFinished(patienceMs));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const QJsonObject json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QCOMPARE(json["end"].toString(), "stopped");
        QCOMPARE(json["answered"].toInt(), json["sent"].toInt());
        QCOMPARE(keys(), 0);
    }

    void cleansWhatAKilledOneLeft()
    {
        redis({"SET", "rw:{%scratch:not}:ours", "1"});
        QProcess process;
        begin(process);
        const Outcome early = run({"lab", "clean"});
        QVERIFY2(early.out.startsWith("0 scratch keys of 0 live trials removed; left alone: 1 live trial"),
                 qPrintable(early.out));
        process.kill();
        QVERIFY(process.waitForFinished(patienceMs));
        QJsonObject cleaned;
        const auto clean = [&] {
            if (cleaned["trials"].toInt() == 0)
                cleaned = run({"lab", "clean", "--json"}).json();
            return cleaned["trials"].toInt();
        };
        QTRY_COMPARE(clean(), 1);
        QCOMPARE(keys(), 1);
    }
};

RATEWARDEN_SUITE(TestCtlLive)
#include "tst_ctl_live.moc"
