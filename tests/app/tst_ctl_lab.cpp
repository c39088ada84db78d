// SPDX-License-Identifier: GPL-3.0-or-later
// The lab from the terminal: from an access log to the limits that stop the abuser, and to a test of them.
#include "core/watch/history.h"
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>

#include <array>

using namespace ratewarden::test;

namespace {

/// An hour of JSON lines: "good 0" to "good 3" ask once a minute, "bad" 30 times in the first second of
/// each; and one line that is none.
QByteArray accessLog()
{
    QByteArray log;
    for (int minute = 0; minute < 60; ++minute) {
        const QByteArray time = "2026-11-22T10:" + QByteArray::number(minute).rightJustified(2, '0') + ":00Z";
        for (int i = 0; i < 30; ++i)
            log += "{\"ts\":\"" + time + "\",\"who\":\"bad\"}\n";
        for (int i = 0; i < 4; ++i)
            log += "{\"ts\":\"" + time + "\",\"who\":\"good " + QByteArray::number(i) + "\"}\n";
    }
    return log + "this is no request\n";
}

constexpr double from = 1795341600e6; // 2026-11-22 10:00

} // namespace

class TestCtlLab : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(name); }
    static void write(const QString& file, const QByteArray& content) { QVERIFY(writeInto(file, content)); }
    Outcome lab(const QStringList& arguments, const QByteArray& input = {})
    {
        return run(QStringList{"lab"} + arguments, {}, input);
    }

