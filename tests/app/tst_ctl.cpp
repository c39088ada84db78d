// SPDX-License-Identifier: GPL-3.0-or-later
// ratewarden-ctl as a user runs it: what it prints and the codes it ends with.
#include "core/redis/connection.h"
#include "tests/support/test_server.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden::test;

namespace {

struct Outcome {
    int code = -1;
    QString out;
    QString err;

    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

} // namespace

class TestCtl : public QObject {
    Q_OBJECT

private:
    TestServer m_server;

    QString url() const { return "unix://" + QString::fromStdString(m_server.endpoint().socketPath); }

    Outcome run(const QStringList& arguments, const QProcessEnvironment& environment = {},
                const QByteArray& input = {})
    {
        QProcess process;
        QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
        all.insert("RATEWARDEN_REDIS", url());
        all.insert(environment);
        process.setProcessEnvironment(all);
        process.start(qEnvironmentVariable("RATEWARDEN_CTL"), arguments);
        process.write(input);
        process.closeWriteChannel();
        if (!process.waitForFinished(patienceMs) || process.exitStatus() != QProcess::NormalExit)
            return {};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

private Q_SLOTS:
    void checksUntilDenied()
    {
        const QStringList check{"check", "user:1", "--policy", "p1", "--rules", "2/h + 9/day"};
        const Outcome first = run(check);
        QCOMPARE(first.code, 0);
        QCOMPARE(first.out, "allowed: 1 of 2 left under 2/h, 8 of 9 left under 9/day\n");
        QCOMPARE(run(check).code, 0);
        const Outcome denied = run(check);
        QCOMPARE(denied.code, 1);
        QVERIFY2(denied.out.startsWith("denied by 2/h, retry in "), qPrintable(denied.out));
        QCOMPARE(denied.err, QString());
    }

    void aNodeOfAClusterIsNamed()
    {
        const TestServer node({"--cluster-enabled", "yes"});
        ratewarden::Connection connection(node.endpoint());
        connection.call({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
        QTRY_VERIFY(std::string(connection.call({"CLUSTER", "INFO"}).view().string())
                        .starts_with("cluster_state:ok"));
        QProcessEnvironment environment;
        const QString nodeUrl = "unix://" + QString::fromStdString(node.endpoint().socketPath);
        environment.insert("RATEWARDEN_REDIS", nodeUrl);
        const QString note =
            "note: " + nodeUrl + " is one node of a cluster; only this node's tokens are seen\n";
        const Outcome blocks = run({"blocks"}, environment);
        QCOMPARE(blocks.code, 0);
        QCOMPARE(blocks.err, note);
        QCOMPARE(blocks.out, "no token is blocked\n");
        QCOMPARE(run({"policy", "list"}, environment).err, note);
        QCOMPARE(run({"peek", "t", "--rules", "1/s", "--json"}, environment).err, note);
        QCOMPARE(run({"blocks"}).err, QString()); // a server that stands alone
        connection.call({"ACL", "SETUSER", "default", "-info"});
        QCOMPARE(run({"blocks"}, environment).err, QString());
    }

    void knowsAnnouncedPolicies()
    {
        const QStringList use{"user:2", "--policy", "p2"};
        QCOMPARE(run(QStringList{"peek"} + use).code, 2);
        QCOMPARE(run(QStringList{"peek"} + use + QStringList{"--rules", "3/h"}).code, 0);
        const Outcome stillUnknown = run(QStringList{"check"} + use);
        QCOMPARE(stillUnknown.code, 2); // a peek announces nothing
        QVERIFY2(stillUnknown.err.contains("no policy \"p2\" is announced"), qPrintable(stillUnknown.err));

        QCOMPARE(run(QStringList{"check"} + use + QStringList{"--algorithm", "gcra", "--rules", "3/h"}).code,
                 0);
        const Outcome known = run(QStringList{"check", "--json"} + use);
        QCOMPARE(known.code, 0);
        QCOMPARE(known.json()["algorithm"].toString(), "gcra");
        QCOMPARE(known.json()["rules"].toArray()[0].toObject()["used"].toInt(), 2);

        const Outcome other = run(QStringList{"check"} + use + QStringList{"--rules", "5/h"});
        QCOMPARE(other.code, 0);
        QVERIFY2(other.err.contains("is announced as gcra with 3/h"), qPrintable(other.err));
    }

    void peekChangesNothing()
    {
        const QStringList peek{"peek", "user:3", "--policy", "p3", "--rules", "1/h", "--json"};
        for (int i = 0; i < 3; ++i) {
            const Outcome outcome = run(peek);
            QCOMPARE(outcome.code, 0);
            QCOMPARE(outcome.json()["rules"].toArray()[0].toObject()["used"].toInt(), 0);
        }
    }

    void givesBack()
    {
        const QStringList token{"user:6", "--policy", "p6", "--rules", "4/h"};
        QCOMPARE(run(QStringList{"check", "--cost", "4"} + token).code, 0);
        const Outcome back = run(QStringList{"give-back", "--cost", "3"} + token);
        QCOMPARE(back.code, 0);
        QCOMPARE(back.out, "given back: 3 of 4 left under 4/h\n");
        QCOMPARE(run(QStringList{"check", "--cost", "3"} + token).code, 0);
        QCOMPARE(run(QStringList{"check"} + token).code, 1);
    }

    void blocksAndUnblocks()
    {
        const QStringList check{"check", "user:4", "--policy", "p4", "--rules", "5/h"};
        QCOMPARE(run({"block", "user:4", "--for", "15m", "--reason", "scraping\nhard", "--by", "ops"}).code,
                 0);
        const Outcome blocked = run(check);
        QCOMPARE(blocked.code, 1);
        QVERIFY2(blocked.out.contains("blocked for another 15 min by ops: scraping\\x0ahard"),
                 qPrintable(blocked.out));
        const QJsonObject json = run(check + QStringList{"--json"}).json();
        QCOMPARE(json["verdict"].toString(), "blocked");
        QCOMPARE(json["allowed"].toBool(), false);
        QVERIFY(json["retry_after_us"].toDouble() > 14 * 60e6);

        QCOMPARE(run({"unblock", "user:4"}).out, "user:4 is no longer blocked\n");
        QCOMPARE(run({"unblock", "user:4"}).code, 0);
        QCOMPARE(run(check).code, 0);

        QCOMPARE(run({"block", "user:4", "--for", "ever", "--reason", "r"}).out, "blocked user:4 for good\n");
        QVERIFY(run(check + QStringList{"--json"}).json()["retry_after_us"].isNull());
    }

    void resets()
    {
        const QStringList check{"check", "user:5", "--policy", "p5", "--algorithm", "gcra", "--rules", "1/h"};
        QCOMPARE(run(check).code, 0);
        QCOMPARE(run(check).code, 1);
        QCOMPARE(run({"reset", "user:5", "--policy", "p5"}).out, "user:5 under p5 is reset\n");
        QCOMPARE(run({"reset", "user:5", "--policy", "p5"}).out, "user:5 under p5 had nothing to reset\n");
        QCOMPARE(run(check).code, 0);
    }

    void resetsWhateverTheAlgorithm()
    {
        // Nothing is announced by a limiter of another program.
        QCOMPARE(run({"peek", "user:7", "--policy", "p7"}).code, 2);
        for (const QString algorithm : {"gcra", "sliding-log-zset"})
            QCOMPARE(
                run({"check", "user:7", "--policy", "p7", "--algorithm", algorithm, "--rules", "1/h"}).code,
                0);
        ratewarden::Connection(m_server.endpoint()).call({"HDEL", "rw:policies", "p7"});
        QCOMPARE(run({"reset", "user:7", "--policy", "p7"}).out, "user:7 under p7 is reset\n");
        for (const QString algorithm : {"gcra", "sliding-log-zset"})
            QCOMPARE(
                run({"peek", "user:7", "--policy", "p7", "--algorithm", algorithm, "--rules", "1/h"}).code,
                0);
    }

    void refusalsAnnounceNothing()
    {
        QCOMPARE(run({"check", "user:8", "--policy", "p8", "--rules", "1/h", "--cost", "-1"}).code, 2);
        const Outcome unknown = run({"peek", "user:8", "--policy", "p8"});
        QVERIFY2(unknown.err.contains("no policy \"p8\" is announced"), qPrintable(unknown.err));
    }

    void saysWhatIsWrongWithAnAnnouncedPolicy()
    {
        ratewarden::Connection(m_server.endpoint()).call({"HSET", "rw:policies", "p9", "{\"schema\":7}"});
        const Outcome outcome = run({"check", "user:9", "--policy", "p9"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("it is of schema 7"), qPrintable(outcome.err));
    }

    void listsBlocks()
    {
        ratewarden::Connection(m_server.endpoint()).call({"FLUSHALL"});
        QCOMPARE(run({"blocks"}).out, "no token is blocked\n");
        QCOMPARE(run({"block", "b", "--for", "ever", "--reason", "fraud", "--by", "ops"}).code, 0);
        QCOMPARE(run({"blocks"}).out, "b  for good, by ops: fraud\n");
        QCOMPARE(run({"block", "a\n", "--for", "1h", "--reason", "r", "--by", "ops"}).code, 0);
        const QJsonArray all = QJsonDocument::fromJson(run({"blocks", "--json"}).out.toUtf8()).array();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].toObject()["token"].toString() < all[1].toObject()["token"].toString()
                     ? all[0].toObject()["token"].toString()
                     : all[1].toObject()["token"].toString(),
                 "a\\x0a");
    }

    void overrides()
    {
        const QStringList check{"check", "user:10", "--policy", "p10", "--rules", "1/h"};
        QCOMPARE(run(check).code, 0);
        QCOMPARE(run(check).code, 1);
        const QStringList override{"override", "user:10", "--policy", "p10"};
        QCOMPARE(run(override).code, 2);
        QCOMPARE(run(override + QStringList{"--rules", "1/h", "--for", "1h"}).code, 2);
        QCOMPARE(run(override + QStringList{"--rules", "3/h", "--for", "ever", "--reason", "pays"}).out,
                 "user:10 under p10 obeys 3/h for good\n");
        QVERIFY(run({"overrides"}).out.contains("user:10  3/h under p10, for good, by "));
        const QJsonArray all = QJsonDocument::fromJson(run({"overrides", "--json"}).out.toUtf8()).array();
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0].toObject()["rules"].toString(), "3/h");
        QCOMPARE(run(check).out, "allowed: 1 of 3 left under 3/h, by rules of its own\n");
        QCOMPARE(run(check + QStringList{"--json"}).json()["overridden"].toBool(), true);
        QCOMPARE(run(override + QStringList{"--lift"}).out,
                 "user:10 under p10 obeys the policy's rules again\n");
        QCOMPARE(run(override + QStringList{"--lift"}).out, "user:10 under p10 had no rules of its own\n");
        QCOMPARE(run({"overrides"}).out, "no token has rules of its own\n");
        QCOMPARE(run(check).code, 1);
    }

