// SPDX-License-Identifier: GPL-3.0-or-later
// Policies in a real git repository, published to one server and carried to another.
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QDir>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace ratewarden::test;

class TestCtlGit : public CtlTest {
    Q_OBJECT

private:
    TestServer m_production;
    QTemporaryDir m_folder;
    QString m_mine = m_folder.filePath("mine");
    QString m_theirs = m_folder.filePath("theirs");

    QString production() const { return QString::fromStdString(m_production.endpoint().url()); }

    Outcome policy(const QStringList& arguments) { return run(QStringList{"policy"} + arguments); }
    Outcome publish(const QString& file, const QString& reason = "tested", const QString& by = "alice")
    {
        return policy({"publish", file, "--reason", reason, "--by", by});
    }

    QString rules(const QString& name, const QStringList& more = {})
    {
        return policy(QStringList{"show", name} + more).json()["rules"].toString();
    }

    static bool edit(const QString& path, const QByteArray& from, const QByteArray& to)
    {
        const QByteArray text = readFile(path);
        return text.contains(from) && writeInto(path, QByteArray(text).replace(from, to));
    }
    static QByteArray policyText(const QByteArray& name, const QByteArray& rules)
    {
        return "{\n  \"schema\": 1,\n  \"name\": \"" + name +
               "\",\n  \"algorithm\": \"gcra\",\n  \"rules\": \"" + rules + "\"\n}\n";
    }

