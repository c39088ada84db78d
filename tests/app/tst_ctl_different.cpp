// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about the denials of a log, from the terminal.
#include "core/watch/history.h"
#include "tests/app/ctl_test.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlDifferent : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_log = m_folder.filePath("gateway.log");

    static QDateTime usualBegin() { return QDateTime::fromString("2026-11-26T10:00:00Z", Qt::ISODate); }
    static qint64 microsOf(const char* time)
    {
        return QDateTime::fromString(time, Qt::ISODateWithMs).toMSecsSinceEpoch() * 1000;
    }

    struct Line {
        int client = 0;
        bool isDenied = false;
        QString rule;
        QString node;
    };
    /// Four requests a second, of a quarter of an hour.
    void writeLines(const std::function<Line(int second, int i)>& lineOf,
                    const QDateTime& begin = usualBegin(), const char* status = "status")
    {
        QFile file(m_log);
        QVERIFY(file.open(QFile::WriteOnly));
        for (int second = 0; second < 900; ++second)
            for (int i = 0; i < 4; ++i) {
                const Line line = lineOf(second, i);
                file.write(QString(R"({"ts":"%1","user":"user:%2","%3":%4,"rule":"%5","node":"%6"})")
                               .arg(begin.addMSecs(second * 1000 + i * 200).toString(Qt::ISODateWithMs))
                               .arg(line.client)
                               .arg(status)
                               .arg(line.isDenied ? 429 : 200)
                               .arg(line.rule, line.node)
                               .toUtf8() +
                           '\n');
            }
    }
    /// From the tenth minute on one client repeats what is denied.
    void writeLog(const char* status = "status", const QDateTime& begin = usualBegin())
    {
        writeLines(
            [](int second, int i) {
                const bool isLoop = second >= 600 && i > 1;
                const bool isDenied = isLoop || (second * 4 + i) % 13 == 0;
                return Line{isLoop ? 7 : 100 + (second * 7 + i) % 50, isDenied, isDenied ? "20/min" : "",
                            "gw-1"};
            },
            begin, status);
    }

    /// In UTC, which times of day are of.
    Outcome different(const QStringList& more)
    {
        QProcessEnvironment environment;
        environment.insert("TZ", "UTC");
        return run(QStringList{"different", m_log} + more, environment);
    }