    void hashesTokens()
    {
        const QStringList check{"check", "secret",  "--policy", "hashed",        "--algorithm",
                                "gcra",  "--rules", "2/h",      "--hash-tokens", "--count"};
        QCOMPARE(run(check).code, 0);
        // The announced policy says so itself, and a hash as it is shown is taken as it is.
        QCOMPARE(run({"check", "secret", "--policy", "hashed"}).code, 0);
        // Nor do other rules make it go there raw.
        QCOMPARE(run({"check", "secret", "--policy", "hashed", "--rules", "9/h"}).code, 0);
        QCOMPARE(ratewarden::Connection(m_server.endpoint())
                     .call({"EXISTS", "rw:{secret}:hashed:gcra", "rw:{secret}:hashed:log"})
                     .view()
                     .integer(),
                 0);
        const Outcome denied = run({"check", "secret", "--policy", "hashed", "--json"});
        QCOMPARE(denied.code, 1);
        const QString hashed = denied.json()["token"].toString();
        QVERIFY(hashed.startsWith("sha256:") && hashed.size() == 71);
        QCOMPARE(run({"check", hashed, "--policy", "hashed"}).code, 1);
        QCOMPARE(run({"block", "secret", "--hash-tokens", "--for", "1h", "--reason", "leaked"}).code, 0);
        QVERIFY(run({"peek", "secret", "--policy", "hashed"}).out.startsWith("blocked"));
        QVERIFY(run({"blocks"}).out.contains(hashed));
        QCOMPARE(run({"unblock", hashed}).code, 0);
        QVERIFY(run({"reset", "secret", "--policy", "hashed"}).out.contains("is reset"));
        QCOMPARE(run({"peek", hashed, "--policy", "hashed"}).code, 0);
    }

