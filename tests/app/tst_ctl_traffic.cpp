// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic of the lab, from the terminal as a user does it.
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QTemporaryDir>

#include <csignal>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlTraffic : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QStringList m_plan{"lab", "generate", "--tokens", "20",      "--rate",
                       "50",  "--for",    "1min",     "--costs", "1..50"};

    QString write(const QByteArray& content) { return fileIn(m_folder, "traffic.log", content); }

    QString packed() const { return m_folder.filePath("packed"); }

private Q_SLOTS:
    // Whatever it is written as, it is the same traffic.
    void generatedTrafficIsRead_data()
    {
        addColumns<QString, QString>({"as", "format"});
        addRow("json", "json", "JSON lines, token from token, time from time, cost from cost");
        addRow("csv", "csv", "CSV, token from token, time from time, cost from cost");
        addRow("logfmt", "logfmt", "logfmt, token from token, time from time, cost from cost");
        addRow("common", "common", "common log, token from remote_addr, time from time, status from status");
        addRow("trace", "trace", "");
    }
    void generatedTrafficIsRead()
    {
        QFETCH(QString, as);
        QFETCH(QString, format);
        const QString file = m_folder.filePath("made");
        const Outcome made = run(m_plan + QStringList{"--as", as, "--out", file, "--json"});
        QCOMPARE(made.code, 0);
        QCOMPARE(made.json()["kind"].toString(), "generated");
        const Outcome read = run({"lab", "pack", file, "--out", packed(), "--json"});
        QCOMPARE(read.code, 0);
        QCOMPARE(read.err, ""); // no progress where no terminal is
        QCOMPARE(read.json()["format"].toString(), format);
        QCOMPARE(read.json()["lines_rejected"].toInt(-1), 0);
        for (const char* same : {"requests", "tokens"})
            QCOMPARE(read.json()[same].toInt(), made.json()[same].toInt());
        QVERIFY(made.json()["requests"].toInt() > 2000);
        if (as != "common") { // which has whole seconds
            QCOMPARE(read.json()["from"].toDouble(), made.json()["from"].toDouble());
            QCOMPARE(read.json()["to"].toDouble(), made.json()["to"].toDouble());
        } else {
            QCOMPARE(read.json()["resolution_us"].toInt(), 1'000'000);
        }
    }

    void linesComeToStandardOutput()
    {
        const Outcome lines = run(m_plan);
        QCOMPARE(lines.code, 0);
        QVERIFY(lines.out.startsWith("{\"time\":17672256"));
        QCOMPARE(run(m_plan).out, lines.out); // seeded
        QVERIFY(run(m_plan + QStringList{"--seed", "2"}).out != lines.out);
        const Outcome read = run({"lab", "pack", "-", "--out", packed(), "--json"}, {}, lines.out.toUtf8());
        QCOMPARE(read.json()["requests"].toInt(), int(lines.out.count('\n')));
        QCOMPARE(read.json()["source"].toString(), "standard input");
    }

    void fieldsAreChosen()
    {
        const QString log =
            write("when=1795373355 who=anna path=/a n=3\nwhen=1795373356.5 who=bert path=/b n=4\noops\n");
        const Outcome unknown = run({"lab", "pack", log, "--out", packed()});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("known to hold the token; name one of: when, who, path, n"),
                 qPrintable(unknown.err));
        const Outcome read =
            run({"lab", "pack", log, "--token", "who", "--time", "when", "--cost", "n", "--out", packed()});
        QCOMPARE(read.code, 0);
        QVERIFY2(
            read.out.contains("logfmt, token from who, time from when, cost from n): 2 requests of 2 tokens"),
            qPrintable(read.out));
        QVERIFY2(read.out.contains("1 line rejected: line 3 is not written like the others"),
                 qPrintable(read.out));
        const Outcome wrong = run({"lab", "pack", log, "--token", "whom", "--out", packed()});
        QCOMPARE(wrong.code, 2);
        QVERIFY(wrong.err.contains("there is no field \"whom\"; there are: when, who"));
    }

    void tokensAreHashed()
    {
        const QString log = write("time=1795373355 token=anna@example.org\n");
        QCOMPARE(run({"lab", "pack", log, "--hash-tokens", "--out", packed()}).code, 0);
        const QByteArray content = readFile(packed());
        QVERIFY(!content.contains("anna"));
        QVERIFY(content.contains("sha256:"));
    }

    // Of our own limiter, and of another one whose log is a list.
    void logsOfRedisAreTraffic()
    {
        redis({"FLUSHALL"});
        const auto check = [this](const char* token) {
            return run({"check", token, "--policy", "api", "--rules", "2/h", "--publish"}).code;
        };
        QCOMPARE(check("anna"), 0);
        QCOMPARE(check("anna"), 0);
        QCOMPARE(check("bert"), 0);
        QCOMPARE(check("anna"), 1);
        QCOMPARE(run({"check", "anna", "--policy", "other", "--rules", "2/h"}).code, 0);
        const Outcome read = run({"lab", "pack", "redis:api", "--out", packed(), "--json"});
        QVERIFY2(read.code == 0, qPrintable(read.err));
        QCOMPARE(read.json()["kind"].toString(), "redis");
        QCOMPARE(read.json()["requests"].toInt(), 3); // the third of anna was denied
        QCOMPARE(read.json()["tokens"].toInt(), 2);
        QCOMPARE(read.json()["tokens_cut"].toInt(-1), 0);

        redis({"RPUSH", "LIMITS:LIMITER/anna/10/2/hour", "1795229370.94", "1795229370.92", "1795229360.5"});
        const QJsonObject foreign =
            run({"lab", "pack", "redis:python-limits-moving-window", "--out", packed(), "--json"}).json();
        QCOMPARE(foreign["requests"].toInt(), 3);
        QCOMPARE(foreign["from"].toDouble(), 1795229360500000.0);
        QCOMPARE(foreign["to"].toDouble(), 1795229370940000.0);

        const Outcome none = run({"lab", "pack", "redis:nobody", "--out", packed()});
        QCOMPARE(none.code, 2);
        QVERIFY(none.err.contains("there is no key of a policy or format \"nobody\""));
    }

    // Every token under its own policy: what is enforced, and its candidate.
    void everyPolicyIsTriedOnItsOwnTraffic()
    {
        redis({"FLUSHALL"});
        publish({"api", "sliding-log", parseRules("10/h")}, PolicyMode::Enforced, "3/h");
        publish({"pay", "sliding-log", parseRules("10/h")});
        const auto charge = [this](const char* token, const char* policy, int times) {
            for (int i = 0; i < times; ++i)
                QCOMPARE(run({"check", token, "--policy", policy}).code, 0);
        };
        charge("anna", "api", 5);
        charge("anna", "pay", 4);
        charge("bert", "api", 2);
        QCOMPARE(run({"check", "anna", "--policy", "unpublished", "--rules", "2/h"}).code, 0);
        const Outcome tried = run({"lab", "try", "redis:*", "--report", packed(), "--json"});
        QVERIFY2(tried.code == 0, qPrintable(tried.err));
        const QJsonObject json = tried.json();
        QCOMPARE(json["requests"].toInt(), 11);
        QCOMPARE(json["tokens_unpublished"].toInt(), 1);
        const QJsonArray policies = json["policies"].toArray();
        QCOMPARE(policies.size(), 2);
        const QJsonObject api = policies[0].toObject();
        QCOMPARE(api["policy"].toString(), "api");
        QCOMPARE(api["requests"].toInt(), 7);
        QCOMPARE(api["candidates"].toArray()[0].toObject()["denied"].toInt(-1), 0);
        QCOMPARE(api["candidates"].toArray()[1].toObject()["denied"].toInt(), 2);
        QCOMPARE(policies[1].toObject()["candidates"].toArray().size(), 1);
        QCOMPARE(json["changes"].toObject()["newly_denied"].toInt(), 2);
        QCOMPARE(json["changes"].toObject()["tokens_newly_suffering"].toInt(), 1);
        QVERIFY(readFile(packed()).contains("By policy"));
        const Outcome text = run({"lab", "try", "redis:*"});
        QVERIFY2(text.out.contains("all policies: 2 requests newly denied, 0 freed; 1 token"),
                 qPrintable(text.out));
        QCOMPARE(run({"lab", "try", "redis:*", "--candidate", "c=gcra: 1/s"}).code, 2);
        QCOMPARE(run({"lab", "peaks", "redis:*"}).code, 2);
        redis({"FLUSHALL"});
        QCOMPARE(run({"lab", "try", "redis:*"}).code, 2);
    }

    void profilesAreCandidates()
    {
        const QJsonArray profiles = run({"lab", "profiles", "--json"}).list();
        QVERIFY(profiles.size() >= 8);
        const QString log = write("time=1795373355 token=a\ntime=1795373356 token=b\n");
        for (const QJsonValue& profile : profiles) {
            const QString name = profile.toObject()["name"].toString();
            QVERIFY(profile.toObject()["page"].toString().startsWith("https://"));
            const Outcome tried = run({"lab", "try", log, "--candidate", name, "--json"});
            QVERIFY2(tried.code == 0, qPrintable(tried.err));
            QCOMPARE(tried.json()["candidates"].toArray()[0].toObject()["name"].toString(), name);
        }
        const Outcome unknown = run({"lab", "try", log, "--candidate", "github"});
        QCOMPARE(unknown.code, 2);
        QVERIFY(unknown.err.contains("must be [NAME=]ALGORITHM: RULES"));
    }

    // Where there is no log the way to its traffic is named.
    void countersAreNoTrafficYet()
    {
        redis({"FLUSHALL"});
        redis({"SET", "rl:1.2.3.4", "3", "PX", "50000"});
        const Outcome none =
            run({"lab", "try", "redis:rate-limit-redis", "--candidate", "strict=gcra: 20/min"});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("\"rate-limit-redis\" keeps no log of its requests; use lab capture"),
                 qPrintable(none.err));
    }

    // Ctrl+C ends a capture early, and what it has is a trace file.
    void liveTrafficIsCaptured()
    {
        redis({"FLUSHALL"});
        const auto check = [this](const char* token) {
            return run({"check", token, "--policy", "api", "--rules", "20/min", "--publish"}).code;
        };
        QCOMPARE(check("anna"), 0);
        const auto scans = [this] {
            const QString stats =
                QString::fromStdString(std::string(redis({"INFO", "commandstats"}).view().string()));
            const qsizetype at = stats.indexOf("cmdstat_scan:calls=");
            return at < 0 ? 0 : stats.mid(at + 19).section(',', 0, 0).toInt();
        };
        QProcess capture;
        const int before = scans();
        start(capture,
              {"lab", "capture", "api", "--for", "1h", "--interval", "20ms", "--out", packed(), "--json"});
        QTRY_VERIFY(scans() >= before + 2);
        QCOMPARE(check("anna"), 0);
        QCOMPARE(check("bert"), 0);
        const int charged = scans();
        QTRY_VERIFY(scans() >= charged + 3);
        QCOMPARE(::kill(pid_t(capture.processId()), SIGINT), 0);
        QVERIFY(capture.waitForFinished(patienceMs));
        QCOMPARE(capture.exitCode(), 0);
        const QJsonObject json = QJsonDocument::fromJson(capture.readAllStandardOutput()).object();
        QCOMPARE(json["kind"].toString(), "captured");
        QCOMPARE(json["requests"].toInt(), 2);
        QCOMPARE(json["fault"].toString(), "reading was canceled");
        QCOMPARE(json["capture"].toObject()["counted"].toInt(-1), 0);
        const Outcome tried = run({"lab", "try", packed(), "--candidate", "c=gcra: 20/min", "--json"});
        QCOMPARE(tried.json()["requests"].toInt(), 2);
        QCOMPARE(tried.json()["tokens"].toInt(), 2);
    }

    void capturesRefuse()
    {
        redis({"FLUSHALL"});
        const auto complaint = [this](const QStringList& arguments) {
            const Outcome outcome = run(QStringList{"lab", "capture"} + arguments);
            return QString("%1 %2").arg(outcome.code).arg(outcome.err);
        };
        QVERIFY(complaint({"api"}).startsWith("2 ")); // for how long?
        QVERIFY(complaint({"api", "--for", "soon"}).startsWith("2 "));
        QVERIFY(
            complaint({"api", "--for", "1s", "--interval", "2s"}).startsWith("2 ratewarden-ctl: a capture"));
        const QString nobody = complaint({"api", "--for", "20ms", "--interval", "10ms"});
        QVERIFY2(nobody.startsWith("2 ratewarden-ctl: there is no token of a policy or format \"api\""),
                 qPrintable(nobody));
        QCOMPARE(run({"check", "anna", "--policy", "api", "--rules", "20/min", "--publish"}).code, 0);
        const QString quiet = complaint({"api", "--for", "20ms", "--interval", "10ms"});
        QVERIFY2(quiet.contains("no request was found"), qPrintable(quiet));
    }

    void whatIsWrongIsSaid()
    {
        const auto complaint = [this](const QStringList& arguments) {
            const Outcome outcome = run(QStringList{"lab"} + arguments);
            return QString("%1 %2").arg(outcome.code).arg(outcome.err);
        };
        QVERIFY(complaint({"pack", "/nonexistent", "--out", packed()})
                    .contains("2 ratewarden-ctl: /nonexistent cannot be"));
        QVERIFY(complaint({"pack", write(""), "--out", packed()}).contains("no request was found"));
        QVERIFY(complaint({"pack", write("hello\n"), "--out", packed()}).startsWith("2 "));
        QVERIFY(complaint({"pack", write("{\"ip\":1,\"ts\":1795373355}"), "--out", "/nonexistent/x"})
                    .startsWith("2 "));
        QVERIFY(complaint({"generate", "--shape", "round"})
                    .contains("steady, poisson, bursts, daily, retry-storm"));
        QVERIFY(complaint({"generate", "--as", "xml"}).contains("trace, common, json, csv, logfmt"));
        QVERIFY(complaint({"generate", "--as", "trace"}).contains("needs --out FILE"));
        QVERIFY(complaint({"generate", "--costs", "a"}).contains("10..8000"));
        QVERIFY(complaint({"generate", "--start", "soon"}).contains("2026-01-01T00:00:00Z"));
        QVERIFY(complaint({"generate", "--prefix", "a b"}).startsWith("2 "));
        QVERIFY(complaint({"generate", "--rate", "0"}).startsWith("2 "));
        QVERIFY(complaint({"generate", "--for", "100d", "--rate", "1000000"}).contains("200,000,000"));
    }

    void linesThatCannotBeWrittenAreAnError()
    {
        QCOMPARE(run(m_plan, {}, {}, "/dev/full").code, 4);
        QCOMPARE(run(m_plan + QStringList{"--as", "csv", "--out", "/dev/full"}).code, 4);
    }
};

RATEWARDEN_SUITE(TestCtlTraffic)
#include "tst_ctl_traffic.moc"
