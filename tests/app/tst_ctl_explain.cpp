// SPDX-License-Identifier: GPL-3.0-or-later
// Why a request was denied, from the terminal as a user asks it.
#include "core/watch/history.h"
#include "tests/app/ctl_test.h"
#include "tests/support/suites.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlExplain : public CtlTest {
    Q_OBJECT

private:
    /// The moment, in microseconds, at which it was denied.
    QString denied(const QStringList& more = {})
    {
        QJsonObject last;
        for (int i = 0; i < 20 && last["verdict"].toString() != "denied"; ++i)
            last = run(QStringList{"check", "user:42", "--policy", "api", "--json"} + more).json();
        return QString::number(last["now_us"].toInteger());
    }

    QJsonObject explained(const QStringList& arguments)
    {
        return run(QStringList{"explain", "--json"} + arguments).list().at(0).toObject();
    }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        QCOMPARE(run({"check", "user:42", "--policy", "api", "--rules", "3/h + 50/day", "--publish"}).code,
                 0);
    }

    void aDenialIsExplained()
    {
        const QString at = denied();
        const QJsonObject it = explained({"user:42", "--policy", "api", "--at", at});
        QCOMPARE(it["cause"].toString(), "rule");
        QCOMPARE(it["certainty"].toString(), "exact");
        QCOMPARE(it["rule"].toString(), "3/h");
        QCOMPARE(it["from_us"].toInteger(), at.toLongLong());
        QCOMPARE(it["rules"].toArray().at(1).toObject()["answer"].toString(), "had-room");

        const Outcome said = run({"explain", "user:42", "--at", at});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.out.contains("denied by 3/h: 3 of 3 were used, and the request cost 1"),
                 said.out.toUtf8());
        QVERIFY2(said.out.contains("3/h was filled by 3 requests"), said.out.toUtf8());
        QVERIFY2(said.out.contains("version 1 of the policy, by"), said.out.toUtf8());
    }

    void aHistoryTellsWhatRedisDoesNotAnyMore()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("prod.history");
        const Instant now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
        const Instant denied = now - std::chrono::hours(5);
        {
            HistoryWriter writer(file.toStdString(), {});
            for (const int seconds : {-30, 10, 40}) {
                HistoryRound round;
                round.at = denied + std::chrono::seconds(seconds);
                const auto add = [&](const char* policy, TokenStatus status, std::optional<std::size_t> rule,
                                     std::uint64_t tokens) {
                    TokenSums sums;
                    sums.tokens = sums.ruled = tokens;
                    round.cohorts.push_back({{"ratewarden/gcra", policy, status, false, {}, rule}, sums});
                };
                add("api", TokenStatus::Limited, 0, 7);
                add("api", TokenStatus::Ok, std::nullopt, 13);
                add("other", TokenStatus::Limited, 1, 99);
                if (seconds == 40)
                    round.tokens.push_back(
                        {"ratewarden/gcra", "api", "user:43", TokenStatus::Limited, 0, 1.0, std::nullopt});
                if (seconds == -30)
                    round.tokens.push_back({"ratewarden/gcra", "api", "user:42", TokenStatus::Limited, 0, 1.0,
                                            RequestRates{0.2, 2.5}});
                writer.add(round);
            }
        }
        const auto at = [](Instant moment) {
            return QString::number(moment.time_since_epoch().count());
        };
        const QStringList words{"explain", "user:42", "--policy", "api", "--history", file, "--at"};
        const Outcome said = run(words + QStringList{at(denied)});
        QCOMPARE(said.code, 0);
        const QString source = "by the history " + file;
        QVERIFY2(said.out.contains(source + ": at "), said.out.toUtf8());
        QVERIFY2(said.out.contains("the token was limited by "), said.out.toUtf8());
        QVERIFY2(said.out.contains("100 % used, 2.5 denied/s"), said.out.toUtf8());
        QVERIFY2(said.out.contains("7 of 20 tokens under api were limited at "), said.out.toUtf8());

        // Both neighbors of that moment have other tokens.
        const QString later = run(words + QStringList{at(denied + std::chrono::seconds(35))}).out;
        QVERIFY2(later.contains("the token was not among the 10 most urgent"), later.toUtf8());
        const QString never = run(words + QStringList{at(now - std::chrono::hours(1))}).out;
        QVERIFY2(never.contains("nothing of that time; it goes from "), never.toUtf8());
        QCOMPARE(explained({"user:42", "--policy", "api", "--history", file, "--at", at(denied)})["history"]
                     .toArray()
                     .size(),
                 2);
        QCOMPARE(run(words.mid(0, 5) + QStringList{folder.filePath("none"), "--at", at(denied)}).code, 2);
    }

    void linesOfLogsAreRead()
    {
        redis({"BLPOP", "nothing", "2.1"}); // of what was before the first charge nothing is known
        const qint64 second = denied().toLongLong() / 1'000'000;
        const QString time = QDateTime::fromSecsSinceEpoch(second, Qt::UTC).toString(Qt::ISODate);
        const QString line = QString(R"({"time":"%1","user":"user:42","status":%2})");
        const QJsonObject it = explained({"--line", line.arg(time).arg(429)});
        QCOMPARE(it["token"].toString(), "user:42");
        QCOMPARE(it["rule"].toString(), "3/h");
        QCOMPARE(it["from_us"].toInteger(), (second - 1) * 1'000'000);
        const Outcome other = run({"explain", "--line", line.arg(time).arg(200)});
        QCOMPARE(other.code, 2);
        QVERIFY(other.err.contains("answered with 200"));
        // The token of the log is another one's name.
        QCOMPARE(explained({"user:7", "--line", line.arg(time).arg(429)})["cause"].toString(), "one-of");
    }

    void whatIsRememberedIsFound()
    {
        const char* const document =
            R"({"schema":1,"version":2,"algorithm":"gcra","rules":"3/h","counters":true,"denials":100})";
        redis({"HSET", "rw:policies", "api", document});
        QCOMPARE(run({"denials"}).out,
                 "no such denial is remembered; policies remember them that have counters and \"denials\"\n");
        const QString at = denied({"--note", "req 7\\x01"});
        QCOMPARE(run({"reset", "user:42", "--policy", "api", "--reason", "tested"}).code, 0);

        const QJsonObject it = explained({"--note", "req 7\\x01"});
        QCOMPARE(it["cause"].toString(), "rule");
        QCOMPARE(it["certainty"].toString(), "exact");
        QCOMPARE(it["from_us"].toInteger(), at.toLongLong());
        QCOMPARE(it["remembered"].toArray().at(0).toObject()["note"].toString(), "req 7\\x01");
        QVERIFY(it["passes_at_us"].toInteger() > at.toLongLong());
        // A word alone is what it is remembered by, too: no line has no space.
        const Outcome word = run({"explain", "--line", "req-9"});
        QCOMPARE(word.code, 2);
        QVERIFY2(word.err.contains("no denial is remembered by \"req-9\""), word.err.toUtf8());

        // The line of a log that has the same id, by another clock.
        const qint64 logged = at.toLongLong() / 1'000'000 - 20;
        const QString line = QStringLiteral("{\"ts\":%1,\"user\":\"user:42\",\"status\":429%2}").arg(logged);
        const QJsonObject found =
            explained({"--line", line.arg(QStringLiteral(",\"request_id\":\"req 7\\u0001\""))});
        QCOMPARE(found["from_us"].toInteger(), at.toLongLong());
        QCOMPARE(found["certainty"].toString(), "exact");
        QVERIFY(explained({"--line", line.arg(QString())})["remembered"].toArray().isEmpty());

        const QJsonArray all = run({"denials", "--policy", "api", "--since", "1h", "--json"}).list();
        QCOMPARE(all.size(), 1);
        QCOMPARE(all.at(0).toObject()["token"].toString(), "user:42");
        QCOMPARE(all.at(0).toObject()["rule"].toInt(), 1);
        QCOMPARE(all.at(0).toObject()["at_us"].toInteger(), at.toLongLong());
        QVERIFY(run({"denials", "user:42"}).out.contains("1, now 3/h"));
        QVERIFY(run({"denials", "user:7", "--json"}).list().isEmpty());
        QVERIFY(run({"denials", "--policy", "web", "--json"}).list().isEmpty());
        // As it was denied alone in its second, the sample has it, too.
        QCOMPARE(run({"denials", "--sample", "--json"}).list(), all);
        QCOMPARE(run({"denials", "--sample", "--policy", "api", "--json"}).list(), all);
        QVERIFY(run({"denials", "--sample", "--policy", "web", "--json"}).list().isEmpty());
        QVERIFY(run({"denials", "--sample", "user:7", "--json"}).list().isEmpty());
        QVERIFY(run({"denials", "--sample", "user:7"}).out.contains("without --sample"));

        const Outcome none = run({"explain", "--note", "req 8"});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("no denial is remembered by \"req 8\""), none.err.toUtf8());
    }

    // Redis knows nothing any more: the log tells that it was denied, and by whose requests.
    void anOpenedLogIsASource()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("api.log");
        // In force since nobody knows when.
        redis({"FLUSHALL"});
        redis({"HSET", "rw:policies", "api",
               R"({"schema":1,"version":1,"algorithm":"sliding-log","rules":"3/h + 50/day"})"});
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        const auto line = [](qint64 second, int status, const char* id) {
            return QStringLiteral("{\"ts\":%1,\"user\":\"user:7\",\"status\":%2,\"request_id\":\"%3\"}\n")
                .arg(second)
                .arg(status)
                .arg(QString(id));
        };
        QFile log(file);
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write((line(now - 40, 200, "a1b2c3d1") + line(now - 30, 200, "a1b2c3d2") +
                   line(now - 20, 200, "a1b2c3d3") + line(now - 10, 429, "a1b2c3d4"))
                      .toUtf8());
        log.close();
        const QString at = QString::number(now - 10);
        const QStringList ask{"user:7", "--policy", "api", "--at", at, "--log", file};
        const QJsonObject it = explained(ask);
        QCOMPARE(it["cause"].toString(), "rule");
        QCOMPARE(it["certainty"].toString(), "estimate");
        QCOMPARE(it["rule"].toString(), "3/h");
        QCOMPARE(it["rules"].toArray().at(0).toObject()["used_by_log"].toInt(), 3);
        const QJsonObject logged = it["logged"].toArray().at(0).toObject();
        QCOMPARE(logged["source"].toString(), file);
        QCOMPARE(logged["status"].toInt(), 429);
        QCOMPARE(logged["note"].toString(), "a1b2c3d4");
        const QString said = run(QStringList{"explain"} + ask).out;
        QVERIFY2(said.contains(file + ": denied with 429 at a cost of 1, \"a1b2c3d4\""), said.toUtf8());

        // By its id alone, however it is given.
        for (const char* const option : {"--note", "--line"}) {
            const QJsonObject found = explained({option, "a1b2c3d4", "--log", file});
            QCOMPARE(found["token"].toString(), "user:7");
            QCOMPARE(found["certainty"].toString(), "estimate");
        }
        const Outcome none = run({"explain", "--line", "a1b2c3d5", "--log", file});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("has no request with that id"), none.err.toUtf8());
        QVERIFY(run({"explain", "--line", "a1b2c3d1", "--log", file}).err.contains("answered with 200"));

        // No policy at all: it is a denial all the same.
        redis({"FLUSHALL"});
        const QJsonObject unknown = explained({"user:7", "--at", at, "--log", file});
        QCOMPARE(unknown["cause"].toString(), "no-policy");
        QCOMPARE(unknown["logged"].toArray().size(), 1);
        QCOMPARE(run({"explain", "user:7", "--at", at, "--log", folder.filePath("none")}).code, 2);
    }

    void whatHappenedOutsideIsNamed()
    {
        const QString id =
            run({"mark", "deploy api 1.4", "--by", "ci", "--json"}).json()["change"].toString();
        redis({"BLPOP", "nothing", "0.2"});
        const QJsonObject it = explained({"user:42", "--policy", "api", "--at", denied()});
        QVERIFY2(it["lines"].toVariant().toStringList().join('\n').contains("mark by ci: \"deploy api 1.4\""),
                 it["lines"].toVariant().toStringList().join('\n').toUtf8());
        QCOMPARE(it["certainty"].toString(), "exact"); // it has changed nothing

        const QJsonObject entry = run({"audit", "--token", "anybody", "--json"}).list().at(0).toObject();
        QCOMPARE(entry["id"].toString(), id);
        QCOMPARE(entry["act"].toString(), "mark");
        QCOMPARE(entry["result"].toString(), "made");
        QCOMPARE(run({"audit", "undo", id}).code, 2);
        QCOMPARE(run({"mark", ""}).code, 2);
    }

    void aBlockIsNamedAfterItsEnd()
    {
        QCOMPARE(run({"block", "user:42", "--for", "1h", "--reason", "scraping"}).code, 0);
        redis({"BLPOP", "nothing", "0.2"}); // the trail tells of a change before it is made
        const QString at = QString::number(
            run({"check", "user:42", "--policy", "api", "--json"}).json()["now_us"].toInteger());
        QCOMPARE(explained({"user:42", "--at", at})["certainty"].toString(), "exact");
        QCOMPARE(run({"unblock", "user:42", "--reason", "a mistake"}).code, 0);
        const QJsonObject it = explained({"user:42", "--at", at});
        QCOMPARE(it["cause"].toString(), "blocked");
        QCOMPARE(it["certainty"].toString(), "trail");
    }

    void otherLimitersKeys()
    {
        redis({"SET", "rl:203.0.113.9", "60", "PX", "30000"});
        const QString now = QString::number(QDateTime::currentMSecsSinceEpoch());
        const QStringList ask{"--key", "rl:203.0.113.9", "--at", now};
        const QJsonObject it = explained(ask + QStringList{"--rules", "60/min"});
        QCOMPARE(it["cause"].toString(), "rule");
        QCOMPARE(it["certainty"].toString(), "by-exclusion");
        const Outcome without = run(QStringList{"explain"} + ask);
        QCOMPARE(without.code, 2);
        QVERIFY(without.err.contains("give --rules"));
    }

    // A line of a log tells the time, and which token of a key that holds several.
    void linesOfOtherLimitersKeys()
    {
        redis({"SET", "rl:203.0.113.9", "60", "PX", "3000000"});
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        const QString line =
            QStringLiteral(R"({"ts":%1,"remote_ip":"203.0.113.9","status":429,"request_id":"a1b2c3d4"})");
        const QStringList key{"--key", "rl:203.0.113.9"};
        const QStringList ask = key + QStringList{"--line", line.arg(now)};
        const QJsonObject it = explained(ask + QStringList{"--rules", "60/h"});
        QCOMPARE(it["token"].toString(), "203.0.113.9");
        QCOMPARE(it["from_us"].toInteger(), (now - 1) * 1'000'000);
        QCOMPARE(it["rule"].toString(), "60/h");

        // Published rules are those of that time.
        const char* const document =
            R"({"schema":1,"version":1,"algorithm":"fixed-window","format":"rate-limit-redis","rules":"50/h"})";
        redis({"HSET", "rw:policies", "rl:*", document});
        const QJsonObject published = explained(ask);
        QCOMPARE(published["rule"].toString(), "50/h");
        QCOMPARE(published["version"].toInt(), 1);

        const QTemporaryDir folder;
        QFile log(folder.filePath("api.log"));
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write(line.arg(now).toUtf8() + "\n");
        log.close();
        const QStringList id = key + QStringList{"--line", "a1b2c3d4"};
        QCOMPARE(explained(id + QStringList{"--log", log.fileName()})["rule"].toString(), "50/h");
        const Outcome alone = run(QStringList{"explain"} + id);
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("no denial of another limiter's key"), alone.err.toUtf8());
        QCOMPARE(run(QStringList{"explain"} + key).code, 2); // it does not say when
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        QTest::newRow("no time") << QStringList{"user:42"} << "say when";
        QTest::newRow("no token") << QStringList{"--at", "14:57"} << "say whose";
        QTest::newRow("bad time") << QStringList{"user:42", "--at", "noon"} << "is no time";
        QTest::newRow("bad line") << QStringList{"--line", "hello there"} << "neither a token with a time";
        QTest::newRow("future") << QStringList{"user:42", "--at", "4000000000"} << "future";
        QTest::newRow("no policy") << QStringList{"user:42", "--at", "14:57", "--policy", "none"}
                                   << "no policy \"none\"";
        QTest::newRow("no key") << QStringList{"--key", "none", "--at", "14:57"} << "no such key";
        QTest::newRow("rules alone") << QStringList{"user:42", "--at", "14:57", "--rules", "1/s"} << "--key";
    }
    void refusals()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Outcome outcome = run(QStringList{"explain"} + arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(message), outcome.err.toUtf8());
    }
};

RATEWARDEN_SUITE(TestCtlExplain)

#include "tst_ctl_explain.moc"