    void policiesInVersions()
    {
        const QTemporaryDir directory;
        const auto write = [&](const QString& name, const QByteArray& text) {
            QFile file(directory.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                      : QString();
        };
        const auto policy = [&](const QStringList& arguments) {
            return run(QStringList{"policy"} + arguments);
        };
        const QString file =
            write("shop.json", R"({"schema":1,"name":"shop","algorithm":"gcra","rules":"5/h"})");
        QCOMPARE(policy({"check", file}).out, "nothing is wrong\n");
        QCOMPARE(policy({"diff", file}).code, 1);
        QCOMPARE(policy({"publish", file}).code, 2); // a reason is wanted
        const Outcome first = policy({"publish", file, "--reason", "the shop opens", "--by", "alice"});
        QCOMPARE(first.out, "shop: version 1 is published\n");
        QCOMPARE(first.code, 0);
        QCOMPARE(policy({"diff", file}).code, 0);
        QVERIFY(policy({"publish", file, "--reason", "again"}).out.contains("as in version 1 already"));
        // Limits by it without being told the rules.
        QCOMPARE(run({"check", "user:7", "--policy", "shop"}).out, "allowed: 4 of 5 left under 5/h\n");

        // One that stands on an earlier version changes nothing, and shows what differs.
        const QString old = write("old.json", policy({"show", "shop"}).out.toUtf8().replace("5/h", "6/h"));
        const QString next = write("next.json", policy({"show", "shop"}).out.toUtf8().replace("5/h", "9/h"));
        QCOMPARE(policy({"publish", next, "--reason", "sale", "--by", "bob"}).code, 0);
        const Outcome refused = policy({"publish", old, "--reason", "mine"});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.out.contains("stands on version 1, and there is version 2") &&
                     refused.out.contains("rules: 9/h → 6/h"),
                 qPrintable(refused.out));
        QCOMPARE(policy({"show", "shop", "--at", "1"}).json()["rules"].toString(), "5/h");
        QCOMPARE(policy({"publish", old, "--reason", "mine all the same", "--force"}).code, 0);

        const Outcome history = policy({"history", "shop"});
        QVERIFY2(history.out.contains("by bob: sale\n     rules: 5/h → 9/h"), qPrintable(history.out));
        const Outcome back = policy({"rollback", "shop", "--to", "2", "--reason", "too few"});
        QCOMPARE(back.out, "shop: version 4 is published, which says what version 2 said\n");
        QCOMPARE(policy({"show", "shop"}).json()["rules"].toString(), "9/h");
        QCOMPARE(policy({"rollback", "shop", "--to", "17", "--reason", "r"}).code, 2);
        QVERIFY(policy({"list"}).out.contains("shop  version 4, enforced, gcra: 9/h"));

        // Out into files, and into another server.
        QCOMPARE(policy({"export", "--dir", directory.filePath("all")}).code, 0);
        QVERIFY(QFile::exists(directory.filePath("all/shop.json")));
        const QString all = write("all.json", policy({"export"}).out.toUtf8());
        TestServer other;
        const QString url = QString::fromStdString(other.endpoint().url());
        QCOMPARE(policy({"publish", all, "--reason", "moved", "--redis", url}).code,
                 1); // stands on version 4
        QCOMPARE(policy({"import", all, "--reason", "moved", "--redis", url}).code, 0);
        QVERIFY(policy({"list", "--redis", url}).out.contains("shop  version 1, enforced, gcra: 9/h"));

        // One that cannot be read is replaced if that is wanted; one that is gone comes back.
        ratewarden::Connection connection(other.endpoint());
        connection.call({"HSET", "rw:policies", "shop", "{"});
        QCOMPARE(policy({"publish", all, "--reason", "mend", "--redis", url}).code, 2);
        QCOMPARE(policy({"publish", all, "--reason", "mend", "--force", "--redis", url}).code, 0);
        connection.call({"HDEL", "rw:policies", "shop"});
        QCOMPARE(policy({"rollback", "shop", "--to", "1", "--reason", "gone", "--redis", url}).code, 0);
        QVERIFY(policy({"show", "shop", "--redis", url}).json()["version"].toInt() >= 3);
    }

