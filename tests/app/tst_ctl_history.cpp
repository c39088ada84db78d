// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl history` and `watch --back-test`: what a watcher keeps, and what is said of it.
#include "core/watch/history.h"
#include "tests/app/ctl_test.h"
#include "tests/app/watching.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <sys/resource.h>

#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlHistory : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_files = 0;
    QString m_history; // of this test

    static QString alert(const char* name, const char* filter, double above)
    {
        return QString(R"({"name": "%1", "filter": "%2", "measure": "tokens", "above": %3})")
            .arg(name, filter)
            .arg(above);
    }
    QString alerts(const QString& alerts, const QString& limits = {})
    {
        const QString path = m_folder.filePath(QString("alerts-%1.json").arg(++m_files));
        const bool isWritten =
            writeInto(path, QString(R"({"schema": 1, "history": {"file": "%1"%2}, "alerts": [%3]})")
                                .arg(m_history, limits, alerts)
                                .toUtf8());
        return isWritten ? path : QString();
    }

    void fill(const char* token)
    {
        QCOMPARE(run({"charge", token, "--policy", "api", "--cost", "3"}).code, 0);
    }

    /// All spans in one.
    QJsonObject span(const QStringList& more = {})
    {
        const QJsonArray spans = run(QStringList{"history", m_history, "--every", "8760h", "--json"} + more)
                                     .json()["spans"]
                                     .toArray();
        return spans.isEmpty() ? QJsonObject() : spans.last().toObject();
    }
    bool hasEvent(const char* event)
    {
        for (const auto& each : span()["events"].toArray())
            if (each.toObject()["event"].toString() == event)
                return true;
        return false;
    }
    /// How often the alert of that name would have fired, and the rest.
    QJsonObject tested(const QString& file, const char* name)
    {
        const QJsonObject test = run({"watch", "--back-test", file, "--json"}).json();
        for (const auto& each : test["alerts"].toArray())
            if (each.toObject()["alert"].toString() == name)
                return each.toObject();
        return {};
    }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        CtlTest::publish({"api", "sliding-log", parseRules("3/h"), false, true, {}});
        m_history = m_folder.filePath(QString("history-%1").arg(++m_files));
    }

    void aWatcherKeepsWhatItSees()
    {
        Watching watch(url(), alerts(alert("limited", "policy:api limited", 0)));
        fill("user:7");
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        QCOMPARE(run({"mark", "deploy api 1.4", "--by", "ci"}).code, 0);
        QTRY_VERIFY2(hasEvent("mark"), watch.all());
        redis({"SCRIPT", "FLUSH"}); // there was that of the charge
        QTRY_VERIFY2(hasEvent("scripts flushed"), watch.all());
        QCOMPARE(watch.end(SIGTERM), 0);
        const QJsonObject kept = span();
        QCOMPARE(kept["limited"].toInt(), 1);
        QCOMPARE(kept["tokens"].toInt(), 1);
        QCOMPARE(kept["rule"].toInt(), 1);
        QCOMPARE(kept["used_share"].toDouble(), 1.0);
        QVERIFY(hasEvent("fires"));
        QCOMPARE(span({"--policy", "a*"})["limited"].toInt(), 1);
        QCOMPARE(span({"--policy", "web"})["limited"].toInt(), 0);
        const QJsonObject token = span({"--token", "user:7"});
        QVERIFY(token["shown"].toInt() > 0);
        QCOMPARE(token["state"].toString(), "limited");
        QCOMPARE(span({"--token", "user:8"})["shown"].toInt(), 0);
        const Outcome text = run({"history", m_history});
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("ci: mark: deploy api 1.4"), qPrintable(text.out));
        QVERIFY2(text.out.contains("the server's scripts were flushed"), qPrintable(text.out));
        QVERIFY2(text.out.contains("MB; kept: 14 days, at most 512 MB"), qPrintable(text.out));
    }

    void aBackTestIsOfAlertsThatNobodyWatched()
    {
        Watching watch(url(), alerts(alert("limited", "policy:api limited", 5), R"(, "days": 2)"));
        fill("a");
        fill("b");
        QTRY_COMPARE(span()["limited"].toInt(), 2);
        redis({"FLUSHALL"});
        QTRY_VERIFY(tested(alerts(alert("x", "limited", 0)), "x")["state"].toString() == "quiet");
        QCOMPARE(watch.end(SIGTERM), 0);
        const QString file =
            alerts(alert("lower", "policy:api limited", 1) + "," + alert("other words", "limited", 1) + "," +
                   alert("never", "policy:web limited", 0) + "," + alert("a name", "token:a", 0));
        QCOMPARE(tested(file, "lower")["fired"].toInt(), 1);
        QCOMPARE(tested(file, "other words")["fired"].toInt(), 1);
        QCOMPARE(tested(file, "other words")["firings"].toArray()[0].toObject()["unknown_us"].toInt(-1), 0);
        QCOMPARE(tested(file, "never")["fired"].toInt(-1), 0);
        QVERIFY(tested(file, "never")["doubt"].isNull() ||
                tested(file, "never")["doubt"].toString().contains("no watcher"));
        QVERIFY(tested(file, "a name")["doubt"].toString().contains("has not kept"));
        QVERIFY(tested(file, "a name")["unknown_us"].toInt() > 0);
        const Outcome text = run({"watch", "--back-test", file});
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("1 time"), qPrintable(text.out));
        QVERIFY2(text.out.contains("never, where known"), qPrintable(text.out));
        QVERIFY2(text.out.contains("at 2: never"), qPrintable(text.out));
        QCOMPARE(tested(file, "lower")["stricter"].toObject()["bound"].toDouble(), 2.0);
        QVERIFY(tested(file, "lower")["without_back"].isNull());
        QVERIFY2(text.out.contains("no data before 20"), qPrintable(text.out));
    }

    void aWatcherThatIsKilledGoesOnLater()
    {
        const QString file = alerts(alert("limited", "limited", 0));
        fill("a");
        {
            Watching watch(url(), file);
            QTRY_VERIFY2(watch.has("fires"), watch.all());
            QTRY_VERIFY(span()["rounds"].toInt() > 0); // it is kept
            watch.kill();
        }
        const int before = span()["rounds"].toInt();
        QVERIFY(before > 0);
        Watching watch(url(), file);
        QTRY_VERIFY2(span()["rounds"].toInt() > before, watch.all());
        QVERIFY(span()["doubt"].toString().contains("no watcher was running"));
        QCOMPARE(tested(file, "limited")["fired"].toInt(), 1); // it is one time, with a gap in it
        Watching second(url(), file);
        QTRY_VERIFY2(second.complaints().contains("another watcher writes"), second.all());
    }

    void itDoesNotWriteIntoOtherFiles()
    {
        QVERIFY(writeInto(m_history, "mine\n"));
        const QString file = alerts(alert("limited", "limited", 0));
        for (const QStringList& arguments :
             {QStringList{"watch", file}, {"watch", "--back-test", file}, {"history", m_history}}) {
            const Outcome outcome = run(arguments);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains("is no history, and was left as it is"), qPrintable(outcome.err));
        }
        QCOMPARE(readFile(m_history), QByteArray("mine\n"));
    }

    void aNewFileOfAlertsThatCannotBeKeptIsRefused()
    {
        const QString file = alerts(alert("limited", "limited", 0));
        Watching watch(url(), file);
        QTRY_VERIFY2(!span().isEmpty(), watch.all());
        const QString other = m_folder.filePath("mine");
        QVERIFY(writeInto(other, "mine\n"));
        QVERIFY(writeInto(file, readFile(file).replace(m_history.toUtf8(), other.toUtf8())));
        QTRY_VERIFY2(watch.complaints().contains("stay in force"), watch.all());
        const int before = span()["rounds"].toInt();
        QTRY_VERIFY2(span()["rounds"].toInt() > before, watch.all());
    }

    void aFullDiskDoesNotStopTheWatch()
    {
        Watching watch(url(), alerts(alert("limited", "limited", 0)), {},
                       {"/bin/sh", "-c", "trap '' XFSZ; ulimit -f 1000; exec \"$@\"", "sh"});
        QTRY_VERIFY2(watch.complaints().contains("what it sees meanwhile is not kept"), watch.all());
        fill("user:7");
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        QCOMPARE(watch.complaints().count("is not kept"), 1);
        QCOMPARE(watch.end(SIGTERM), 0);
        QVERIFY(span()["rounds"].toInt() > 0); // those before
    }

    void aFullDiskDoesNotKeepTheWatchFromStarting()
    {
        Watching watch(url(), alerts(alert("limited", "limited", 0)), {},
                       {"/bin/sh", "-c", "trap '' XFSZ; ulimit -S -f 0; exec \"$@\"", "sh"});
        QTRY_VERIFY2(watch.complaints().contains("what it sees meanwhile is not kept"), watch.all());
        QVERIFY2(watch.complaints().contains(m_history.toUtf8()), watch.all());
        fill("user:7");
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        rlimit limit{};
        QCOMPARE(::prlimit(watch.processId(), RLIMIT_FSIZE, nullptr, &limit), 0);
        limit.rlim_cur = limit.rlim_max;
        QCOMPARE(::prlimit(watch.processId(), RLIMIT_FSIZE, &limit, nullptr), 0);
        QTRY_VERIFY2(span()["rounds"].toInt() > 0, watch.all()); // as soon as there is room
        QCOMPARE(watch.complaints().count("is not kept"), 1);
        QCOMPARE(watch.end(SIGTERM), 0);
    }

    void whatIsMissingIsSaid()
    {
        const QString file = alerts(alert("limited", "limited", 0));
        const Outcome none = run({"history", m_history});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("there is no history yet"), qPrintable(none.err));
        QCOMPARE(run({"watch", "--back-test", file}).code, 2);
        QVERIFY(
            writeInto(file, R"({"schema": 1, "alerts": [{"name": "a", "measure": "tokens", "above": 1}]})"));
        QVERIFY(run({"watch", "--back-test", file}).err.contains("keeps no history"));
        QVERIFY(run({"watch", "--once", file, "--since", "1h"}).err.contains("--back-test"));
        for (const char* const wrong :
             {R"(, "days": 0)", R"(, "megabytes": 3)", R"(, "megabytes": 4.5)", R"(, "hours": 1)"})
            QCOMPARE(run({"watch", "--check", alerts(alert("a", "limited", 1), wrong)}).code, 2);
        const Outcome check =
            run({"watch", "--check", alerts(alert("a", "limited", 1), R"(, "megabytes": 64)")});
        QVERIFY2(check.out.contains("keeps what it sees in " + m_history + ": 14 days, at most 64 MB"),
                 qPrintable(check.out));
        HistoryWriter(m_history.toStdString(), {}); // without a round
        QVERIFY(run({"history", m_history}).out.contains("no rounds"));
    }
};

RATEWARDEN_SUITE(TestCtlHistory)

#include "tst_ctl_history.moc"
