// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl audit`: what it lists, undoes and hands on, as a user runs it.
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ratewarden;
using ratewarden::test::CtlTest;
using ratewarden::test::Outcome;
using ratewarden::test::unhurried;

class TestCtlAudit : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_state;

    Outcome runHere(const QStringList& arguments, const QString& redis = {})
    {
        QProcessEnvironment environment;
        environment.insert("XDG_STATE_HOME", m_state.path());
        environment.insert("RATEWARDEN_USER", "alice");
        if (!redis.isEmpty())
            environment.insert("RATEWARDEN_REDIS", redis);
        return run(arguments, environment);
    }
    bool isBlocked(const std::string& token)
    {
        return redis({"HEXISTS", "rw:{" + token + "}:control", "block_until"}).view().integer() == 1;
    }
    QJsonArray listed(const QStringList& filter = {})
    {
        return runHere(QStringList{"audit", "--json"} + filter).list();
    }
    Outcome block(const QString& token, const QStringList& also = {}, const QString& redis = {})
    {
        return runHere(QStringList{"block", token, "--for", "1h", "--reason", "scrapes \x1b[31m"} + also,
                       redis);
    }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        QDir(m_state.path() + "/ratewarden").removeRecursively();
    }

    void listsWhatWasDone()
    {
        QVERIFY(runHere({"audit"}).out.contains("no change is recorded"));
        QCOMPARE(block("user:1").code, 0);
        QCOMPARE(block("user:2", {"--by", "bob"}).code, 0);
        QCOMPARE(runHere({"reset", "user:1", "--policy", "api", "--reason", "a false alarm"}).code, 0);
        const QJsonArray all = listed();
        QCOMPARE(all.size(), 3);
        const QJsonObject newest = all.at(0).toObject();
        QCOMPARE(newest["act"].toString(), "reset");
        QCOMPARE(newest["by"].toString(), "alice");
        QCOMPARE(newest["reason"].toString(), "a false alarm");
        QCOMPARE(newest["result"].toString(), "unchanged");
        QCOMPARE(all.at(1).toObject()["by"].toString(), "bob");
        QCOMPARE(listed({"--token", "user:1"}).size(), 2);
        QCOMPARE(listed({"--by", "bob"}).size(), 1);
        QCOMPARE(listed({"--policy", "api"}).size(), 1);
        QCOMPARE(listed({"--since", "1h"}).size(), 3);
        QCOMPARE(listed({"--filter", "action:block -by:alice"}).size(), 1);
        QCOMPARE(listed({"--filter", "user:1 since:1h"}).size(), 2);
        QCOMPARE(listed({"--filter", "before:1h or result:failed"}).size(), 0);
        QVERIFY(runHere({"audit", "--filter", "nobody"}).out.contains("no change that matches is recorded"));
        const Outcome wrong = runHere({"audit", "--filter", "by:bob actoin:block"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("did you mean \"action\"?"), qPrintable(wrong.err));
        QCOMPARE(listed({"--most", "1"}).size(), 1);
        QCOMPARE(listed({"--local"}).size(), 3);
        QCOMPARE(listed({"--local", "--filter", "by:bob"}).size(), 1);
        const QString text = runHere({"audit"}).out;
        QVERIFY(text.contains("bob@") && text.contains("block user:2") &&
                text.contains("rw:{user:2}:control"));
        QVERIFY(!text.contains('\x1b'));
    }

    void findsKeysOfOtherLimiters()
    {
        redis({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        QCOMPARE(runHere({"block", "--key", "rl:203.0.113.9", "--rules", "100/min", "--for", "1h", "--reason",
                          "r"})
                     .code,
                 0);
        for (const char* name : {"203.0.113.9", "rl:203.0.113.9"})
            QCOMPARE(listed({"--token", name}).size(), 1);
        QCOMPARE(listed({"--token", "203.0.113"}).size(), 0);
    }

    // A person reads what was sent as redis-cli takes it, and nothing of what only a format can read.
    void commandsAreEscapedOnce()
    {
        QCOMPARE(runHere({"block", "user:1", "--for", "1h", "--reason", "say \"no\"\n"}).code, 0);
        const QString quoted = "\"say \\\"no\\\"\\x0a\"";
        const QString command = listed().at(0).toObject()["commands"].toArray().at(0).toString();
        QVERIFY2(command.contains(quoted), qPrintable(command));
        QVERIFY2(runHere({"audit"}).out.contains(quoted), qPrintable(runHere({"audit"}).out));
        QCOMPARE(runHere({"check", "user:1", "--rules", "5/min"}).code, 1);
        QCOMPARE(runHere({"unblock", "user:1"}).code, 0);
        QCOMPARE(runHere({"charge", "user:1", "--policy", "api", "--rules", "5/min"}).code, 0);
        QCOMPARE(runHere({"reset", "user:1", "--policy", "api", "--reason", "r"}).code, 0);
        const QString told = runHere({"audit", "--most", "1"}).out;
        static const QRegularExpression bytes("before: user:1: a string of \\d+ bytes");
        QVERIFY2(bytes.match(told).hasMatch(), qPrintable(told));
    }

    // A document is text, though it has escapes of its own; a long one is cut between its characters.
    void formerDocumentsCanBeRead()
    {
        PublishedPolicy policy;
        policy.policy = {"api", "gcra", parseRules("5/min"), false, false, {}};
        policy.description = "say \"no\" ";
        Connection connection(m_server.endpoint(), unhurried);
        QVERIFY(publishPolicy(connection, policy, {"test", "test"}).published);
        QCOMPARE(runHere({"policy", "remove", "api", "--reason", "r"}).code, 0);
        const QString told = runHere({"audit", "--most", "1"}).out;
        QVERIFY2(told.contains("before: {") && told.contains("say \\\"no\\\" "), qPrintable(told));

        for (int i = 0; i < 400; ++i)
            policy.description += "\u00e9"; // of two bytes, at odd places and even ones
        for (const char* more : {"", "x"}) {
            policy.description = more + policy.description;
            redis({"FLUSHALL"});
            QVERIFY(publishPolicy(connection, policy, {"test", "test"}).published);
            QCOMPARE(runHere({"policy", "remove", "api", "--reason", "r"}).code, 0);
            const QString cut = runHere({"audit", "--most", "1"}).out;
            QVERIFY2(cut.contains("before: {") && !cut.contains(QChar::ReplacementCharacter),
                     qPrintable(cut));
        }
    }

    // Somebody else may have written the trail.
    void whatOthersWroteIsEscaped()
    {
        block("user:1");
        const Reply entries = redis({"XRANGE", "rw:audit", "-", "+", "COUNT", "1"});
        Command forged{"XADD", "rw:audit", "*"};
        const ReplyView fields = entries.view()[0][1];
        for (std::size_t i = 0; i < fields.size(); ++i)
            forged.add(QByteArray::fromStdString(std::string(fields[i].string()))
                           .replace("EVALSHA", "\\u001b[31mEVALSHA")
                           .toStdString());
        redis({"DEL", "rw:audit"});
        redis(forged);
        const QString told = runHere({"audit"}).out;
        QVERIFY2(told.contains("\\x1b[31mEVALSHA"), qPrintable(told));
        QVERIFY(!told.contains('\x1b'));
    }

    // One that cannot be read hides no other, and is the one that says so.
    void aDamagedEntrySaysSoOnItsLine()
    {
        block("user:1");
        const Reply id =
            redis({"XADD", "rw:audit", "*", "kind", "begun", "by", "eve", "document",
                   R"({"act":"reset","subjects":[["user:1","api","ratewarden/gcra"]],"tokens":1})"});
        redis({"XADD", "rw:audit", "*", "kind", "completed", "of", std::string(id.view().string()),
               "document", R"({"asked":1,"made":1,"changed":1,"before":[0]})"});
        for (const QStringList& which : {QStringList{"audit"}, QStringList{"audit", "--token", "user:1"}}) {
            const Outcome told = runHere(which);
            QCOMPARE(told.code, 0);
            QVERIFY2(told.out.contains("block user:1"), qPrintable(told.out));
            static const QRegularExpression line(
                "reset user:1 under api +made; its entry in the audit trail is damaged\n");
            QVERIFY2(line.match(told.out).hasMatch(), qPrintable(told.out));
        }
        const QJsonArray all = listed({"--token", "user:1"});
        QCOMPARE(all.size(), 2);
        QVERIFY(all.at(0).toObject()["damaged"].toBool() && !all.at(1).toObject()["damaged"].toBool());
        const QString of = QString::fromStdString(std::string(id.view().string()));
        for (const QStringList& how : {QStringList{}, QStringList{"--dry-run"}}) {
            const Outcome refused = runHere(QStringList{"audit", "undo", of} + how);
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("its entry in the audit trail is damaged"),
                     qPrintable(refused.err));
        }
        redis({"DEL", "rw:audit"});
        redis({"XADD", "rw:audit", "*", "kind", "begun", "document", "{"});
        QVERIFY(runHere({"audit"}).out.contains("no change that can be read is recorded"));
    }

    void undoesWhatAnotherDid()
    {
        block("user:1", {"--by", "bob"});
        const QString id = listed().at(0).toObject()["id"].toString();
        const Outcome shown = runHere({"audit", "undo", id, "--dry-run"});
        QCOMPARE(shown.code, 0);
        QVERIFY(shown.out.contains("rw:{user:1}:control"));
        QVERIFY(isBlocked("user:1"));
        const Outcome undone = runHere({"audit", "undo", id});
        QVERIFY2(undone.code == 0, qPrintable(undone.err));
        QCOMPARE(undone.out, "undone: block user:1\n");
        QVERIFY(!isBlocked("user:1"));
        QCOMPARE(listed().at(0).toObject()["act"].toString(), "undo");
        QCOMPARE(listed().at(0).toObject()["by"].toString(), "alice");
        QCOMPARE(runHere({"audit", "undo", id}).code, 2);
        QCOMPARE(runHere({"audit", "undo", id, "--dry-run"}).code, 2);
        QCOMPARE(runHere({"audit", "undo", "1-1"}).code, 2);

        block("user:1");
        const QString first = listed().at(0).toObject()["id"].toString();
        block("user:1", {"--by", "bob"});
        const Outcome foreseen = runHere({"audit", "undo", first, "--dry-run"});
        QCOMPARE(foreseen.code, 1);
        QVERIFY2(foreseen.err.contains("something else has happened since"), qPrintable(foreseen.err));
        const Outcome json = runHere({"audit", "undo", first, "--dry-run", "--json", "--read-only"});
        QCOMPARE(json.code, 1);
        QCOMPARE(QJsonDocument::fromJson(json.out.toUtf8()).object()["came_since"].toInt(), 1);
        QCOMPARE(runHere({"audit", "undo", first, "--dry-run", "--replace"}).code, 0);
        const Outcome refused = runHere({"audit", "undo", first});
        QCOMPARE(refused.code, 1);
        QVERIFY(refused.out.contains("something else has happened since"));
        QVERIFY(isBlocked("user:1"));
        QCOMPARE(runHere({"audit", "undo", first, "--replace"}).code, 0);
        QVERIFY(!isBlocked("user:1"));
    }

    // As an earlier version recorded it: nothing says what the key was left as.
    void whatIsNotKnownIsNotUndone()
    {
        redis({"SET", "plain", "v", "PX", "600000"});
        const std::string id = "1795000000000-0";
        redis({"XADD", "rw:audit", id, "kind", "begun", "by", "bob", "document",
               R"({"schema":1,"act":"expire-keys","intent":{"keys":["plain"],"at_ms":4000000000000}})"});
        redis(
            {"XADD", "rw:audit", "*", "kind", "completed", "of", id, "document",
             R"({"asked":1,"made":1,"changed":1,"uncertain":false,"trouble":null,"before":[[0,"0:",0,0,0,0]]})"});
        const QString undo = QString::fromStdString(id);
        const Outcome foreseen = runHere({"audit", "undo", undo, "--dry-run"});
        QCOMPARE(foreseen.code, 1);
        QVERIFY2(foreseen.err.contains("it is not known whether something else has happened since"),
                 qPrintable(foreseen.err));
        const Outcome refused = runHere({"audit", "undo", undo, "--json"});
        QCOMPARE(refused.code, 1);
        const QJsonObject said = QJsonDocument::fromJson(refused.out.toUtf8()).object();
        QCOMPARE(said["came_since"].toInt(), 0);
        QCOMPARE(said["not_known"].toInt(), 1);
        QCOMPARE(listed().at(0).toObject()["trouble"].toString(),
                 "it was not known whether something else had happened since");
        QVERIFY(redis({"PTTL", "plain"}).view().integer() > 0);
        QCOMPARE(runHere({"audit", "undo", undo, "--replace"}).code, 0);
        QCOMPARE(redis({"PTTL", "plain"}).view().integer(), std::int64_t(-1));
    }

    // Each request of another limiter counts in its key, blocked or not.
    void aBusyKeyCanBeReset()
    {
        redis({"SET", "rl:busy", "3", "PX", "3600000"});
        const QStringList key{"--key", "rl:busy", "--rules", "60/min", "--reason", "r"};
        QCOMPARE(runHere(QStringList{"block", "--for", "1h"} + key).code, 0);
        redis({"INCR", "rl:busy"});
        const QString id = listed().at(0).toObject()["id"].toString();
        const QString remedy = "\"ratewarden-ctl reset --key rl:busy\" lifts the block";
        const Outcome foreseen = runHere({"audit", "undo", id, "--dry-run"});
        QVERIFY2(foreseen.err.contains(remedy), qPrintable(foreseen.err));
        const Outcome refused = runHere({"audit", "undo", id});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.out.contains("--replace") && refused.out.contains(remedy), qPrintable(refused.out));
        QCOMPARE(runHere(QStringList{"reset"} + key).code, 0);
    }

    void whatIsNotWholeSaysSo()
    {
        // As an entry of 3000 tokens, which names only some of them.
        const std::string begun =
            R"({"act":"block","subjects":[["user:1","","ratewarden/control"]],"tokens":3000,"cut":true})";
        const auto add = [&] {
            redis({"XADD", "rw:audit", "*", "kind", "begun", "by", "a", "host", "h", "program", "p",
                   "document", begun});
        };
        add();
        QVERIFY(runHere({"audit", "--token", "user:2"})
                    .err.contains("1 change of many tokens names only some of them: this token may be"));
        QVERIFY(runHere({"audit", "--filter", "token:user:2"}).err.contains("1 change of many tokens names"));
        add();
        QVERIFY(runHere({"audit", "--token", "user:2"})
                    .err.contains("2 changes of many tokens name only some of them: this token may be"));
    }

    void withoutTheRightNothingIsDoneUnlessThatIsSaid()
    {
        const QString restricted = urlOf("restricted", {"+@all", "~rw:{*"});
        const Outcome refused = block("user:1", {}, restricted);
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.contains("~rw:audit") && refused.err.contains("--without-audit"),
                 qPrintable(refused.err));
        QVERIFY(!isBlocked("user:1"));
        const Outcome allowed = block("user:1", {"--without-audit"}, restricted);
        QCOMPARE(allowed.code, 0);
        QVERIFY(allowed.err.contains("not in the audit trail"));
        QVERIFY(isBlocked("user:1"));
        QCOMPARE(listed().size(), 0);
        QCOMPARE(listed({"--local"}).size(), 2);
    }

    void handsOldEntriesOn()
    {
        redis({"XADD", "rw:audit", "1000-0", "kind", "begun", "by", "carol", "document",
               R"({"act":"reset","subjects":[["old","api","none"]],"tokens":1})"});
        block("user:1");
        const QString file = m_state.filePath("old.jsonl");
        QFile::remove(file);
        const Outcome written = runHere({"audit", "export", "--before", "30d", file});
        QVERIFY2(written.code == 0, qPrintable(written.err));
        QCOMPARE(written.out, "1 change written to " + file + "\n");
        const QJsonObject line = QJsonDocument::fromJson(ratewarden::test::readFile(file)).object();
        QCOMPARE(line["by"].toString(), "carol");
        QCOMPARE(line["result"].toString(), "unknown");
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QCOMPARE(listed().size(), 2);
        QCOMPARE(runHere({"audit", "export", "--before", "30d", "--trim", file}).code, 2); // it exists
        QCOMPARE(listed().size(), 2);
        QCOMPARE(runHere({"audit", "export", "--before", "30d", "--trim", file + "2"}).code, 0);
        QCOMPARE(listed().size(), 1);
        QCOMPARE(runHere({"audit", "export", "--before", "30d"}).code, 2);
        if (!QFile::exists("/dev/log")) { // where nobody listens, nothing is trimmed either
            const Outcome lost = runHere({"audit", "export", "--before", "1ms", "--syslog", "--trim"});
            QCOMPARE(lost.code, 2);
            QVERIFY(lost.err.contains("no syslog listens"));
            QCOMPARE(listed().size(), 1);
        }
    }

    // As everywhere: whatever is printed can be given back.
    void namesAreToldAsTheyArePrinted()
    {
        QCOMPARE(runHere({"block", "50%off", "--for", "1h", "--reason", "10% more"}).code, 0);
        QCOMPARE(runHere({"block", R"(x\x1by)", "--for", "1h", "--reason", "a test"}).code, 0);
        const QJsonArray all = listed();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[1].toObject()["tokens"].toArray()[0].toString(), "50%off");
        QCOMPARE(all[1].toObject()["reason"].toString(), "10% more");
        const QString token = all[0].toObject()["tokens"].toArray()[0].toString();
        QCOMPARE(token, R"(x\x1by)");
        const QString key = all[0].toObject()["keys"].toArray()[0].toString();
        QVERIFY(all[0].toObject()["commands"].toArray()[0].toString().contains(key));
        QVERIFY(isBlocked("x%1By"));
        QCOMPARE(runHere({"unblock", token, "--reason", "a test"}).code, 0);
        QVERIFY(!isBlocked("x%1By"));
        const Outcome none = runHere({"audit", "--most", "0"});
        QCOMPARE(none.code, 2);
    }

    // What a pipe passes on may be stored nowhere.
    void standardOutputTakesACopyOnly()
    {
        redis({"XADD", "rw:audit", "1000-0", "kind", "begun", "by", "carol", "document",
               R"({"act":"reset","subjects":[["old","api","none"]],"tokens":1})"});
        const Outcome refused = runHere({"audit", "export", "--before", "30d", "--trim", "-"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("--trim wants a file or --syslog"), qPrintable(refused.err));
        QCOMPARE(refused.out, QString());
        for (const QStringList& how : {QStringList{}, QStringList{"--json"}}) {
            const Outcome written = runHere(QStringList{"audit", "export", "--before", "30d", "-"} + how);
            QVERIFY2(written.code == 0, qPrintable(written.err));
            QCOMPARE(written.out.count('\n'), 1);
            QCOMPARE(QJsonDocument::fromJson(written.out.toUtf8()).object()["by"].toString(), "carol");
        }
        QVERIFY(!QFile::exists("-"));
        QCOMPARE(redis({"XLEN", "rw:audit"}).view().integer(), 1);
    }

    void whatCannotBeReadIsNotRemoved()
    {
        redis({"XADD", "rw:audit", "1000-0", "kind", "begun", "by", "carol", "document", "{"});
        const QString file = m_state.filePath("broken.jsonl");
        for (const bool isJson : {false, true}) {
            QFile::remove(file);
            const Outcome kept = runHere(QStringList{"audit", "export", "--before", "30d", "--trim", file} +
                                         (isJson ? QStringList{"--json"} : QStringList()));
            QCOMPARE(kept.code, 1);
            const QString last = kept.err.split('\n', Qt::SkipEmptyParts).last();
            if (isJson)
                QCOMPARE(
                    QJsonDocument::fromJson(last.toUtf8()).object()["error"].toObject()["code"].toString(),
                    "not_removed");
            else
                QVERIFY2(last.startsWith("ratewarden-ctl: nothing is removed") &&
                             last.contains("broken: 1000-0. ") && last.contains("XDEL rw:audit ID"),
                         qPrintable(kept.err));
        }
        QCOMPARE(redis({"XLEN", "rw:audit"}).view().integer(), 1);
        redis({"XDEL", "rw:audit", "1000-0"});
        // One that is too young to be removed is in nobody's way.
        redis({"XADD", "rw:audit", "*", "kind", "begun", "by", "carol", "document", "{"});
        QFile::remove(file);
        QCOMPARE(runHere({"audit", "export", "--before", "30d", "--trim", file}).code, 0);
        QCOMPARE(redis({"XLEN", "rw:audit"}).view().integer(), 1);
    }

    void aFileThatCannotBeWrittenIsANote()
    {
        QProcessEnvironment environment;
        environment.insert("XDG_STATE_HOME", "/proc/nowhere");
        const Outcome made = run({"block", "user:1", "--for", "1h", "--reason", "r"}, environment);
        QCOMPARE(made.code, 0);
        QVERIFY(made.err.contains("on this machine was not written"));
        QVERIFY(isBlocked("user:1"));
    }
};

RATEWARDEN_SUITE(TestCtlAudit)
#include "tst_ctl_audit.moc"