    void policiesThatAreWrong()
    {
        const QTemporaryDir directory;
        const auto check = [&](const QByteArray& text) {
            QFile file(directory.filePath("p.json"));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("cannot write");
            file.close();
            return run({"policy", "check", file.fileName()});
        };
        const Outcome redundant =
            check(R"({"schema":1,"name":"p","algorithm":"sliding-log","rules":"1/s + 60/min"})");
        QCOMPARE(redundant.code, 1);
        QVERIFY2(redundant.out.contains("60/min is out of reach: 1/s never lets more pass"),
                 qPrintable(redundant.out));
        QCOMPARE(check(R"({"schema":1,"name":"p","algorithm":"fixed-window","rules":"10/min"})").code, 0);
        const Outcome unreadable =
            check(R"({"schema":1,"name":"p","algorithm":"gcra","rules":"1/fortnight"})");
        QCOMPARE(unreadable.code, 2);
        QVERIFY2(unreadable.err.contains("p.json") && unreadable.err.contains("fortnight"),
                 qPrintable(unreadable.err));
        QCOMPARE(run({"policy", "check", directory.filePath("none.json")}).code, 2);
        QCOMPARE(run({"policy", "check", directory.path()}).code, 2);
        QCOMPARE(run({"policy", "show", "nobody"}).code, 2);
        QCOMPARE(run({"policy"}).code, 2);
    }