    bool git(const QString& folder, const QStringList& arguments)
    {
        QProcess process;
        process.setWorkingDirectory(folder);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.insert("GIT_CONFIG_SYSTEM", "/dev/null");
        for (const char* const who : {"GIT_AUTHOR_", "GIT_COMMITTER_"}) {
            environment.insert(QString(who) + "NAME", "tester");
            environment.insert(QString(who) + "EMAIL", "tester@example.com");
        }
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start("git", arguments);
        const bool done = process.waitForFinished(patienceMs) && process.exitCode() == 0;
        if (!done)
            qWarning("%s", process.readAll().constData());
        return done;
    }
    bool commit(const QString& folder, const QString& message)
    {
        return git(folder, {"add", "-A"}) && git(folder, {"commit", "-q", "-m", message});
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("git").isEmpty())
            QSKIP("needs git");
    }

    void init()
    {
        redis({"FLUSHALL"});
        ratewarden::Connection(m_production.endpoint(), unhurried).call({"FLUSHALL"});
        QVERIFY(QDir(m_mine).removeRecursively() && QDir(m_theirs).removeRecursively());
        QVERIFY(QDir().mkpath(m_mine));
        QVERIFY(git(m_mine, {"init", "-q"}));
    }

    void aFileWithoutAVersionIsPublishedAgainAndAgain()
    {
        const QString file = m_mine + "/api.json";
        QVERIFY(writeInto(file, policyText("api", "5/h")) && commit(m_mine, "the first"));
        QCOMPARE(policy({"diff", file}).out, "api: not published yet\n");
        QCOMPARE(publish(file).out, "api: version 1 is published\n");
        QCOMPARE(policy({"diff", file}).code, 0);
        for (const auto* const limit : {"6/h", "7/h", "8/h"}) {
            QVERIFY(writeInto(file, policyText("api", limit)) && commit(m_mine, limit));
            QCOMPARE(policy({"diff", file}).code, 1);
            QCOMPARE(publish(file).code, 0);
            QCOMPARE(rules("api"), limit);
        }
        QCOMPARE(policy({"show", "api"}).json()["version"].toInt(), 4);
        // A commit that is reverted.
        QVERIFY(git(m_mine, {"revert", "--no-edit", "HEAD"}));
        QCOMPARE(publish(file).out, "api: version 5 is published\n");
        QCOMPARE(rules("api"), "7/h");

        // Strictly, by the version that was looked at.
        QVERIFY(writeInto(file, policyText("api", "9/h")));
        const QStringList strict{"publish", file, "--reason", "r", "--expect"};
        const Outcome refused = policy(strict + QStringList{"4"});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.out.contains("version 5 is current, but --expect says 4"), qPrintable(refused.out));
        QCOMPARE(policy({"diff", file, "--expect", "4"}).code, 5);
        QCOMPARE(policy(strict + QStringList{"5"}).code, 0);
        QCOMPARE(policy(strict + QStringList{"0"}).code, 0); // it is published already
    }

    // As `policy show` writes it: whoever edits the file never touches its version.
    void aFileWithAVersionStandsOnItsOwnCommits()
    {
        const QString file = m_mine + "/api.json";
        QVERIFY(writeInto(file, policyText("api", "5/h")));
        QCOMPARE(publish(file).code, 0);
        QVERIFY(writeInto(file, policy({"show", "api"}).out.toUtf8()) &&
                readFile(file).contains("\"version\": 1"));
        QVERIFY(commit(m_mine, "as it is published"));
        QVERIFY(edit(file, "5/h", "6/h") && commit(m_mine, "more"));
        QCOMPARE(publish(file).out, "api: version 2 is published\n");
        QVERIFY(edit(file, "6/h", "7/h") && commit(m_mine, "still more"));
        QCOMPARE(policy({"diff", file}).code, 1);
        const Outcome again = publish(file);
        QVERIFY2(again.out == "api: version 3 is published\n", qPrintable(again.out));

        // A colleague's clone, pushed nowhere yet.
        QVERIFY(git(m_folder.path(), {"clone", "-q", m_mine, m_theirs}));
        const QString theirs = m_theirs + "/api.json";
        QVERIFY(edit(theirs, "7/h", "70/h") && commit(m_theirs, "a sale"));
        QCOMPARE(publish(theirs, "a sale", "bob").out, "api: version 4 is published\n");
        QVERIFY(edit(file, "7/h", "8/h") && commit(m_mine, "slowly"));

        const Outcome stale = policy({"diff", file});
        QCOMPARE(stale.code, 5);
        QVERIFY2(stale.out.contains("api: rules: 70/h → 8/h") &&
                     stale.out.contains("api: stale: " + file +
                                        " is based on version 1, but version 4 is current, by bob: a sale"),
                 qPrintable(stale.out));
        const QJsonObject json = policy({"diff", file, "--json"}).json()["api"].toObject();
        QVERIFY(json["stale"].toBool());
        QCOMPARE(json["based_on"].toInt(), 1);
        QCOMPARE(json["current"].toInt(), 4);
        const Outcome refused = publish(file);
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.out.contains("rules: 70/h → 8/h") &&
                     refused.out.contains("run `ratewarden-ctl policy show api > " + file + "`") &&
                     refused.out.contains("--force"),
                 qPrintable(refused.out));
        QCOMPARE(rules("api"), "70/h");

        // Once the colleague's commit is in it, the file stands on what is published.
        QVERIFY(git(m_mine, {"pull", "-q", "--no-rebase", "-s", "ours", "--no-edit", m_theirs}));
        QCOMPARE(readFile(file).contains("8/h"), true);
        QCOMPARE(publish(file).out, "api: version 5 is published\n");
        // One who has no repository is told to look again.
        const QString lone = m_folder.filePath("api.json");
        QVERIFY(writeInto(lone, readFile(file).replace("8/h", "9/h")));
        QCOMPARE(publish(lone).code, 1);
        QCOMPARE(policy({"publish", lone, "--reason", "r", "--force"}).code, 0);
    }

    void contentDecides()
    {
        const QString file = m_mine + "/api.json";
        QVERIFY(writeInto(file, policyText("api", "5/h")));
        publish(file);
        QVERIFY(writeInto(file, policy({"show", "api"}).out.toUtf8()));
        const QString other = m_mine + "/other.json";
        QVERIFY(writeInto(other, policyText("api", "6/h")));
        publish(other, "a try", "bob");
        // What the file says was published before: that is taken back, and said.
        const Outcome back = publish(file);
        QVERIFY2(back.out == "api: version 3 is published: this is version 1 again; it replaces version 2, "
                             "by bob: a try\n",
                 qPrintable(back.out));
        // Version 1, on which the file stands, has the content of version 3.
        QVERIFY(edit(file, "5/h", "50/h"));
        QCOMPARE(publish(file).out, "api: version 4 is published\n");
    }

    void allOfTheFilesOrNone()
    {
        const QString a = m_mine + "/a.json";
        const QString b = m_mine + "/b.json";
        const QString c = m_mine + "/c.json";
        QVERIFY(writeInto(a, policyText("a", "1/s")) && writeInto(b, policyText("b", "1/s")) &&
                writeInto(c, policyText("c", "1/s")));
        QCOMPARE(policy({"publish", a, b, c, "--reason", "r"}).code, 0);
        QVERIFY(writeInto(b, policy({"show", "b"}).out.toUtf8().replace("1/s", "3/s")));
        QVERIFY(writeInto(m_mine + "/b2.json", policyText("b", "2/s")));
        QCOMPARE(publish(m_mine + "/b2.json").code, 0);
        QVERIFY(writeInto(a, policyText("a", "2/s")) && writeInto(c, policyText("c", "2/s")));
        const Outcome refused = policy({"publish", a, b, c, "--reason", "r"});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.out.contains("b: not published: ") && !refused.out.contains("is published\n") &&
                     refused.err.contains("nothing is published"),
                 qPrintable(refused.out));
        QCOMPARE(rules("a"), "1/s");
        QCOMPARE(rules("c"), "1/s");

        // All that is wrong, of all of them, with line and cure.
        QVERIFY(writeInto(a, R"({
  "name": "a",
  "rules": ["1/s"],
  "algorithm": "gcrra",
  "rulenames": ["x"],
  "algorithm": "gcra",
  "version": 1.5
})"));
        QVERIFY(writeInto(b, "{\n  \"schema\": 1,\n  \"name\": \"b\",\n}\n"));
        const Outcome wrong = policy({"publish", a, b, c, m_mine + "/none.json", "--reason", "r"});
        QCOMPARE(wrong.code, 2);
        const QStringList expected{
            a + R"(:1: policy "a": "schema" is missing; add "schema": 1)",
            a + R"(:3: policy "a": "rules" must be a text; write "rules": "1/s + 20/min")",
            a + R"(:5: policy "a": it has the key "rulenames", which this program does not know; did you mean "ruleNames"?)",
            a + R"(:6: policy "a": it has the key "algorithm" twice; the first is in line 4: remove one of them)",
            a + R"(:7: policy "a": "version" must be a whole number; write the version that the file is based on, or leave it out)",
            b + ":4:1: not well-formed",
            m_mine + "/none.json cannot be read: No such file"};
        for (const QString& one : expected)
            QVERIFY2(wrong.err.contains(one), qPrintable(one + "\n" + wrong.err));
        QVERIFY2(!wrong.err.contains("json.exception") && !wrong.err.contains("parse error at"),
                 qPrintable(wrong.err));
        QCOMPARE(rules("c"), "1/s");
        // The same policy in two files would be published twice.
        QVERIFY(writeInto(a, policyText("c", "9/s")));
        const Outcome twice = policy({"publish", a, c, "--reason", "r"});
        QCOMPARE(twice.code, 2);
        QVERIFY2(twice.err.contains("policy \"c\" is in " + a + " already"), qPrintable(twice.err));
    }

    void fromStagingToProductionEveryTime()
    {
        const QStringList there{"--redis", production()};
        const QString all = m_mine + "/all.json";
        const auto carry = [&](const QStringList& from, const QStringList& to) {
            return writeInto(all, policy(QStringList{"export"} + from).out.toUtf8())
                       ? policy(QStringList{"import", all, "--reason", "carried", "--by", "alice"} + to)
                       : Outcome();
        };
        QVERIFY(writeInto(m_mine + "/api.json", policyText("api", "5/h")));
        QVERIFY(writeInto(m_mine + "/shop.json", policyText("shop", "1/s")));
        for (const auto* const limit : {"4/h", "3/h", "5/h"}) {
            QVERIFY(writeInto(m_mine + "/api.json", policyText("api", limit)));
            QCOMPARE(policy({"publish", m_mine + "/api.json", m_mine + "/shop.json", "--reason", "r"}).code,
                     0);
        }
        QCOMPARE(carry({}, there).out, "api: version 1 is published\nshop: version 1 is published\n");
        QVERIFY(writeInto(m_mine + "/api.json", policyText("api", "6/h")));
        QCOMPARE(publish(m_mine + "/api.json").out, "api: version 4 is published\n");
        QCOMPARE(carry({}, there).out, "api: version 2 is published\nshop: already as in version 1\n");
        QCOMPARE(rules("api", there), "6/h");
        // And back.
        QVERIFY(writeInto(m_mine + "/api.json", policyText("api", "7/h")));
        QCOMPARE(policy(QStringList{"publish", m_mine + "/api.json", "--reason", "hotfix"} + there).code, 0);
        QCOMPARE(carry(there, {}).out, "api: version 5 is published\nshop: already as in version 1\n");
        QCOMPARE(carry({}, there).out, "api: already as in version 3\nshop: already as in version 1\n");
        // Without a file in between.
        QVERIFY(writeInto(m_mine + "/api.json", policyText("api", "8/h")));
        QCOMPARE(publish(m_mine + "/api.json").code, 0);
        const QByteArray exported = policy({"export"}).out.toUtf8();
        const auto piped = [&](const QStringList& command) {
            return run(QStringList{"policy"} + command + QStringList{"-"} + there, {}, exported).code;
        };
        QCOMPARE(piped({"check"}), 0);
        QCOMPARE(piped({"diff"}), 5); // it is another server's version on which it stands
        QCOMPARE(piped({"diff", "--import"}), 1);
        const Outcome wrong =
            run(QStringList{"policy", "publish", "-", "--reason", "r"} + there, {}, exported);
        QVERIFY2(wrong.code == 1 && wrong.out.contains("`ratewarden-ctl policy import`"),
                 qPrintable(wrong.out));
        QCOMPARE(piped({"import", "--reason", "piped"}), 0);
        QCOMPARE(piped({"diff"}), 0);
        QCOMPARE(rules("api", there), "8/h");
        QCOMPARE(run(QStringList{"policy", "publish", "-", "--reason", "r"} + there, {}, "{").err,
                 "ratewarden-ctl: standard input:1:2: not well-formed: it ends too early; a name in double "
                 "quotes is expected\n");
    }

    void removedAndRestored()
    {
        const QString file = m_mine + "/api.json";
        QVERIFY(writeInto(file, policyText("api", "5/h")));
        publish(file);
        QVERIFY(writeInto(file, policyText("api", "6/h")));
        publish(file);
        QCOMPARE(policy({"remove", "api"}).code, 2); // a reason is wanted
        QCOMPARE(run({"policy", "remove", "api", "--reason", "r", "--read-only"}).code, 3);
        QCOMPARE(policy({"remove", "api", "--reason", "r", "--expect", "1"}).code, 1);
        const Outcome removed = policy({"remove", "api", "--reason", "the shop closes", "--by", "alice"});
        QVERIFY2(removed.code == 0 && removed.out.startsWith("api: removed, as version 3 of its history\n") &&
                     removed.out.contains("policy rollback api --to 2"),
                 qPrintable(removed.out + removed.err));
        QCOMPARE(policy({"show", "api"}).code, 2);
        QCOMPARE(policy({"remove", "api", "--reason", "r"}).code, 2);
        QVERIFY(policy({"history", "api"})
                    .out.contains(QRegularExpression(" alice +removed: the shop closes\n")));
        QVERIFY(policy({"history", "api", "--json"}).list()[0].toObject()["removed"].toBool());

        // A file that stands on what was removed does not bring it back by the way.
        QVERIFY(writeInto(m_mine + "/old.json",
                          policyText("api", "7/h").replace("\"name\"", "\"version\": 2,\n\"name\"")));
        const Outcome stale = publish(m_mine + "/old.json");
        QCOMPARE(stale.code, 1);
        QVERIFY2(stale.out.contains("the policy was removed, by alice: the shop closes"),
                 qPrintable(stale.out));
        QCOMPARE(policy({"diff", m_mine + "/old.json"}).code, 5);

        QCOMPARE(policy({"rollback", "api", "--to", "1", "--reason", "open again"}).out,
                 "api: version 4 is published, with the content of version 1\n");
        QCOMPARE(rules("api"), "5/h");
        // What is there already is not published once more.
        const Outcome same = policy({"rollback", "api", "--to", "1", "--reason", "again"});
        QCOMPARE(same.code, 0);
        QVERIFY2(same.out.contains("nothing was published"), qPrintable(same.out));
        QCOMPARE(policy({"show", "api"}).json()["version"].toInt(), 4);

        // Undone from the audit trail, by whoever looks after it.
        QCOMPARE(policy({"remove", "api", "--reason", "a slip", "--by", "bob"}).code, 0);
        const QJsonObject entry = run({"audit", "--json"}).list()[0].toObject();
        QCOMPARE(entry["act"].toString(), "remove-policy");
        const Outcome audit = run({"audit"});
        QVERIFY2(audit.out.contains("remove-policy api "), qPrintable(audit.out));
        const Outcome undone = run({"audit", "undo", entry["id"].toString(), "--by", "carol"});
        QVERIFY2(undone.code == 0 && undone.out.contains("undone: remove-policy api"),
                 qPrintable(undone.out + undone.err));
        QCOMPARE(rules("api"), "5/h");
        QVERIFY(policy({"history", "api"})
                    .out.contains(QRegularExpression(" carol +published: undoes version 5: a slip\n")));

        // One that nobody can read can go, too.
        redis({"HSET", "rw:policies", "broken", "{"});
        QCOMPARE(policy({"remove", "broken", "--reason", "r"}).code, 0);
        QCOMPARE(policy({"list"}).err, "");
    }

    void namesThatAreTooLongForFiles()
    {
        const QByteArray name = QByteArray("限").repeated(60); // 540 bytes, once escaped
        const QByteArray other = name.left(name.size() - 3) + "流";
        QVERIFY(writeInto(m_mine + "/long.json",
                          "[" + policyText(name, "5/h") + "," + policyText(other, "6/h") + "]"));
        QCOMPARE(publish(m_mine + "/long.json").code, 0);
        const QString folder = m_mine + "/all";
        const Outcome written = policy({"export", "--dir", folder});
        QVERIFY2(written.code == 0 && written.out.endsWith(": 2 of 2\n"),
                 qPrintable(written.out + written.err));
        const QStringList files = QDir(folder).entryList(QDir::Files);
        QCOMPARE(files.size(), 2);
        QStringList import{"import", "--reason", "moved", "--redis", production()};
        for (const QString& file : files) {
            QVERIFY(file.size() <= 255 && written.out.contains(folder + "/" + file));
            import << folder + "/" + file;
        }
        QCOMPARE(policy(import).code, 0);
        QCOMPARE(rules(QString::fromUtf8(other), {"--redis", production()}), "6/h");
        QCOMPARE(run({"policy", "export"}, {}, {}, "/dev/full").code, 4);
        QCOMPARE(run({"policy", "export", "--dir", folder}, {}, {}, "/dev/full").code, 4);
    }

    void historyIsBoundedByChoice()
    {
        const QString file = m_mine + "/api.json";
        for (int i = 1; i <= 300; ++i) {
            redis({"XADD", "{rw:policies}:history", "*", "policy", "old", "version", std::to_string(i),
                   "document", "{}", "by", "x", "reason", "y", "at", "1"});
        }
        const auto length = [this] {
            return redis({"XLEN", "{rw:policies}:history"}).view().integer();
        };
        QVERIFY(writeInto(file, policyText("api", "5/h")));
        publish(file);
        QCOMPARE(length(), 301);
        QVERIFY(writeInto(file, policyText("api", "6/h")));
        QCOMPARE(policy({"publish", file, "--reason", "r", "--history", "0"}).code, 2);
        QCOMPARE(policy({"publish", file, "--reason", "r", "--history", "10"}).code, 0);
        QVERIFY2(length() < 200, qPrintable(QString::number(length())));
        // What was cut off does not begin anew.
        QVERIFY(writeInto(file, policyText("old", "6/h")));
        QCOMPARE(publish(file).out, "old: version 301 is published\n");
    }
};

RATEWARDEN_SUITE(TestCtlGit)
#include "tst_ctl_git.moc"