private Q_SLOTS:
    void init() { writeLog(); }

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
        QVERIFY(it["new_requests"].isNull());
        QCOMPARE(it["dimensions"].toArray().at(0).toObject()["degree"].toString(), "very-different");
    }

    void quietTimesAreNotDifferent()
    {
        const QJsonObject it =
            different({"--from", "2026-11-26T10:06:00Z", "--to", "2026-11-26T10:09:00Z", "--json"}).json();
        QCOMPARE(it["trend"].toString(), "same");
        QCOMPARE(it["different"].toBool(), false);
    }

    void whatIsComparedWithRequestsSaysSo()
    {
        // Half of the requests are denied, all by one node; from the tenth minute on none is, and few reach
        // it.
        writeLines([](int second, int i) {
            const bool isDenied = second < 600 && i < 2;
            const bool isOfOne = isDenied || (second >= 600 && second % 2 == 0 && i == 0);
            return Line{second * 7 % 50, isDenied, {}, isOfOne ? "gw-a" : "gw-b"};
        });
        const QStringList words{"--from", "10:10", "--by", "node"};
        const Outcome said = different(words);
        QVERIFY2(said.out.startsWith("Denials fell"), said.out.toUtf8());
        QVERIFY2(said.out.contains(QRegularExpression("gw-a +13 % of requests +100 % +0 +1200\n")),
                 said.out.toUtf8());
        const QJsonObject it = different(words + QStringList{"--json"}).json();
        QCOMPARE(it["new_requests"].toObject()["dimension"].toString(), "node");
        QCOMPARE(it["new_requests"].toObject()["value"].toString(), "gw-b");
    }

    void whereDenialsRoseTheBaselinesAreRequests()
    {
        writeLines([](int second, int i) {
            const bool isDenied = second >= 600 && i < 2;
            return Line{
                second * 7 % 50, isDenied, {}, i < 2 && (isDenied || second % 4 == 0) ? "gw-a" : "gw-b"};
        });
        const Outcome said = different({"--from", "10:10", "--by", "node"});
        QVERIFY2(said.out.contains(QRegularExpression("gw-a +100 % +13 % of requests +600 +0\n")),
                 said.out.toUtf8());
    }

    void timesOfDayAreOfTheLogsEnd()
    {
        // The last request is of 10:14:59.6.
        const QJsonObject it =
            different({"--from", "10:10", "--to", "10:15", "--baseline", "10:00..10:10", "--json"}).json();
        QCOMPARE(it["requests"].toInt(), 1200);
        QCOMPARE(it["requests_before"].toInt(), 2400);
        QCOMPARE(it["area"].toObject()["to_us"].toInteger(), microsOf("2026-11-26T10:14:59.600Z") + 1);
        QCOMPARE(different({"--from", "10:06", "--to", "10:09", "--baseline", "10:10..10:15", "--json"})
                     .json()["requests_before"]
                     .toInt(),
                 1200);
    }

    void onlyWhatTheLogHasIsCompared()
    {
        // As many denials in as long a time; but two hours without a log are no time without denials.
        writeLines([](int second, int i) { return Line{(second * 7 + i) % 50, i == 0, {}, {}}; });
        const QJsonObject it =
            different({"--from", "2026-11-26T10:10:00Z", "--to", "2026-11-26T12:10:00Z", "--baseline",
                       "2026-11-26T08:00:00Z..2026-11-26T10:10:00Z", "--json"})
                .json();
        QCOMPARE(it["trend"].toString(), "same");
        QCOMPARE(it["area"].toObject()["to_us"].toInteger(), microsOf("2026-11-26T10:14:59.600Z") + 1);
        QCOMPARE(it["baseline"].toObject()["from_us"].toInteger(), microsOf("2026-11-26T10:00:00.000Z"));
    }

    void changesComeFromTheAuditTrail()
    {
        redis({"FLUSHALL"});
        QCOMPARE(run({"mark", "deploy api 1.4"}).code, 0);
        const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch() + 1, Qt::UTC);
        writeLog("status", now.addSecs(-600));
        const QStringList words{"--from", now.toString(Qt::ISODate), "--json"};
        QVERIFY(different(words).json()["after"].isNull());
        const QJsonObject it = different(words + QStringList{"--audit"}).json();
        QCOMPARE(it["after"].toObject()["text"].toString(), "mark: deploy api 1.4");
    }

    void changesComeFromAHistory()
    {
        const QString history = m_folder.filePath("watch.history");
        {
            HistoryWriter writer(history.toStdString(), {});
            const auto at = [](const char* time) {
                return Instant(Micros(microsOf(time)));
            };
            writer.add(HistoryEvent{at("2026-11-26T10:09:58.000Z"), "mark", "ops", "mark: deploy api 1.4"});
            writer.add(HistoryEvent{at("2026-11-26T10:09:59.000Z"), "fires", "denials", "denials fires"});
            writer.add(HistoryEvent{at("2026-11-26T10:09:59.500Z"), "evicted", "redis", "as rounds tell"});
        }
        const QJsonObject it = different({"--from", "10:10", "--history", history, "--json"}).json();
        QCOMPARE(it["after"].toObject()["text"].toString(), "mark: deploy api 1.4");
    }

    void badWordsAreRefused_data()
    {
        addColumns<QStringList, QString>({"words", "says"});
        const QString from = "2026-11-26T10:10:00Z";
        addRow("no time", QStringList{"--from", "noon"}, "is no time");
        addRow("order", QStringList{"--from", from, "--to", "2026-11-26T10:09:00Z"},
               "has to end after it begins");
        addRow("order of day", QStringList{"--from", "10:10", "--to", "10:05"}, "has to end after it begins");
        addRow("behind the log", QStringList{"--from", "2026-11-26T11:00:00Z"},
               "the log has nothing of that time");
        addRow("baseline before the log",
               QStringList{"--from", from, "--baseline", "2026-11-26T08:00:00Z..2026-11-26T09:00:00Z"},
               "the log has nothing of that time");
        addRow("baseline's end", QStringList{"--from", from, "--baseline", "10:05.."}, "FROM..TO");
        addRow("overlap",
               QStringList{"--from", from, "--baseline", "2026-11-26T10:05:00Z..2026-11-26T10:11:00Z"},
               "overlap");
        addRow("baseline", QStringList{"--from", from, "--baseline", "10:05"}, "FROM..TO");
        addRow("nothing before", QStringList{"--from", "2026-11-26T09:00:00Z"}, "no request before");
        addRow("field", QStringList{"--from", from, "--by", "nodes"}, "nodes");
        addRow("change", QStringList{"--from", from, "--change", "deploy"}, "not a time with a text");
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