    void rulesOfOtherPrograms()
    {
        const QTemporaryDir directory;
        const auto rules = [&](const QByteArray& text, const QStringList& options = {}) {
            QFile file(directory.filePath("rules"));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("cannot write");
            file.close();
            return run(QStringList{"policy", "rules", file.fileName(), "--redis", "redis://localhost:1"} +
                       options);
        };
        const Outcome python = rules("10 per hour; 1/second\n");
        QCOMPARE(python.code, 0);
        QCOMPARE(python.out, "10/h + 1/s\n");
        QCOMPARE(python.err, "");
        const QByteArray envoy = "key: k\nrate_limit: {unit: minute, requests_per_unit: 20}\n";
        QCOMPARE(rules(envoy).out, "20/min\n");
        QVERIFY(rules(envoy).err.startsWith("note: Envoy counts in fixed windows"));
        const QJsonObject json = rules(envoy, {"--json"}).json();
        QCOMPARE(json["rules"].toString(), "20/min");
        QCOMPARE(json["notation"].toString(), "Envoy rate limit service (YAML)");
        QCOMPARE(json["warnings"].toArray().size(), 1);
        const Outcome unreadable = rules("{\"minute\": -5}");
        QCOMPARE(unreadable.code, 2);
        QCOMPARE(unreadable.out, "");
        QVERIFY2(unreadable.err.contains("rules: cannot read Kong's JSON: \"minute\" must not be below 0"),
                 qPrintable(unreadable.err));
        QCOMPARE(run({"policy", "rules", directory.filePath("none")}).code, 2);
        QCOMPARE(run({"policy", "rules"}).code, 2);
        QCOMPARE(run({"policy", "rules", "-"}, {}, "5/min\n").out, "5/min\n");
        const Outcome empty = run({"policy", "rules", "-"});
        QCOMPARE(empty.code, 2);
        QVERIFY2(empty.err.contains("standard input: "), qPrintable(empty.err));
    }

