// SPDX-License-Identifier: GPL-3.0-or-later
// ratewarden-ctl as a user runs it: what it prints and the codes it ends with.
#include "core/admin/named_filters.h"
#include "core/limiter/keyspace.h"
#include "tests/app/ctl_test.h"
#include "tests/support/cluster_node.h"
#include "tests/support/files.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ratewarden::test;

class TestCtl : public CtlTest {
    Q_OBJECT

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
        const TestServer node(nodeArguments());
        ratewarden::Connection connection(node.endpoint(), unhurried);
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
        QCOMPARE(blocks.out, "no token is blocked on this node\n");
        QCOMPARE(run({"overrides"}, environment).out, "no token has an override on this node\n");
        QCOMPARE(run({"policy", "list"}, environment).err, note);
        QCOMPARE(run({"peek", "t", "--rules", "1/s", "--json"}, environment).err, note);
        QCOMPARE(run({"blocks"}).err, QString()); // a server that stands alone
        connection.call({"ACL", "SETUSER", "default", "-info"});
        QCOMPARE(run({"blocks"}, environment).err, QString());
    }

    void whatMeansNothingIsRefused_data()
    {
        addColumns<QStringList, QString>({"arguments", "words"});
        const auto row = [](const char* name, const char* arguments, const char* words) {
            QTest::newRow(name) << QString(arguments).split(' ') << words;
        };
        row("rules to lift", "override t --lift --rules 9/s", "leave out --rules");
        row("an end to lift", "override t --lift --for 1h", "leave out --rules, --for");
        row("counts without rules", "check t --count", "--count requires --rules");
        row("a policy with a key", "reset --key k --policy p", "leave out --policy and --algorithm");
        row("an algorithm with a key", "reset --key k --algorithm gcra",
            "leave out --policy and --algorithm");
        row("a policy with a key to charge", "charge --key k --policy p",
            "leave out --policy, --algorithm and --count");
        row("a span to undo", "audit --since 1h undo 1-1", "leave out --token");
        row("a span behind undo", "audit undo 1-1 --since 1h", "leave out --token");
        row("an author to export", "audit --by bob export old --before 1h", "--by before the command");
        row("a format", "keys --format rate-limit-rediss", "did you mean \"rate-limit-redis\"?");
    }
    void whatMeansNothingIsRefused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, words);
        const Outcome refused = run(arguments);
        QCOMPARE(refused.code, 2);
        QCOMPARE(refused.out, QString());
        QVERIFY2(refused.err.contains(words), qPrintable(refused.err));
    }

    void knowsPublishedPolicies()
    {
        const QStringList use{"user:2", "--policy", "p2"};
        QCOMPARE(run(QStringList{"peek"} + use).code, 2);
        QCOMPARE(run(QStringList{"peek"} + use + QStringList{"--rules", "3/h"}).code, 0);
        const Outcome stillUnknown = run(QStringList{"check"} + use);
        QCOMPARE(stillUnknown.code, 2); // a peek publishes nothing
        QVERIFY2(stillUnknown.err.contains("no policy \"p2\" is published"), qPrintable(stillUnknown.err));

        QCOMPARE(run(QStringList{"check"} + use +
                     QStringList{"--algorithm", "gcra", "--rules", "3/h", "--publish"})
                     .code,
                 0);
        const Outcome known = run(QStringList{"check", "--json"} + use);
        QCOMPARE(known.code, 0);
        QCOMPARE(known.json()["algorithm"].toString(), "gcra");
        QCOMPARE(known.json()["rules"].toArray()[0].toObject()["used"].toInt(), 2);

        const Outcome other = run(QStringList{"check"} + use + QStringList{"--rules", "5/h"});
        QCOMPARE(other.code, 0);
        QVERIFY2(other.err.contains("is published as gcra with 3/h"), qPrintable(other.err));
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

    void chargesAsNoRequest()
    {
        const QStringList token{"user:12", "--policy", "p12", "--rules", "4/h", "--count"};
        QCOMPARE(run(QStringList{"charge", "--cost", "3"} + token).out, "charged: 1 of 4 left under 4/h\n");
        const Outcome denied = run(QStringList{"charge", "--cost", "2"} + token);
        QCOMPARE(denied.code, 1);
        QVERIFY2(denied.out.startsWith("denied by 4/h"), qPrintable(denied.out));
        QCOMPARE(redis({"KEYS", "*p12:counts"}).view().size(), 0U);
    }

    // No script runs: the rights to read are enough.
    void peeksWithTheRightsToRead()
    {
        const QStringList token{"user:13", "--policy", "p13", "--rules", "4/h"};
        QCOMPARE(run(QStringList{"check", "--cost", "3"} + token).code, 0);
        const QString reader = urlOf("reader", {"+@read", "+@connection", "~*"});
        const Outcome fits = run(QStringList{"--redis", reader, "peek"} + token);
        QCOMPARE(fits.out, "allowed: 1 of 4 left under 4/h\n");
        QCOMPARE(fits.code, 0);
        const Outcome denied = run(QStringList{"--redis", reader, "peek", "--cost", "2"} + token);
        QVERIFY2(denied.out.startsWith("denied by 4/h, retry in "), qPrintable(denied.out));
        QCOMPARE(denied.code, 1);
        QCOMPARE(run(QStringList{"--redis", reader, "peek", "--cost", "5"} + token).out,
                 "denied for good: a cost of 5 can never pass 4/h\n");
        QCOMPARE(run({"block", "user:13", "--for", "15m", "--reason", "abuse", "--by", "ops"}).code, 0);
        QVERIFY(run(QStringList{"--redis", reader, "peek"} + token)
                    .out.contains(QRegularExpression("^blocked by ops, (15 min|14 min \\d+ s) left: abuse")));
        QCOMPARE(run(QStringList{"--redis", reader, "check"} + token).code, 3);
    }

    void peeksAtAReplica()
    {
        TestServer replica({"--replicaof", "127.0.0.1", "1"});
        const QString where = "unix://" + QString::fromStdString(replica.endpoint().socketPath);
        const Outcome fits = run({"--redis", where, "peek", "t", "--policy", "p", "--rules", "4/h"});
        QCOMPARE(fits.out, "allowed: 4 of 4 left under 4/h\n");
        QCOMPARE(run({"--redis", where, "check", "t", "--policy", "p", "--rules", "4/h"}).code, 3);
    }

    void blocksAndUnblocks()
    {
        const QStringList check{"check", "user:4", "--policy", "p4", "--rules", "5/h"};
        QCOMPARE(run({"block", "user:4", "--for", "15m", "--reason", "scraping\nhard", "--by", "ops"}).code,
                 0);
        const Outcome blocked = run(check);
        QCOMPARE(blocked.code, 1);
        QVERIFY2(blocked.out.contains(
                     QRegularExpression(R"(blocked by ops, (15 min|14 min \d+ s) left: scraping\\x0ahard)")),
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
        QCOMPARE(run({"reset", "user:5", "--policy", "p5"}).code, 2); // nor is p5 published
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
        redis({"HDEL", "rw:policies", "p7"});
        QCOMPARE(run({"reset", "user:7", "--policy", "p7"}).out, "user:7 under p7 is reset\n");
        for (const QString algorithm : {"gcra", "sliding-log-zset"})
            QCOMPARE(
                run({"peek", "user:7", "--policy", "p7", "--algorithm", algorithm, "--rules", "1/h"}).code,
                0);
    }

    void refusalsPublishNothing()
    {
        QCOMPARE(
            run({"check", "user:8", "--policy", "p8", "--rules", "1/h", "--cost", "-1", "--publish"}).code,
            2);
        const Outcome unknown = run({"peek", "user:8", "--policy", "p8"});
        QVERIFY2(unknown.err.contains("no policy \"p8\" is published"), qPrintable(unknown.err));
    }

    void saysWhatIsWrongWithAPublishedPolicy()
    {
        redis({"HSET", "rw:policies", "p9", "{\"schema\":7}"});
        const Outcome outcome = run({"check", "user:9", "--policy", "p9"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("it has schema 7"), qPrintable(outcome.err));
    }

    void listsBlocks()
    {
        redis({"FLUSHALL"});
        QCOMPARE(run({"blocks"}).out, "no token is blocked\n");
        QCOMPARE(run({"block", "b", "--for", "ever", "--reason", "fraud", "--by", "ops"}).code, 0);
        QCOMPARE(run({"blocks"}).out, "TOKEN  UNTIL     BY   REASON\n"
                                      "b      for good  ops  fraud\n");
        QCOMPARE(run({"block", "a\n", "--for", "1h", "--reason", "r", "--by", "ops"}).code, 0);
        const QJsonArray all = run({"blocks", "--json"}).list();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].toObject()["token"].toString() < all[1].toObject()["token"].toString()
                     ? all[0].toObject()["token"].toString()
                     : all[1].toObject()["token"].toString(),
                 "a\\x0a");
        QCOMPARE(run({"blocks", "--filter", "until<2h"}).out.count('\n'), 2);
        QCOMPARE(run({"blocks", "--filter", "FRAUD -until<2h"}).out, "TOKEN  UNTIL     BY   REASON\n"
                                                                     "b      for good  ops  fraud\n");
        QCOMPARE(run({"blocks", "--filter", "by:nobody"}).out, "no token that is blocked matches\n");
        const Outcome wrong = run({"blocks", "--filter", "rule:1/min"}); // they have none: a name
        QCOMPARE(wrong.out, "no token that is blocked matches\n");
        QVERIFY2(wrong.err.contains("\"rule:\" is a word of other lists"), qPrintable(wrong.err));
        QCOMPARE(run({"blocks", "--filter", "\"rule:1/min\" by:ops"}).err, "");
        QCOMPARE(run({"blocks", "--filter", "until<soon"}).code, 2);
        const QTemporaryDir config;
        ratewarden::NamedFilters((config.path() + "/ratewarden/filters").toStdString())
            .keep("ending", "until<2h");
        QProcessEnvironment environment;
        environment.insert("XDG_CONFIG_HOME", config.path());
        QVERIFY(!run({"blocks", "--filter", "filter:ending"}, environment).out.contains("fraud"));
        QVERIFY(run({"blocks", "--filter", "-filter:ending"}, environment).out.contains("fraud"));
        const Outcome unknown = run({"blocks", "--filter", "filter:endin"}, environment);
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("use one of: ending"), qPrintable(unknown.err));
    }

    void saysWhichBlocksItCouldNotRead()
    {
        redis({"FLUSHALL"});
        for (const char* token : {"mine", "a", "b", "c", "d"})
            QCOMPARE(run({"block", token, "--for", "1h", "--reason", "r"}).code, 0);
        const QString some = urlOf("some", {"+@all", "~rw:{mine}*"});
        for (const char* list : {"blocks", "overrides"}) {
            const Outcome outcome = run({list, "--redis", some});
            QCOMPARE(outcome.code, 3);
            QVERIFY2(outcome.err.contains("could not read 4 control keys (a, b, c, …): ") &&
                         outcome.err.contains("NOPERM"),
                     qPrintable(outcome.err));
            QVERIFY2(!outcome.out.contains("no token"), qPrintable(outcome.out));
            QCOMPARE(outcome.out.contains("mine"), list == QByteArray("blocks"));
            QCOMPARE(run({list, "--redis", some, "--json"}).code, 3);
        }
        redis({"FLUSHALL"});
        redis({"SET", "rw:{x}:control", "of another program"});
        const Outcome foreign = run({"blocks"});
        QCOMPARE(foreign.code, 3);
        QVERIFY2(foreign.err.contains("could not read 1 control key (x): ") &&
                     foreign.err.contains("WRONGTYPE"),
                 qPrintable(foreign.err));
        redis({"FLUSHALL"});
    }

    void listsForUsersWhoMayOnlyRead()
    {
        redis({"FLUSHALL"});
        QCOMPARE(run({"block", "b", "--for", "1h", "--reason", "r", "--by", "ops"}).code, 0);
        const Outcome blocks = run({"blocks", "--redis", urlOf("reader", {"+@read", "+@connection", "~*"})});
        QCOMPARE(blocks.code, 0);
        QVERIFY2(blocks.out.contains("\nb      20"), qPrintable(blocks.out));
        const Outcome refused = run({"blocks", "--redis", urlOf("nobody", {"+@connection", "~*"})});
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.contains("SCAN") && refused.err.contains("NOPERM"), qPrintable(refused.err));
        redis({"FLUSHALL"});
    }

    void listsUnreadableOverrides_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("garbage") << QByteArray("a lot");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("out of range") << QByteArray("-5 60000000 0");
        QTest::newRow("missing") << QByteArray();
    }
    void listsUnreadableOverrides()
    {
        QFETCH(QByteArray, rules);
        redis({"FLUSHALL"});
        const std::string key = ratewarden::controlKey(ratewarden::RedisToken("user 1"));
        redis({"HSET", key, "override_until:api", "0"});
        if (!rules.isNull())
            redis({"HSET", key, "override_rules:api", rules.toStdString()});
        redis({"HSET", "rw:{ended}:control", "override_until:api", "1"});
        const Outcome list = run({"overrides"});
        QCOMPARE(list.code, 0);
        QCOMPARE(list.out,
                 "TOKEN   POLICY  RULES       UNTIL  BY  REASON\n"
                 "user 1  api     unreadable  ?      ?   ?\n"
                 "    its requests may fail; lift it: ratewarden-ctl override 'user 1' --policy api "
                 "--lift\n");
        const QJsonArray all = run({"overrides", "--json"}).list();
        QCOMPARE(all.size(), 1);
        QVERIFY(all[0].toObject()["rules"].isNull());
        QVERIFY(run({"overrides", "--filter", "policy:api user"}).out.contains("unreadable"));
        QCOMPARE(run({"overrides", "--filter", "-policy:api"}).out,
                 "no token that has an override matches\n");
        const QStringList check{"check", "user 1", "--policy", "api", "--rules", "5/h"};
        QCOMPARE(run(check).code, 3); // that is why somebody looks
        QCOMPARE(run({"override", "user 1", "--policy", "api", "--lift"}).code, 0);
        QCOMPARE(run({"overrides"}).out, "no token has an override\n");
        QCOMPARE(run(check).code, 0);
    }

    void overridesUnderPublishedPolicies()
    {
        redis({"FLUSHALL"});
        const QStringList override{"override", "t",     "--policy", "nope",     "--rules",
                                   "3/h",      "--for", "1h",       "--reason", "pays"};
        const Outcome unknown = run(override);
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("no policy \"nope\" is published"), qPrintable(unknown.err));
        QCOMPARE(run({"overrides"}).out, "no token has an override\n");
        QCOMPARE(run(override + QStringList{"--force"}).code, 0);
        QVERIFY(run({"overrides"}).out.contains("\nt      nope    3/h"));
        redis({"HSET", "rw:policies", "work",
               R"({"schema":1,"version":1,"algorithm":"in-flight","rules":"5 at once"})"});
        QCOMPARE(run({"override", "t", "--policy", "work", "--rules", "1 at once for 5s + 9/h", "--for", "1h",
                      "--reason", "slow"})
                     .code,
                 0);
        QVERIFY(run({"overrides"}).out.contains("work    1 at once for 5s + 9/h"));
        QVERIFY(run({"overrides", "--filter", "rule:\"1 at once for 5s\""}).out.contains("work"));
        redis({"HSET", "rw:policies", "nope", "{"}); // unreadable, but no typing mistake
        const Outcome known = run(override);
        QCOMPARE(known.code, 0);
        QVERIFY2(known.err.startsWith("note: "), qPrintable(known.err));
        redis({"FLUSHALL"});
    }

    void overridesThatTheAlgorithmDoesNotTake()
    {
        redis({"FLUSHALL"});
        redis({"HSET", "rw:policies", "clock",
               R"({"schema":1,"version":1,"algorithm":"fixed-window","rules":"5/min"})"});
        redis({"HSET", "rw:policies", "smooth",
               R"({"schema":1,"version":1,"algorithm":"gcra","rules":"5/min"})"});
        const auto override = [this](const char* policy, const char* rules) {
            return run(
                {"override", "t", "--policy", policy, "--rules", rules, "--for", "1h", "--reason", "pays"});
        };
        const Outcome burst = override("clock", "100/min burst 10");
        QCOMPARE(burst.code, 2);
        QVERIFY2(burst.err.contains("burst"), qPrintable(burst.err));
        QCOMPARE(override("smooth", "9/44min + 9/91d").code, 2); // records of one tag
        QCOMPARE(run({"overrides"}).out, "no token has an override\n");
        QCOMPARE(override("smooth", "100/min burst 10").code, 0);
        redis({"FLUSHALL"});
    }

    void overrides()
    {
        const QStringList check{"check", "user:10", "--policy", "p10", "--rules", "1/h"};
        QCOMPARE(run(check + QStringList{"--publish"}).code, 0);
        QCOMPARE(run(check).code, 1);
        const QStringList override{"override", "user:10", "--policy", "p10"};
        QCOMPARE(run(override).code, 2);
        QCOMPARE(run(override + QStringList{"--rules", "1/h", "--for", "1h"}).code, 2);
        QCOMPARE(run(override + QStringList{"--rules", "3/h", "--for", "ever", "--reason", "pays"}).out,
                 "user:10 under p10 obeys 3/h for good\n");
        QVERIFY(run({"overrides"}).out.contains("\nuser:10  p10     3/h    for good  "));
        const QJsonArray all = run({"overrides", "--json"}).list();
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0].toObject()["rules"].toString(), "3/h");
        QCOMPARE(run(check).out, "allowed: 1 of 3 left under 3/h, by an override\n");
        QCOMPARE(run(check + QStringList{"--json"}).json()["overridden"].toBool(), true);
        QCOMPARE(run(override + QStringList{"--lift"}).out, "user:10 under p10: override removed\n");
        QCOMPARE(run(override + QStringList{"--lift"}).out, "user:10 under p10 had no override\n");
        QCOMPARE(run({"overrides"}).out, "no token has an override\n");
        QCOMPARE(run(check).code, 1);
    }

    void hashesTokens()
    {
        const QStringList check{"check",   "secret", "--policy",      "hashed",  "--algorithm", "gcra",
                                "--rules", "2/h",    "--hash-tokens", "--count", "--publish"};
        QCOMPARE(run(check).code, 0);
        // The published policy says so itself, and a hash as it is shown is taken as it is.
        QCOMPARE(run({"check", "secret", "--policy", "hashed"}).code, 0);
        // Nor do other rules make it go there raw.
        QCOMPARE(
            run({"check", "secret", "--policy", "hashed", "--rules", "9/h", "--algorithm", "sliding-log"})
                .code,
            0);
        QCOMPARE(redis({"EXISTS", "rw:{secret}:hashed:gcra", "rw:{secret}:hashed:log"}).view().integer(), 0);
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

    void printsScripts()
    {
        const Outcome list = run({"script"});
        QVERIFY2(list.out.contains(QRegularExpression("^SHA1 +CONTRACT  FILE +ALGORITHMS\n")),
                 qPrintable(list.out));
        QVERIFY(list.out.contains(QRegularExpression(
            "\n[0-9a-f]{40} +1  lua/joined/gcra.lua +gcra, token-bucket, leaky-bucket\n")));
        QVERIFY(list.out.contains(QRegularExpression("\n[0-9a-f]{40} +1  lua/joined/block.lua\n")));
        const Outcome text = run({"script", "gcra"});
        QCOMPARE(text.code, 0);
        const QByteArray sha = QCryptographicHash::hash(text.out.toUtf8(), QCryptographicHash::Sha1).toHex();
        QCOMPARE(run({"script", "gcra", "--sha"}).out, QString(sha + "\n"));
        QVERIFY(list.out.contains(sha));
        QCOMPARE(run({"script", "magic"}).code, 2);
        for (const char* word : {"gcr", "token-bukket"}) {
            const Outcome typo = run({"script", word});
            QCOMPARE(typo.code, 2);
            QVERIFY2(typo.err.contains("did you mean \""), qPrintable(typo.err));
        }
        QCOMPARE(run({"script", "gcra", "--json"}).json()["text"].toString(), text.out);
        QCOMPARE(run({"script", "--json"}).list().size() + 1, list.out.count('\n'));
        // An algorithm's name does as well.
        QCOMPARE(run({"script", "token-bucket"}).out, text.out);
        QCOMPARE(run({"script", "sliding-log"}).out, run({"script", "sliding_log_packed"}).out);
        QVERIFY(run({"script", "sliding-log"}).out.contains("redis.call"));
    }

    void costs()
    {
        const QStringList check{"check", "user:6", "--policy", "p6", "--rules", "10/h", "--cost"};
        QCOMPARE(run(check + QStringList{"7"}).code, 0);
        QCOMPARE(run(check + QStringList{"4"}).code, 1);
        QVERIFY(run(check + QStringList{"11"}).out.contains("can never pass 10/h"));
        QCOMPARE(run(check + QStringList{"-1"}).code, 2);
    }

    // Who sets them reads their names.
    void wrongVariables_data()
    {
        addColumns<QString, QString, int, QString>({"variable", "value", "code", "complaint"});
        addRow("flag", "RATEWARDEN_READ_ONLY", "ja", 2,
               "RATEWARDEN_READ_ONLY must be true or false, not \"ja\"");
        addRow("number", "RATEWARDEN_AUDIT_CHANGES", "abc", 2,
               "RATEWARDEN_AUDIT_CHANGES is \"abc\": set it to a number");
        addRow("folder", "RATEWARDEN_FORMATS", "/nonexistent", 0,
               "RATEWARDEN_FORMATS is /nonexistent, which is no folder");
    }
    void wrongVariables()
    {
        QFETCH(QString, variable);
        QFETCH(QString, value);
        QFETCH(int, code);
        QFETCH(QString, complaint);
        QProcessEnvironment environment;
        environment.insert(variable, value);
        const Outcome outcome = run({"block", "x", "--for", "1h", "--reason", "r"}, environment);
        QCOMPARE(outcome.code, code);
        QVERIFY2(outcome.err.contains(complaint), qPrintable(outcome.err));
    }

    void wrongUsage_data()
    {
        addColumns<QStringList, QString>({"arguments", "complaint"});
        addRow("nothing", QStringList{}, "a command is required");
        addRow("unknown", QStringList{"frobnicate", "x"}, "unknown command \"frobnicate\"");
        addRow("no token", QStringList{"check"}, "missing: token.");
        addRow("nothing of a block", QStringList{"block"}, "missing: a token or --key, --for, --reason.");
        addRow("empty token to block", QStringList{"block", "", "--for", "1h", "--reason", "r"},
               "token is empty");
        addRow("empty rules", QStringList{"check", "x", "--rules", ""}, "--rules: it is empty");
        addRow("below zero", QStringList{"block", "x", "--reason", "r", "--for", "-1h"},
               "a number below 0 means nothing here");
        addRow("limit below zero", QStringList{"check", "x", "--rules", "-5/s"},
               "at character 1: a number below 0 means nothing here");
        addRow("large cost", QStringList{"check", "x", "--rules", "1/s", "--cost", "99999999999999999999"},
               "must be a number from 0 to 9007199254740991, not \"99999999999999999999\"");
        addRow("no number", QStringList{"audit", "--most", "abc"},
               "--most must be a number from 1 to 1000000, not \"abc\"");
        addRow("half a pattern", QStringList{"tokens", "--match", "["}, "the pattern \"[\" is not whole");
        addRow("candidate", QStringList{"lab", "try", "-", "--candidate", "20/min"},
               "must be [NAME=]ALGORITHM: RULES");
        addRow("help of nothing", QStringList{"help", "nonesuch"},
               "ratewarden-ctl: there is no command \"nonesuch\"");
        addRow("empty token", QStringList{"check", "", "--rules", "1/s"}, "token is empty");
        addRow("rules", QStringList{"check", "x", "--rules", "1/s + 20/mni"}, "at character 10");
        addRow("algorithm", QStringList{"check", "x", "--rules", "1/s", "--algorithm", "magic"},
               "unknown algorithm \"magic\"");
        addRow("cost", QStringList{"check", "x", "--rules", "1/s", "--cost", "abc"},
               "--cost must be a number from 0 to 9007199254740991, not \"abc\"");
        addRow("URL", QStringList{"check", "x", "--redis", "http://:secret@x"}, "cannot use this Redis");
        addRow("no reason", QStringList{"block", "x", "--for", "1h"}, "--reason");
        addRow("empty reason", QStringList{"block", "x", "--for", "1h", "--reason", ""}, "a reason");
        addRow("no time", QStringList{"block", "x", "--reason", "r"}, "--for");
        addRow("bad time", QStringList{"block", "x", "--reason", "r", "--for", "soon"}, "\"soon\"");
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

    void failsWhenItsOutputIsLost()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("there is no /dev/full here");
        const QStringList check{"check", "full", "--policy", "full", "--rules", "9/h"};
        for (const QStringList& arguments : {check, QStringList{"script", "gcra"}, QStringList{"--help"}}) {
            const Outcome lost = run(arguments, {}, {}, "/dev/full");
            QCOMPARE(lost.code, 4);
            QVERIFY2(lost.err.contains("could not be written"), qPrintable(lost.err));
        }
    }

    void hidesThePasswordFromOthers()
    {
        QProcess process; // waits for its input
        start(process, {"policy", "check", "-", "--redis", "redis://me:s3cret@127.0.0.1:1/7"});
        const auto seen = [&process] {
            return readFile(QString("/proc/%1/cmdline").arg(process.processId()));
        };
        QTRY_VERIFY2(seen().contains("redis://me:@127.0.0.1:1/7"), seen());
        QVERIFY2(!seen().contains("s3cret"), seen());
        process.kill();
        process.waitForFinished(patienceMs);
    }

    void advisesInSentences()
    {
        const TestServer locked({"--requirepass", "p"});
        QProcessEnvironment environment;
        environment.insert("RATEWARDEN_REDIS_PASSWORD", "wrong");
        environment.insert("RATEWARDEN_REDIS",
                           "unix://" + QString::fromStdString(locked.endpoint().socketPath));
        const Outcome refused = run({"check", "x", "--rules", "1/s"}, environment);
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.contains("disabled. Check the user"), qPrintable(refused.err));
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

RATEWARDEN_SUITE(TestCtl)
#include "tst_ctl.moc"
