// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl policy` as a user runs it.
#include "core/limiter/keyspace.h"
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlPolicies : public CtlTest {
    Q_OBJECT

private:
    Outcome policy(const QStringList& arguments) { return run(QStringList{"policy"} + arguments); }

    /// The exit code of publishing it.
    int policyFrom(const QString& text)
    {
        return run({"policy", "publish", "-", "--reason", "r"}, {}, text.toUtf8()).code;
    }

    /// With so many versions of another policy.
    void fillHistory(int count)
    {
        redis({"EVAL",
               "local document = redis.call('HGET', 'rw:policies', 'api') "
               "for i = 1, ARGV[1] do redis.call('XADD', KEYS[1], '*', 'policy', 'other', 'version', i, "
               "'document', document, 'by', 'b', 'reason', 'r', 'at', '1') end",
               "1", policyHistoryKey, std::to_string(count)});
    }

private Q_SLOTS:
    void policiesInVersions()
    {
        const QTemporaryDir directory;
        const auto write = [&](const QString& name, const QByteArray& text) {
            return fileIn(directory, name, text);
        };
        const QString file =
            write("shop.json", R"({"schema":1,"name":"shop","algorithm":"gcra","rules":"5/h"})");
        QCOMPARE(policy({"check", file}).out, "no problems found\n");
        QCOMPARE(policy({"diff", file}).code, 1);
        QCOMPARE(policy({"publish", file}).code, 2); // a reason is wanted
        const Outcome first = policy({"publish", file, "--reason", "the shop opens", "--by", "alice"});
        QCOMPARE(first.out, "shop: version 1 is published\n");
        QCOMPARE(first.code, 0);
        QCOMPARE(policy({"diff", file}).code, 0);
        QVERIFY(policy({"publish", file, "--reason", "again"}).out.contains("already as in version 1"));
        // Limits by it without being told the rules.
        QCOMPARE(run({"check", "user:7", "--policy", "shop"}).out, "allowed: 4 of 5 left under 5/h\n");

        // One that stands on an earlier version changes nothing, and shows what differs.
        const QString old = write("old.json", policy({"show", "shop"}).out.toUtf8().replace("5/h", "6/h"));
        const QString next = write("next.json", policy({"show", "shop"}).out.toUtf8().replace("5/h", "9/h"));
        QCOMPARE(policy({"publish", next, "--reason", "sale", "--by", "bob"}).code, 0);
        const Outcome refused = policy({"publish", old, "--reason", "mine"});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.out.contains("is based on version 1, but version 2 is current") &&
                     refused.out.contains("rules: 9/h → 6/h"),
                 qPrintable(refused.out));
        QCOMPARE(policy({"show", "shop", "--at", "1"}).json()["rules"].toString(), "5/h");
        QCOMPARE(policy({"publish", old, "--reason", "mine all the same", "--force"}).code, 0);

        const Outcome history = policy({"history", "shop"});
        QVERIFY2(history.out.contains(QRegularExpression("^VERSION  TIME +BY +CHANGE\n")) &&
                     history.out.contains(
                         QRegularExpression("\n +2  20[^\n]+  bob +published: sale\n +rules: 5/h → 9/h\n")),
                 qPrintable(history.out));
        for (const QStringList& typo :
             {QStringList{"show", "shopp"}, QStringList{"show", "shopp", "--at", "1"},
              QStringList{"history", "shopp"}, QStringList{"rollback", "shopp", "--to", "1", "--reason", "r"},
              QStringList{"remove", "shopp", "--reason", "r"}}) {
            const Outcome unknown = policy(typo);
            QCOMPARE(unknown.code, 2);
            QVERIFY2(unknown.err.contains("did you mean \"shop\"?"), qPrintable(unknown.err));
        }
        QVERIFY(!policy({"show", "shop", "--at", "17"}).err.contains("did you mean"));
        const Outcome back = policy({"rollback", "shop", "--to", "2", "--reason", "too few"});
        QCOMPARE(back.out, "shop: version 4 is published, with the content of version 2\n");
        QCOMPARE(policy({"show", "shop"}).json()["rules"].toString(), "9/h");
        QCOMPARE(policy({"rollback", "shop", "--to", "17", "--reason", "r"}).code, 2);
        QVERIFY2(
            policy({"list"}).out.contains(
                "POLICY  VERSION  MODE      ALGORITHM  RULES\nshop          4  enforced  gcra       9/h\n"),
            qPrintable(policy({"list"}).out));

        // Out into files, and into another server.
        QCOMPARE(policy({"export", "--dir", directory.filePath("all")}).code, 0);
        QVERIFY(QFile::exists(directory.filePath("all/shop.json")));
        const QString all = write("all.json", policy({"export"}).out.toUtf8());
        TestServer other;
        const QString url = QString::fromStdString(other.endpoint().url());
        QCOMPARE(policy({"import", all, "--reason", "moved", "--redis", url}).code, 0);
        QVERIFY(
            policy({"list", "--redis", url}).out.contains("\nshop          1  enforced  gcra       9/h\n"));

        // One that cannot be read is replaced if that is wanted; one that is gone comes back.
        ratewarden::Connection connection(other.endpoint(), unhurried);
        connection.call({"HSET", "rw:policies", "shop", "{"});
        QCOMPARE(policy({"publish", all, "--reason", "fix", "--redis", url}).code, 2);
        QCOMPARE(policy({"publish", all, "--reason", "fix", "--force", "--redis", url}).code, 0);
        connection.call({"HDEL", "rw:policies", "shop"});
        QCOMPARE(policy({"rollback", "shop", "--to", "1", "--reason", "gone", "--redis", url}).code, 0);
        QVERIFY(policy({"show", "shop", "--redis", url}).json()["version"].toInt() >= 3);
    }

    void policiesThatAreWrong()
    {
        const QTemporaryDir directory;
        const auto check = [&](const QByteArray& text) {
            return run({"policy", "check", fileIn(directory, "p.json", text)});
        };
        const Outcome redundant =
            check(R"({"schema":1,"name":"p","algorithm":"sliding-log","rules":"1/s + 60/min"})");
        QCOMPARE(redundant.code, 0); // a remark, unless it is to be strict
        QVERIFY2(redundant.out.endsWith("p.json:1: policy \"p\": warning: 60/min is redundant: 1/s never "
                                        "allows more; remove it\n0 errors, 1 warning\n"),
                 qPrintable(redundant.out));
        QCOMPARE(run({"policy", "check", "--strict", directory.filePath("p.json")}).code, 1);
        const Outcome denies = check(R"({"schema":1,"name":"p","algorithm":"sliding-log","rules":"0/s"})");
        QCOMPARE(denies.code, 1);
        QVERIFY2(denies.out.contains("error: 0/s denies every request"), qPrintable(denies.out));
        // A candidate denies nobody.
        const Outcome candidate = check(R"({"schema":1,"name":"p","algorithm":"gcra","rules":"1/s",)"
                                        R"("candidate":{"algorithm":"gcra","rules":"0/s"}})");
        QCOMPARE(candidate.code, 0);
        QVERIFY2(candidate.out.contains("warning: candidate: 0/s denies every request"),
                 qPrintable(candidate.out));
        QCOMPARE(run({"policy", "check", "--strict", directory.filePath("p.json")}).code, 1);
        QCOMPARE(check(R"({"schema":1,"name":"p","algorithm":"fixed-window","rules":"10/min"})").code, 0);
        // The tokens of one that is misspelt would stay unknown in silence.
        const Outcome misspelt = check(
            R"({"schema":1,"name":"rl:*","algorithm":"fixed-window","rules":"60/min","format":"rate-limit-redi"})");
        QCOMPARE(misspelt.code, 0);
        QVERIFY2(misspelt.out.contains("warning: there is no format \"rate-limit-redi\"") &&
                     misspelt.out.contains("did you mean \"rate-limit-redis\""),
                 qPrintable(misspelt.out));
        QCOMPARE(run({"policy", "check", "--strict", directory.filePath("p.json")}).code, 1);
        const Outcome published = policy({"publish", directory.filePath("p.json"), "--reason", "misspelt"});
        QVERIFY2(published.err.contains("there is no format \"rate-limit-redi\""), qPrintable(published.err));
        QCOMPARE(policy({"remove", "rl:*", "--reason", "misspelt"}).code, 0);
        const Outcome unreadable =
            check(R"({"schema":1,"name":"p","algorithm":"gcra","rules":"1/fortnight"})");
        QCOMPARE(unreadable.code, 2);
        QVERIFY2(unreadable.err.contains("p.json") && unreadable.err.contains("fortnight"),
                 qPrintable(unreadable.err));
        QCOMPARE(run({"policy", "check", directory.filePath("none.json")}).code, 2);
        const Outcome folder = run({"policy", "check", directory.path()});
        QCOMPARE(folder.code, 2);
        QVERIFY2(folder.err.contains("it is a folder"), qPrintable(folder.err));
        const Outcome twice =
            check(R"([{"schema":1,"name":"p","algorithm":"gcra","rules":"1/s"},)"
                  R"({"schema":1,"name":"q","algorithm":"gcra","rules":"1/s","rules":"2/s"}])");
        QCOMPARE(twice.code, 2);
        QVERIFY2(twice.err.contains("it has the key \"rules\" twice"), qPrintable(twice.err));
        const Outcome version =
            check(R"({"schema":1,"name":"p","version":1.5,"algorithm":"gcra","rules":"1/s"})");
        QCOMPARE(version.code, 2);
        QVERIFY2(version.err.contains("\"version\" must be a whole number"), qPrintable(version.err));
        const Outcome second = check(R"([{"schema":1,"name":"p","algorithm":"gcra","rules":"1/s"},{}])");
        QVERIFY2(second.err.contains("p.json:1: policy 2 of the file: \"name\" is missing; add \"name\""),
                 qPrintable(second.err));
        const Outcome noJson = check("{");
        QCOMPARE(noJson.code, 2);
        QVERIFY2(noJson.err.contains("p.json:1:2: not well-formed") && !noJson.err.contains("json.exception"),
                 qPrintable(noJson.err));
        QCOMPARE(run({"policy", "show", "nobody"}).code, 2);
        QCOMPARE(run({"policy"}).code, 2);
    }

    void filesAndRulesAreCountedTogether()
    {
        const QTemporaryDir directory;
        const QString broken = fileIn(directory, "broken.json", "{");
        const QByteArray redundant = "{\"schema\": 1, \"name\": \"p\",\n\"algorithm\": \"sliding-log\",\n"
                                     "\"rules\": \"1/s + 60/min\"}";
        const QStringList check{"policy", "check", broken, "-"};
        const Outcome told = run(check, {}, redundant);
        QCOMPARE(told.code, 2);
        QVERIFY2(told.out.startsWith("standard input:3: policy \"p\": warning: ") &&
                     told.out.endsWith("; remove it\n1 error, 1 warning\n"),
                 qPrintable(told.out));
        const QJsonArray all = run(check + QStringList{"--json"}, {}, redundant).list();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all.at(1).toObject()["file"].toString(), "standard input");
        QCOMPARE(all.at(1).toObject()["line"].toInt(), 3);
        QCOMPARE(run({"policy", "check", "-", "--json"}, {}, "{").list().at(0).toObject()["file"].toString(),
                 "standard input");
    }

    void theLengthOfTheHistoryIsANumber()
    {
        const QByteArray file = R"({"schema":1,"name":"kept","algorithm":"gcra","rules":"1/s"})";
        QProcessEnvironment environment;
        environment.insert("RATEWARDEN_POLICY_HISTORY", "10k");
        const Outcome refused = run({"policy", "publish", "-", "--reason", "r"}, environment, file);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("RATEWARDEN_POLICY_HISTORY is \"10k\": set it to a number"),
                 qPrintable(refused.err));
        QCOMPARE(policy({"show", "kept"}).code, 2);
        environment.insert("RATEWARDEN_POLICY_HISTORY", "");
        QCOMPARE(run({"policy", "publish", "-", "--reason", "r"}, environment, file).code, 0);
    }

    void exportsAllThatItCan()
    {
        redis({"FLUSHALL"});
        const auto announce = [&](std::string_view name) {
            redis({"HSET", "rw:policies", name, R"({"schema":1,"algorithm":"gcra","rules":"1/s"})"});
        };
        const QByteArray tooLong = QByteArray("长").repeated(40); // 360 bytes in a file's name
        for (const char* name : {"a", "z/../z"})
            announce(name);
        announce(tooLong.toStdString());
        announce("\xff"); // which no JSON can say
        const QTemporaryDir directory;
        const Outcome files = policy({"export", "--dir", directory.path()});
        QCOMPARE(files.code, 4);
        const QStringList names = QDir(directory.path()).entryList(QDir::Files);
        QVERIFY2(files.out.contains("a  " + directory.filePath("a.json")) &&
                     files.out.contains("policies written to " + directory.path() + ": 3 of 4\n"),
                 qPrintable(files.out));
        QVERIFY2(files.err.contains("\\xff is not exported"), qPrintable(files.err));
        // For programs it is listed as it is printed everywhere, and beside it all others.
        const Outcome list = policy({"list", "--json"});
        QCOMPARE(list.code, 0);
        QCOMPARE(list.list().size(), 4);
        QVERIFY2(list.out.contains("\"name\":\"\\\\xff\""), qPrintable(list.out));
        QCOMPARE(names.size(), 3);
        QVERIFY(QFile::exists(directory.filePath("z%2F..%2Fz.json")));
        const QJsonObject json = policy({"export", "--json", "--dir", directory.path()}).json();
        QCOMPARE(json["written"].toArray().size(), 3);
        QCOMPARE(json["failed"].toArray().size(), 1);
        const Outcome one = policy({"export"});
        QCOMPARE(one.code, 4);
        QCOMPARE(one.list().size(), 3);

        QCOMPARE(policy({"export", "--dir", "/proc/none"}).code, 2);
        redis({"FLUSHALL"});
    }

    // What could not be read is missing, and a program has to learn that.
    void aDamagedPolicyIsNoSuccess()
    {
        redis({"FLUSHALL"});
        for (const char* name : {"a", "b"})
            redis({"HSET", "rw:policies", name, R"({"schema":1,"algorithm":"gcra","rules":"1/s"})"});
        redis({"HSET", "rw:policies", "damaged", "{"});
        const Outcome list = policy({"list"});
        QCOMPARE(list.code, 3);
        QVERIFY2(list.err.contains("damaged"), qPrintable(list.err));
        const Outcome all = policy({"export"});
        QCOMPARE(all.code, 3);
        QCOMPARE(all.list().size(), 2);
        const QTemporaryDir directory;
        const Outcome files = policy({"export", "--dir", directory.path()});
        QCOMPARE(files.code, 3);
        QVERIFY2(files.out.contains("2 of 3"), qPrintable(files.out));
        const Outcome json = policy({"export", "--dir", directory.path(), "--json"});
        QCOMPARE(json.json()["failed"].toArray(), QJsonArray{"damaged"});
        const QJsonObject error = QJsonDocument::fromJson(json.err.toUtf8()).object()["error"].toObject();
        QCOMPARE(error["code"].toString(), "unread");
        QCOMPARE(error["exit"].toInt(), 3);
    }

    void rollbackReplacesADamagedPolicy()
    {
        redis({"FLUSHALL"});
        for (const char* rules : {"1/s", "2/s"})
            QCOMPARE(policyFrom(
                         QString(R"({"schema":1,"name":"api","algorithm":"gcra","rules":"%1"})").arg(rules)),
                     0);
        redis({"HSET", "rw:policies", "api", "{"});
        const Outcome back = policy({"rollback", "api", "--to", "2", "--reason", "damaged"});
        QCOMPARE(back.code, 0);
        QVERIFY2(back.out.contains("is published, with the content of version 2"), qPrintable(back.out));
        QCOMPARE(policy({"show", "api"}).json()["rules"].toString(), "2/s");
    }

    void aRemovalIsNoVersionToShow()
    {
        redis({"FLUSHALL"});
        QCOMPARE(policyFrom(R"({"schema":1,"name":"api","algorithm":"gcra","rules":"1/s"})"), 0);
        QCOMPARE(policy({"remove", "api", "--reason", "over"}).code, 0);
        for (const QStringList& arguments : {QStringList{"show", "api", "--at", "2"},
                                             QStringList{"rollback", "api", "--to", "2", "--reason", "r"}}) {
            const Outcome outcome = policy(arguments);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains("version 2 of the policy \"api\" is its removal"),
                     qPrintable(outcome.err));
        }
    }

    // A full disk must not cost what was exported before.
    void exportReplacesFilesWhole()
    {
        redis({"FLUSHALL"});
        QCOMPARE(policyFrom(R"({"schema":1,"name":"api","algorithm":"gcra","rules":"1/s"})"), 0);
        const QTemporaryDir directory;
        QCOMPARE(policy({"export", "--dir", directory.path()}).code, 0);
        const auto content = [&directory] {
            return readFile(directory.filePath("api.json"));
        };
        const QByteArray before = content();
        QVERIFY(!before.isEmpty());
        QProcess shell;
        shell.start("bash",
                    {"-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" --redis \"$1\" policy export --dir \"$2\"",
                     qEnvironmentVariable("RATEWARDEN_CTL"), url(), directory.path()});
        QVERIFY(shell.waitForFinished(patienceMs));
        QCOMPARE(shell.exitCode(), 4);
        QVERIFY(shell.readAllStandardError().contains("cannot be written"));
        QCOMPARE(content(), before);
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"api.json"});
    }

    // Names may be any bytes, and are given back as they are printed.
    void namesAreTakenBack()
    {
        redis({"FLUSHALL"});
        redis({"HSET", "rw:policies", "a\x1b[31m", R"({"schema":1,"algorithm":"gcra","rules":"1/s"})"});
        const QString printed = policy({"list", "--json"}).list()[0].toObject()["name"].toString();
        QCOMPARE(printed, "a\\x1b[31m");
        QCOMPARE(policy({"show", printed}).code, 0);
        QCOMPARE(policy({"remove", printed, "--reason", "r"}).code, 0);
        QCOMPARE(policy({"history", printed, "--json"}).list().size(), 2);
        QCOMPARE(policy({"rollback", printed, "--to", "1", "--reason", "r"}).code, 0);
        QCOMPARE(redis({"HEXISTS", "rw:policies", "a\x1b[31m"}).view().integer(), 1);
        const Outcome capture = run({"lab", "capture", printed, "--for", "100ms", "--interval", "50ms"});
        QVERIFY2(capture.err.contains("format \"a\\x1b[31m\" to watch"), qPrintable(capture.err));
    }

    // The server has very many versions, of other policies: a file costs it a few pages of them.
    void filesWithVersionsDoNotReadAllOfALongHistory()
    {
        redis({"FLUSHALL"});
        const auto file = [](int version, const char* rules) {
            return QString(R"({"schema":1,"name":"api","version":%1,"algorithm":"gcra","rules":"%2"})")
                .arg(version)
                .arg(rules);
        };
        QCOMPARE(policyFrom(R"({"schema":1,"name":"api","algorithm":"gcra","rules":"1/s"})"), 0);
        fillHistory(30'000);
        for (const char* rules : {"2/s", "3/s"})
            QCOMPARE(policyFrom(
                         QString(R"({"schema":1,"name":"api","algorithm":"gcra","rules":"%1"})").arg(rules)),
                     0);
        const auto pagesOf = [&](const auto& work) {
            redis({"CONFIG", "RESETSTAT"});
            work();
            const std::string stats(redis({"INFO", "commandstats"}).view().string());
            const auto at =
                QString::fromStdString(stats).section("cmdstat_xrevrange:calls=", 1).section(',', 0, 0);
            return at.toInt();
        };
        // Stale: neither is its version current, nor its content anywhere.
        QCOMPARE(pagesOf([&] { QCOMPARE(policyFrom(file(2, "9/s")), 1); }), 10);
        // What the version said is found on the first page, and no more is read.
        QCOMPARE(pagesOf([&] { QCOMPARE(policy({"show", "api", "--at", "2"}).code, 0); }), 1);
        QCOMPARE(pagesOf([&] {
                     QCOMPARE(policy({"rollback", "api", "--to", "2", "--reason", "r"}).code, 0);
                 }),
                 1);
        // It is based on what is current again.
        QCOMPARE(pagesOf([&] { QCOMPARE(policyFrom(file(2, "7/s")), 0); }), 1);
        // A version is found wherever it is.
        QCOMPARE(policy({"rollback", "api", "--to", "1", "--reason", "r"}).code, 0);
        QCOMPARE(policyFrom(file(1, "8/s")), 0);
        QCOMPARE(policy({"remove", "api", "--reason", "r"}).code, 0);
        QCOMPARE(pagesOf([&] { QCOMPARE(policyFrom(file(1, "8/s")), 1); }), 1); // was removed
        redis({"FLUSHALL"});
    }

    void rulesOfOtherPrograms()
    {
        const QTemporaryDir directory;
        const auto rules = [&](const QByteArray& text, const QStringList& options = {}) {
            const QString file = fileIn(directory, "rules", text);
            return run(QStringList{"policy", "rules", file, "--redis", "redis://localhost:1"} + options);
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
        const Outcome noJson = rules("{\"minute\": 5,}");
        QVERIFY2(noJson.err.contains("not well-formed") && !noJson.err.contains("json.exception"),
                 qPrintable(noJson.err));
        QCOMPARE(run({"policy", "rules", directory.filePath("none")}).code, 2);
        QCOMPARE(run({"policy", "rules"}).code, 2);
        QCOMPARE(run({"policy", "rules", "-"}, {}, "5/min\n").out, "5/min\n");
        const Outcome empty = run({"policy", "rules", "-"});
        QCOMPARE(empty.code, 2);
        QVERIFY2(empty.err.contains("standard input: "), qPrintable(empty.err));
    }
};

RATEWARDEN_SUITE(TestCtlPolicies)
#include "tst_ctl_policies.moc"