    void printsScripts()
    {
        const Outcome list = run({"script"});
        QVERIFY(list.out.contains("  gcra\n"));
        const Outcome text = run({"script", "gcra"});
        QCOMPARE(text.code, 0);
        const QByteArray sha = QCryptographicHash::hash(text.out.toUtf8(), QCryptographicHash::Sha1).toHex();
        QCOMPARE(run({"script", "gcra", "--sha"}).out, QString(sha + "\n"));
        QVERIFY(list.out.contains(sha));
        QCOMPARE(run({"script", "magic"}).code, 2);
    }

    void costs()
    {
        const QStringList check{"check", "user:6", "--policy", "p6", "--rules", "10/h", "--cost"};
        QCOMPARE(run(check + QStringList{"7"}).code, 0);
        QCOMPARE(run(check + QStringList{"4"}).code, 1);
        QVERIFY(run(check + QStringList{"11"}).out.contains("can never pass 10/h"));
        QCOMPARE(run(check + QStringList{"-1"}).code, 2);
    }

    void wrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("nothing") << QStringList{} << "subcommand is required";
        QTest::newRow("unknown") << QStringList{"frobnicate", "x"} << "subcommand is required";
        QTest::newRow("no token") << QStringList{"check"} << "token is required";
        QTest::newRow("empty token") << QStringList{"check", "", "--rules", "1/s"} << "token is empty";
        QTest::newRow("rules") << QStringList{"check", "x", "--rules", "1/s + 20/mni"} << "at character 10";
        QTest::newRow("algorithm") << QStringList{"check", "x", "--rules", "1/s", "--algorithm", "magic"}
                                   << "there is no algorithm \"magic\"";
        QTest::newRow("cost") << QStringList{"check", "x", "--rules", "1/s", "--cost", "many"} << "cost";
        QTest::newRow("URL") << QStringList{"check", "x", "--redis", "http://:secret@x"}
                             << "cannot use this Redis";
        QTest::newRow("no reason") << QStringList{"block", "x", "--for", "1h"} << "--reason";
        QTest::newRow("empty reason")
            << QStringList{"block", "x", "--for", "1h", "--reason", ""} << "a reason";
        QTest::newRow("no time") << QStringList{"block", "x", "--reason", "r"} << "--for";
        QTest::newRow("bad time") << QStringList{"block", "x", "--reason", "r", "--for", "soon"}
                                  << "\"soon\"";
    }
    void wrongUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, complaint);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2((outcome.err + outcome.out).contains(complaint), qPrintable(outcome.err + outcome.out));
        QVERIFY(!outcome.err.contains("secret"));
    }

    void redisAway()
    {
        const Outcome gone =
            run({"check", "x", "--rules", "1/s", "--redis", "unix:///nonexistent/redis.sock"});
        QCOMPARE(gone.code, 3);
        QVERIFY2(gone.err.contains("unix:///nonexistent/redis.sock"), qPrintable(gone.err));
    }

    void takesThePasswordFromTheEnvironment()
    {
        const TestServer locked({"--requirepass", "from env"});
        const QStringList check{"check",   "x",
                                "--rules", "1/s",
                                "--redis", "unix://" + QString::fromStdString(locked.endpoint().socketPath)};
        QCOMPARE(run(check).code, 3);
        QProcessEnvironment environment;
        environment.insert("RATEWARDEN_REDIS_PASSWORD", "from env");
        QCOMPARE(run(check, environment).code, 0);
    }

    void helps()
    {
        const Outcome help = run({"--help"});
        QCOMPARE(help.code, 0);
        for (const char* word : {"check", "peek", "block", "unblock", "reset", "Exit codes", "Examples"})
            QVERIFY2(help.out.contains(word), word);
        QCOMPARE(run({"--version"}).code, 0);
    }
};

QTEST_GUILESS_MAIN(TestCtl)
#include "tst_ctl.moc"