private Q_SLOTS:
    void initTestCase() { write(path("day.log"), accessLog()); }

    void triesWaysOfReserving()
    {
        QByteArray usage = "Timestamp,Model,Request tokens,Response tokens\n";
        for (int i = 0; i < 200; ++i)
            usage += QByteArray::number(i) + ",m,100,50\n";
        write(path("usage.csv"), usage + "soon,m,1,1\n");
        QStringList arguments{"try",
                              path("usage.csv"),
                              "--candidate",
                              "sliding-log: 6000/min",
                              "--reserve",
                              "max",
                              "--reserve",
                              "learned",
                              "--reserve",
                              "afterwards",
                              "--longest-answer",
                              "900",
                              "--units-per-second",
                              "10"};
        const Outcome text = lab(arguments);
        QVERIFY2(text.code == 0 && text.out.contains("max: ") && text.out.contains("never above the limit") &&
                     text.out.contains("1 line rejected"),
                 qPrintable(text.out + text.err));
        const QJsonObject tried = lab(arguments + QStringList{"--json"}).json();
        QCOMPARE(tried["requests"].toInt(), 200);
        const QJsonArray ways = tried["candidates"].toArray()[0].toObject()["ways"].toArray();
        QCOMPARE(ways.size(), 3);
        const auto number = [&](int way, const char* name) {
            return ways[way].toObject()[QLatin1String(name)].toInt();
        };
        QCOMPARE(number(0, "overshoot"), 0);
        QVERIFY(number(0, "falsely_denied") > number(1, "falsely_denied"));
        QVERIFY(number(2, "overshoot") > 0);
        QVERIFY(!ways[0].toObject().contains("learned"));
        const QJsonObject learned = ways[1].toObject()["learned"].toArray()[0].toObject();
        QCOMPARE(learned["kind"].toString(), "m");
        QVERIFY2(std::abs(learned["ratio"].toDouble() - 0.15) < 0.015,
                 qPrintable(QString::number(learned["ratio"].toDouble())));
        QVERIFY2(text.out.contains("; m 0.16 of what is declared"), qPrintable(text.out));
        // Without ways each costs what it has cost.
        const QJsonObject known =
            lab({"try", path("usage.csv"), "--candidate", "gcra: 6000/h", "--json"}).json();
        QCOMPARE(known["requests"].toInt(), 200);
        QCOMPARE(known["candidates"].toArray()[0].toObject()["allowed"].toInt(), 42);
        arguments[3] = "gcra: 6000/min";
        QVERIFY(lab(arguments).err.contains("--reserve tries sliding logs"));
        arguments[3] = "sliding-log: 6000/min";
        arguments[5] = "most";
        QVERIFY(lab(arguments).err.contains("is no way to reserve"));
    }

    void triesCandidates()
    {
        const QStringList arguments{"try",         path("day.log"),
                                    "--token",     "who",
                                    "--time",      "ts",
                                    "--candidate", "loose=sliding-log: 30/min",
                                    "--candidate", "strict=gcra: 10/min",
                                    "--json"};
        const Outcome tried = lab(arguments);
        QVERIFY2(tried.code == 0, qPrintable(tried.err));
        const QJsonObject json = tried.json();
        QCOMPARE(json["from"].toDouble(), from);
        QCOMPARE(json["to"].toDouble(), from + 59 * 60e6);
        QCOMPARE(json["requests"].toInt(), 60 * 34);
        QCOMPARE(json["tokens"].toInt(), 5);
        QCOMPARE(json["lines_rejected"].toInt(), 1);
        const QJsonArray candidates = json["candidates"].toArray();
        QCOMPARE(candidates.size(), 2);
        const QJsonObject loose = candidates[0].toObject();
        QCOMPARE(loose["name"].toString(), "loose");
        QCOMPARE(loose["denied"].toInt(), 0);
        QVERIFY(loose["worst"].toArray().isEmpty());
        const QJsonObject strict = candidates[1].toObject();
        QCOMPARE(strict["denied"].toInt(), 60 * 20);
        QCOMPARE(strict["allowed"].toInt(), 60 * 14);
        QCOMPARE(strict["tokens_denied"].toInt(), 1);
        QCOMPARE(strict["worst"].toArray().size(), 1);
        QCOMPARE(strict["worst"].toArray()[0].toObject()["token"].toString(), "bad");
        QCOMPARE(strict["worst"].toArray()[0].toObject()["denied"].toInt(), 60 * 20);

        // The same from standard input.
        QStringList piped = arguments;
        piped[1] = "-";
        QCOMPARE(lab(piped, accessLog()).json(), json);
        // And for people.
        piped.removeLast();
        const Outcome text = lab(piped, accessLog());
        QVERIFY2(text.out.contains("strict=gcra: 10/min: 840 allowed, 1200 denied of 1 token"),
                 qPrintable(text.out));
    }

    void writesReports()
    {
        const auto report = [&](const QString& file, const QStringList& candidates) {
            QStringList arguments{"try", path("day.log"), "--token", "who", "--time", "ts", "--report", file};
            for (const QString& candidate : candidates)
                arguments += {"--candidate", candidate};
            return lab(arguments);
        };
        const QStringList both{"now=sliding-log: 30/min", "next=sliding-log: 10/min"};
        QCOMPARE(report(path("r.html"), both).code, 0);
        QFile html(path("r.html"));
        QVERIFY(html.open(QFile::ReadOnly));
        QVERIFY(html.readAll().contains("1,200 of 2,040 requests newly denied, 0 freed."));
        QCOMPARE(report(path("r.csv"), both).code, 0);
        QVERIFY(readFile(path("r.csv")).endsWith("\"bad\",1800,0,1200,1200,0,600\r\n"));
        QCOMPARE(report(path("r.html"), both.mid(1)).code, 2);
        QCOMPARE(report(path("none/r.html"), both).code, 2);
    }

    // What a watcher saw in the time of the traffic, and what it does not keep any more.
    void reportsReadAHistory()
    {
        QFile file(path("watched.log"));
        QVERIFY(file.open(QFile::WriteOnly));
        const qint64 begin = QDateTime::currentSecsSinceEpoch() - 3600;
        for (int i = 0; i < 40; ++i)
            file.write(QStringLiteral("{\"ts\":%1,\"user\":\"a\"}\n").arg(begin + i * 6).toUtf8());
        file.close();
        {
            ratewarden::HistoryWriter writer(path("prod.history").toStdString(), {});
            for (int i = 0; i < 12; ++i) { // of the first two minutes
                ratewarden::HistoryRound round;
                round.at = ratewarden::Instant(std::chrono::seconds(begin + i * 10));
                ratewarden::HistoryRound::Sums& one = round.cohorts.emplace_back();
                one.cohort.format = "ratewarden/gcra";
                one.cohort.policy = "api";
                one.cohort.status = ratewarden::TokenStatus::Limited;
                one.sums.tokens = one.sums.counted = 10;
                one.sums.allowed = 7e6;
                one.sums.denied = 2.5e6;
                writer.add(round);
            }
        }
        const QStringList ask{"try",         path("watched.log"), "--candidate", "now=gcra: 30/min",
                              "--candidate", "next=gcra: 5/min",  "--report",    path("past.html"),
                              "--history",   path("prod.history")};
        QCOMPARE(lab(ask).code, 0);
        const QString page = readFile(path("past.html"));
        QVERIFY2(page.contains("What was seen on the server then"), page.toUtf8());
        QVERIFY2(page.contains("<td>7.0</td><td>2.5</td>"), page.toUtf8());
        QVERIFY2(page.contains("<td>not known</td><td>not known</td>"), page.toUtf8());
        QVERIFY(page.contains("Rounds are kept for 14 days, and within 512 MB"));
        QVERIFY(page.contains("which has rounds from "));
        // It is for a page, and has to be there.
        QCOMPARE(lab(ask.mid(0, 7) + QStringList{path("past.csv")} + ask.mid(8)).code, 2);
        QCOMPARE(lab(ask.mid(0, 9) + QStringList{path("none.history")}).code, 2);
        QCOMPARE(lab(ask.mid(0, 6) + ask.mid(8)).code, 2); // without a report
    }

    void namesPeaks()
    {
        const QJsonObject json = lab({"peaks", path("day.log"), "--token", "who", "--time", "ts", "--windows",
                                      "1s,1min,1h", "--json"})
                                     .json();
        QCOMPARE(json["requests"].toInt(), 60 * 34);
        const QJsonArray windows = json["windows"].toArray();
        QCOMPARE(windows.size(), 3);
        const std::array<int, 3> peaks{30, 30, 1800};
        for (int i = 0; i < 3; ++i) {
            const QJsonArray list = windows[i].toObject()["peaks"].toArray();
            QCOMPARE(list.size(), 5);
            QCOMPARE(list[0].toObject()["token"].toString(), "bad");
            QCOMPARE(list[0].toObject()["peak"].toInt(), peaks.at(std::size_t(i)));
        }
        QCOMPARE(windows[2].toObject()["peaks"].toArray()[1].toObject()["peak"].toInt(), 60);
        QCOMPARE(windows[1].toObject()["window_us"].toDouble(), 60e6);
        const QString two =
            lab({"peaks", path("day.log"), "--token", "who", "--time", "ts", "--windows", "1h", "--top", "2"})
                .out;
        QVERIFY2(two.contains("per h, 2 of 5 tokens:"), qPrintable(two));
        QVERIFY(two.contains("bad") && !two.contains("good 1"));
    }

    // What is proposed stops the abuser and nobody else: it is tried.
    void proposesLimitsThatWork()
    {
        const QStringList traffic{path("day.log"), "--token", "who", "--time", "ts"};
        const QJsonObject json = lab(QStringList{"propose"} + traffic +
                                     QStringList{"--stop", "bad", "--windows", "1min,1h", "--json"})
                                     .json();
        QCOMPARE(json["stop"].toArray(), QJsonArray{"bad"});
        const QJsonObject hour = json["windows"].toArray()[1].toObject();
        QCOMPARE(hour["lowest"].toInt(), 60);
        QCOMPARE(hour["highest"].toInt(), 1799);
        for (const int limit : {60, 1799}) {
            const QJsonArray tried =
                lab(QStringList{"try"} + traffic +
                    QStringList{"--candidate", QString("c=sliding-log: %1/h").arg(limit), "--json"})
                    .json()["candidates"]
                    .toArray();
            QCOMPARE(tried[0].toObject()["tokens_denied"].toInt(), 1);
            QCOMPARE(tried[0].toObject()["worst"].toArray()[0].toObject()["token"].toString(), "bad");
        }
        const Outcome text =
            lab(QStringList{"propose"} + traffic + QStringList{"--stop", "bad", "--windows", "1h"});
        QVERIFY2(text.out.contains("60 to 1799 per h stops bad and nobody else"), qPrintable(text.out));
        const Outcome none =
            lab(QStringList{"propose"} + traffic + QStringList{"--stop", "good 1", "--windows", "1h"});
        QVERIFY2(none.out.contains("no limit per h does"), qPrintable(none.out));
        const Outcome nobody = lab(QStringList{"propose"} + traffic + QStringList{"--stop", "no\\x1bbody"});
        QVERIFY2(nobody.err.contains("no token \"no\\x1bbody\""), qPrintable(nobody.err)); // as it is printed
    }

    // 30 at once each minute; the others one: at 30 per minute a burst of 1 harms nobody.
    void proposesBursts()
    {
        const QStringList traffic{path("day.log"), "--token", "who", "--time", "ts", "--windows", "1min"};
        const auto propose = [&](const QStringList& more) {
            return lab(QStringList{"propose"} + traffic + QStringList{"--stop", "bad"} + more);
        };
        const QJsonArray bursts = propose({"--algorithm", "gcra", "--limit", "30/min + 20/min", "--json"})
                                      .json()["bursts"]
                                      .toArray();
        QCOMPARE(bursts.size(), 2);
        QCOMPARE(bursts[0].toObject()["rule"].toString(), "30/min");
        QCOMPARE(bursts[0].toObject()["lowest"].toInt(), 1);
        QCOMPARE(bursts[0].toObject()["highest"].toInt(), 29);
        QCOMPARE(bursts[1].toObject()["highest"].toInt(), 30 + 59 * 10 - 1); // ten more are left each minute
        for (const auto& [burst, tokens] : {std::pair(29, 1), {30, 0}}) {
            const QJsonArray tried =
                lab(QStringList{"try"} + traffic.mid(0, 5) +
                    QStringList{"--candidate", QString("c=gcra: 30/min burst %1").arg(burst), "--json"})
                    .json()["candidates"]
                    .toArray();
            QCOMPARE(tried[0].toObject()["tokens_denied"].toInt(-1), tokens);
        }
        const Outcome text = propose({"--algorithm", "gcra", "--limit", "30/min"});
        QVERIFY2(text.out.contains("30/min with a burst of 1 to 29 stops bad and nobody else"),
                 qPrintable(text.out));
        const Outcome none = propose({"--limit", "30/min"});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("sliding-log takes no burst"), qPrintable(none.err));
        QVERIFY(!propose({"--json"}).json().contains("bursts"));
    }

    // Nothing to try is an error, and never "0 denied".
    void noMatchingDataIsAnError()
    {
        write(path("other.log"), "{\"ts\":\"2026-11-22T10:00:00Z\",\"who\":null,\"status\":200}\n"
                                 "{\"ts\":\"2026-11-22T10:00:00Z\",\"who\":\"a\",\"status\":429}\n");
        const QStringList candidate{"--candidate", "c=gcra: 1/s"};
        const auto tried = [&](const QStringList& more) {
            return lab(QStringList{"try", path("other.log"), "--token", "who"} + more + candidate);
        };
        QCOMPARE(tried({}).code, 0);
        const Outcome none = tried({"--without-status", "429,503"});
        QCOMPARE(none.code, 2);
        QVERIFY(none.out.isEmpty());
        QVERIFY2(
            none.err.contains("no request was found; 1 line rejected: line 1 has no token; 1 line left out"),
            qPrintable(none.err));
        const Outcome said = tried({"--json"});
        QCOMPARE(said.json()["refused"].toInt(), 1);
        QVERIFY2(tried({}).out.contains("1 request had been refused, of 1 token"), qPrintable(tried({}).out));
        QCOMPARE(tried({"--without-status", "42"}).code, 2);
        QCOMPARE(
            lab(QStringList{"try", path("day.log"), "--token", "who", "--without-status", "429"} + candidate)
                .code,
            2); // which has no status
    }

    void testsTrialFiles()
    {
        const auto trial = [](const char* expectation) {
            return QByteArray(R"({"traffic": "day.log", "token": "who", "time": "ts",
"candidates": ["c=sliding-log: 10/min"], "tokens": {"abuser": "bad", "innocent": ["good 0", "good 1"]},
"expectations": ["denied(abuser) >= 100", ")") +
                   expectation + "\"]}";
        };
        write(path("good.json"), trial("denied(innocent) = 0"));
        const Outcome good = lab({"test", path("good.json"), "--json"});
        QVERIFY2(good.code == 0, qPrintable(good.err));
        QCOMPARE(good.json()["failed"].toInt(), 0);
        QCOMPARE(good.json()["expectations"].toArray()[0].toObject()["number"].toInt(), 1200);

        write(path("bad.json"), trial("denied(innocent) > 0"));
        const Outcome bad = lab({"test", path("bad.json")});
        QCOMPARE(bad.code, 1);
        QVERIFY2(bad.out.contains("FAILED  c: denied(innocent) > 0, but it is 0"), qPrintable(bad.out));

        write(path("wrong.json"), trial("denied(innocents) = 0"));
        const Outcome wrong = lab({"test", path("wrong.json")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("line 3, expectations[1]: there is no group \"innocents\""),
                 qPrintable(wrong.err));
    }

    void refusesWhatItCannotUse()
    {
        const QStringList traffic{path("day.log"), "--token", "who", "--time", "ts"};
        QCOMPARE(lab(QStringList{"try"} + traffic).code, 2);
        QCOMPARE(lab(QStringList{"try"} + traffic + QStringList{"--candidate", "x"}).code, 2);
        QCOMPARE(lab({"try", path("none.log"), "--candidate", "c=gcra: 1/s"}).code, 2);
        QCOMPARE(lab(QStringList{"peaks"} + traffic + QStringList{"--windows", "soon"}).code, 2);
        QCOMPARE(lab(QStringList{"propose"} + traffic + QStringList{"--stop", "nobody"}).code, 2);
        QCOMPARE(lab({"test", path("none.json")}).code, 2);
    }
};

RATEWARDEN_SUITE(TestCtlLab)
#include "tst_ctl_lab.moc"
