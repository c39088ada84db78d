// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about the denials of a log, from the terminal.
#include "tests/app/ctl_test.h"
#include "tests/support/suites.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace ratewarden::test;

class TestCtlDifferent : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_log = m_folder.filePath("gateway.log");

    /// From 10:10 on one client repeats what is denied.
    void writeLog(const char* status)
    {
        QFile file(m_log);
        QVERIFY(file.open(QFile::WriteOnly));
        for (int second = 0; second < 900; ++second)
            for (int i = 0; i < 4; ++i) {
                const bool isLoop = second >= 600 && i > 1;
                const bool isDenied = isLoop || (second * 4 + i) % 13 == 0;
                file.write(QString("{\"ts\":\"2026-11-26T10:%1:%2.%3Z\",\"user\":\"user:%4\",\"%7\":%5,"
                                   "\"rule\":\"%6\"}\n")
                               .arg(second / 60, 2, 10, QChar('0'))
                               .arg(second % 60, 2, 10, QChar('0'))
                               .arg(i * 200, 3, 10, QChar('0'))
                               .arg(isLoop ? 7 : 100 + (second * 7 + i) % 50)
                               .arg(isDenied ? 429 : 200)
                               .arg(isDenied ? "20/min" : "")
                               .arg(status)
                               .toUtf8());
            }
    }

    Outcome different(const QStringList& more) { return run(QStringList{"different", m_log} + more); }

private Q_SLOTS:
    void init() { writeLog("status"); }

    void theSentenceComesFirst()
    {
        const Outcome said = different({"--from", "2026-11-26T10:10:00Z", "--by", "rule", "--change",
                                        "2026-11-26T10:09:58Z deploy \\x1b api"});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.out.contains("of the "), said.out.toUtf8());
        QVERIFY2(said.out.section('\n', 0, 0).contains("new denials have token user:7"), said.out.toUtf8());
        QVERIFY2(said.out.contains("after \"deploy \\x1b api\""), said.out.toUtf8());
        QVERIFY2(said.out.contains("no difference: ") && said.out.contains("rule"), said.out.toUtf8());
    }

    void programsReadFigures()
    {
        const QJsonObject it =
            different({"--from", "2026-11-26T10:10:00Z", "--to", "2026-11-26T10:15:00Z", "--baseline",
                       "2026-11-26T10:00:00Z..2026-11-26T10:10:00Z", "--json"})
                .json();
        QCOMPARE(it["trend"].toString(), "rose");
        QCOMPARE(it["different"].toBool(), true);
        QCOMPARE(it["requests"].toInt(), 1200);
        QCOMPARE(it["requests_before"].toInt(), 2400);
        QCOMPARE(it["causes"].toArray().at(0).toObject()["value"].toString(), "user:7");
        QCOMPARE(it["dimensions"].toArray().at(0).toObject()["degree"].toString(), "very-different");
    }

    void quietTimesAreNotDifferent()
    {
        const QJsonObject it =
            different({"--from", "2026-11-26T10:06:00Z", "--to", "2026-11-26T10:09:00Z", "--json"}).json();
        QCOMPARE(it["trend"].toString(), "same");
        QCOMPARE(it["different"].toBool(), false);
    }

    void changesComeFromTheAuditTrail()
    {
        redis({"FLUSHALL"});
        QCOMPARE(run({"mark", "deploy api 1.4"}).code, 0);
        const Outcome said = different({"--from", "2026-11-26T10:10:00Z", "--audit"});
        QCOMPARE(said.code, 0);
        QVERIFY(!said.out.contains("deploy api 1.4")); // it was made now, and not then
    }

    void badWordsAreRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        const QString from = "2026-11-26T10:10:00Z";
        QTest::newRow("no time") << QStringList{"--from", "noon"} << "is no time";
        QTest::newRow("order") << QStringList{"--from", from, "--to", "2026-11-26T10:09:00Z"}
                               << "--to has to be later";
        QTest::newRow("overlap") << QStringList{"--from", from, "--baseline",
                                                "2026-11-26T10:05:00Z..2026-11-26T10:11:00Z"}
                                 << "overlap";
        QTest::newRow("baseline") << QStringList{"--from", from, "--baseline", "10:05"} << "FROM..TO";
        QTest::newRow("nothing before")
            << QStringList{"--from", "2026-11-26T09:00:00Z"} << "no request before";
        QTest::newRow("field") << QStringList{"--from", from, "--by", "nodes"} << "nodes";
        QTest::newRow("change") << QStringList{"--from", from, "--change", "deploy"}
                                << "not a time with a text";
    }

    void badWordsAreRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        const Outcome said = different(words);
        QCOMPARE(said.code, 2);
        QVERIFY2(said.err.contains(says), said.err.toUtf8());
    }

    void logsWithoutAStatusAreRefused()
    {
        writeLog("answer_bytes");
        const Outcome said = different({"--from", "2026-11-26T10:10:00Z"});
        QCOMPARE(said.code, 2);
        QVERIFY2(said.err.contains("does not say which requests were denied"), said.err.toUtf8());
    }
};

RATEWARDEN_SUITE(TestCtlDifferent)
#include "tst_ctl_different.moc"
