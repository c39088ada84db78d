// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// What ratewarden-ctl tells of itself: help with examples that run, suggestions, errors for programs,
// completion and manual; and that lost output is noticed in every command.
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/watch/history.h"
#include "tests/app/ctl_test.h"
#include "tests/app/on_terminal.h"
#include "tests/support/files.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <sys/stat.h>

#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <csignal>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

/// A block of user:42 and the audit trail, from one database to another.
const char* const copyBlock =
    "redis.call('SELECT', ARGV[1]) "
    "return redis.call('COPY', 'rw:{user:42}:control', 'rw:{user:42}:control', 'DB', ARGV[2]) "
    "+ redis.call('COPY', 'rw:audit', 'rw:audit', 'DB', ARGV[2])";

} // namespace

class TestCtlHelp : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QJsonArray m_commands;
    QString m_changeId;
    QString m_page; // terminal.md

    static void collect(const QJsonValue& value, QSet<QString>& names)
    {
        for (const auto& one : value.toArray())
            collect(one, names);
        const QJsonObject object = value.toObject();
        for (auto one = object.begin(); one != object.end(); ++one) {
            names.insert(one.key());
            collect(one.value(), names);
        }
    }
    /// Of all fields, also of those inside others.
    static QSet<QString> namesIn(const QJsonDocument& document)
    {
        QSet<QString> names;
        if (document.isArray())
            collect(document.array(), names);
        else
            collect(document.object(), names);
        return names;
    }

    void write(const char* name, const QByteArray& content)
    {
        QVERIFY(writeInto(m_folder.filePath(name), content));
    }

    /// For a profile that asks for its password, and its user.
    QProcessEnvironment withProfileOfOps()
    {
        QDir(m_folder.path()).mkpath("config/ratewarden");
        write("config/ratewarden/profiles.json",
              QString(R"({"version":1,"profiles":[{"id":"1","name":"live","user":"ops","address":"%1"}]})")
                  .arg(url())
                  .toUtf8());
        static_cast<void>(urlOf("ops", {"+@all", "~*"}));
        redis({"FLUSHALL"});
        QProcessEnvironment environment;
        environment.insert("XDG_CONFIG_HOME", m_folder.filePath("config"));
        return environment;
    }

    /// As a shell runs it, in a folder with all that the examples speak of.
    Outcome shell(const QString& line)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("RATEWARDEN_REDIS", url());
        environment.insert("HOME", m_folder.path());
        environment.insert("XDG_STATE_HOME", m_folder.path());
        environment.insert("PATH", QFileInfo(qEnvironmentVariable("RATEWARDEN_CTL")).path() + ":" +
                                       environment.value("PATH"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start("bash", {"-c", line});
        process.closeWriteChannel();
        if (!process.waitForFinished(patienceMs))
            return {};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

    /// What the examples speak of. The block is made once, and copied from another database from then on: two
    /// programs that are started for each of some 600 examples take minutes under sanitizers.
    void seed()
    {
        redis({"FLUSHDB"});
        Connection connection(m_server.endpoint(), unhurried);
        PublishedPolicy policy;
        policy.policy = {"api", "sliding-log", parseRules("20/min"), false, true, {}, 100};
        QVERIFY(publishPolicy(connection, policy, {"test", "test"}).published);
        policy.version = 1;
        policy.policy.rules = parseRules("100/min");
        QVERIFY(publishPolicy(connection, policy, {"test", "test"}).published);
        RedisRateLimiter(connection, policy.policy).acquire(TokenRequest{"user:43", 101, "req-8f3a17c2"});
        PublishedPolicy work;
        work.policy = {"work", "in-flight", parseRules("5 at once + 100/min")};
        QVERIFY(publishPolicy(connection, work, {"test", "test"}).published);
        // Of a life of an hour, so that it was taken 12 minutes ago.
        const auto ends = std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::system_clock::now().time_since_epoch() + std::chrono::minutes(48));
        redis({"ZADD", "limit_conn:203.0.113.9", std::to_string(ends.count()), "5c1d"});
        redis({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        redis({"SET", "mine:user:42", "3", "PX", "60000"});
        redis({"SET", "rate_limiter_lock:vendor:x", "0123456789abcdef"});
        if (redis({"EVAL", copyBlock, "0", "1", "0"}).view().integer() != 2) {
            QVERIFY(run({"block", "user:42", "--for", "1h", "--reason", "r"}).code == 0);
            m_changeId = run({"audit", "--json"}).list()[0].toObject()["id"].toString();
            QCOMPARE(redis({"EVAL", copyBlock, "0", "0", "1"}).view().integer(), 2);
        }
        QFile::remove(m_folder.filePath("old.jsonl"));
        QFile::remove(m_folder.filePath("access.trace"));
    }

    void examples(const char* ending, int most = 1000)
    {
        QTest::addColumn<QString>("line");
        for (const auto& each : m_commands) {
            const QJsonObject command = each.toObject();
            int number = 0;
            for (const auto& example : command["examples"].toArray())
                if (++number <= most)
                    QTest::addRow("%s %d%s", qPrintable(command["command"].toString()), number, ending)
                        << "ratewarden-ctl " + example.toString();
        }
        for (const char* hidden : {"manual", "help-json", "complete formats"})
            QTest::addRow("%s%s", hidden, ending) << QString("ratewarden-ctl %1").arg(hidden);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const Outcome all = run({"help-json"});
        QCOMPARE(all.code, 0);
        m_commands = all.json()["commands"].toArray();
        QVERIFY(m_commands.size() > 40);
        QByteArray log;
        for (int second = 0; second < 60; ++second)
            for (int i = 0; i < (second == 7 ? 30 : 1); ++i)
                log += "203.0.113." + QByteArray::number(second == 7 ? 7 : 1 + second % 5) +
                       " - - [22/Nov/2026:10:00:" + QByteArray::number(second).rightJustified(2, '0') +
                       " +0000] \"GET / HTTP/1.1\" 200 5\n";
        m_page = QString::fromUtf8(readFile(RATEWARDEN_SOURCES "/resources/docs/terminal.md"));
        write("access.log", log);
        write("usage.csv", "time,model,input_tokens,output_tokens\n1795373355,m,100,30\n");
        write("api.json", R"({"schema":1,"name":"api","version":2,"algorithm":"gcra","rules":"9/s"})");
        write("limits.yaml", "10 per minute\n");
        const QString history = m_folder.filePath("prod.history");
        write("alerts.json", R"({"schema": 1, "history": {"file": ")" + history.toUtf8() + R"("}, "alerts": [
            {"name": "many limited", "filter": "policy:api limited", "measure": "tokens", "above": 10}]})");
        HistoryWriter(history.toStdString(), {})
            .add(HistoryRound::without(FigureDoubt::ServerLost, std::chrono::time_point_cast<Micros>(
                                                                    std::chrono::system_clock::now())));
        write("trial.json", R"({"traffic": "access.log", "candidates": ["strict=gcra: 20/min"],
            "tokens": {"abuser": ["203.0.113.7"]}, "expectations": ["denied(others) = 0"]})");
        QVERIFY(QDir(m_folder.path()).mkpath(".local/share/bash-completion/completions"));
        QVERIFY(QDir(m_folder.path()).mkpath(".zfunc"));
        seed();
        const Outcome made =
            shell("ratewarden-ctl format new --from mine:user:42 --name my-limiter --wait 0s "
                  "> my-limiter.json");
        QVERIFY2(made.code == 0, qPrintable(made.err));
    }

    void everyCommandHasExamples()
    {
        for (const auto& each : m_commands) {
            const QJsonObject command = each.toObject();
            const QString name = command["command"].toString();
            if (!command["runs"].toBool())
                continue;
            const QByteArray words = name.toUtf8();
            QVERIFY2(!command["examples"].toArray().isEmpty(), words);
            const QString text = run(name.split(' ') + QStringList{"--help"}).out;
            QVERIFY2(text.contains("Exit codes: 0 "), words);
            const QStringList lines = text.mid(text.indexOf("\nExamples:")).split('\n', Qt::SkipEmptyParts);
            QCOMPARE(lines.size(), 1 + command["examples"].toArray().size());
            for (const QString& line : lines.mid(1))
                QVERIFY2(line.startsWith("  ratewarden-ctl " + name), qPrintable(line));
            QVERIFY2(command["help"].toString().size() > 10, words);
            for (const auto& option : command["options"].toArray())
                QVERIFY2(!option.toObject()["help"].toString().isEmpty(), words);
        }
    }

    void examplesRun_data() { examples(""); }
    void examplesRun()
    {
        QFETCH(QString, line);
        seed();
        line.replace("1795000000000-0", m_changeId);
        // Without end, or without anybody to watch.
        const bool isLive = line.contains(" top --policy") || line.contains("lab capture");
        const Outcome outcome = shell(isLive ? "timeout 15 " + line : line);
        const QByteArray said = (outcome.out + outcome.err).toUtf8();
        if (line.contains("lab capture"))
            QVERIFY2(outcome.err.contains("no request was found") || outcome.code == 0 ||
                         outcome.err.contains("there is no token"),
                     said);
        else if (isLive)
            QVERIFY2(outcome.code == 124 && outcome.out.contains("TOKEN"), said);
        else
            QVERIFY2(outcome.code == 0 || outcome.code == 1, said);
        QVERIFY2(!outcome.err.contains("--help"), said);
    }

    void lostOutputIsNoticed_data() { examples(" > /dev/full", isSanitized ? 1 : 1000); }
    void lostOutputIsNoticed()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("there is no /dev/full here");
        QFETCH(QString, line);
        if (line.contains("lab capture"))
            QSKIP("it has nothing to print here");
        seed();
        line.replace("1795000000000-0", m_changeId);
        const Outcome outcome = shell(line.section(" > ", 0, 0) + " > /dev/full");
        QVERIFY2(outcome.code == 4, qPrintable(QString("%1: %2").arg(outcome.code).arg(outcome.err)));
        QVERIFY2(outcome.err.contains("the output could not be written"), qPrintable(outcome.err));
    }

    void helpOfEachCommandIsToBeHad()
    {
        QCOMPARE(run({"help", "policy", "publish"}).out, run({"policy", "publish", "--help"}).out);
        QCOMPARE(run({"help", "tokens"}).out, run({"tokens", "--help"}).out);
        for (const char* unlisted : {"manual", "help-json"})
            QCOMPARE(run({"help", unlisted}).code, 0);
        QVERIFY(run({"help", "block"}).out.contains("--for DURATION"));
        const QString trying = run({"help", "lab", "try"}).out;
        QVERIFY(trying.contains("--history FILE") && trying.contains("--cost FIELD"));
        QVERIFY(run({"help", "policy", "publish"}).out.contains("--history COUNT"));
        QVERIFY(run({"help", "check"}).out.contains("--cost UNITS"));
        QVERIFY(run({"help"}).out.contains("A token is the client being limited"));
        const Outcome typo = run({"help", "policy", "publsh"});
        QCOMPARE(typo.code, 2);
        QVERIFY2(typo.err.contains("did you mean \"publish\"?"), qPrintable(typo.err));
        // A script and an algorithm.
        QVERIFY(run({"script", "gcraa"}).err.contains("did you mean \"gcra\"?"));
    }

    void typosAreNamed_data()
    {
        addColumns<QStringList, QString>({"arguments", "complaint"});
        addRow("command", QStringList{"tokns"}, "unknown command \"tokns\"; did you mean \"tokens\"?. See");
        addRow("its value", QStringList{"chekc", "user:1"}, "did you mean \"check\"?");
        addRow("below", QStringList{"policy", "lits"}, "unknown command \"lits\"; did you mean \"list\"?");
        addRow("nothing near", QStringList{"frobnicate"}, "unknown command \"frobnicate\". See");
        addRow("with help", QStringList{"export", "--help"}, "unknown command \"export\"");
        addRow("option", QStringList{"peek", "user:1", "--polcy", "x"},
               "unknown option \"--polcy\"; did you mean \"--policy\"?");
        addRow("option with value", QStringList{"tokens", "--stat=ok"},
               "unknown option \"--stat\"; did you mean \"--state\"?");
        addRow("option of all", QStringList{"blocks", "--jsno"}, "did you mean \"--json\"?");
        addRow("argument", QStringList{"peek", "a", "b"}, "unexpected argument \"b\"");
        addRow("as an argument", QStringList{"peek", "a", "--", "--policy"},
               "unexpected argument \"--policy\"");
        addRow("missing", QStringList{"policy"}, "a command is required. See ratewarden-ctl policy --help");
        addRow("escape", QStringList{"to\x1b[31m"}, "unknown command \"to\\x1b[31m\"");
    }
    void typosAreNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, complaint);
        complaint.replace("?.", "?");
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.out, QString());
        QVERIFY2(outcome.err.contains(complaint), qPrintable(outcome.err));
        QVERIFY2(outcome.err.endsWith("--help\n"), qPrintable(outcome.err));
        const QJsonObject json =
            QJsonDocument::fromJson(run(arguments + QStringList{"--json"}).err.toUtf8()).object();
        QCOMPARE(json["error"].toObject()["code"].toString(), "usage");
        QCOMPARE(json["error"].toObject()["exit"].toInt(), 2);
    }

    void helpAndVersionAreFoundWhereOthersHaveThem()
    {
        QCOMPARE(run({"policy", "help"}).out, run({"help", "policy"}).out);
        QCOMPARE(run({"lab", "help", "try"}).out, run({"help", "lab", "try"}).out);
        for (const char* word : {"-v", "version"})
            QCOMPARE(run({word}).out, run({"--version"}).out);
        QVERIFY(!run({"help", "policy"}).out.contains("\n  help"));
    }

    void errorsAreJsonForPrograms_data()
    {
        addColumns<QStringList, QString, int>({"arguments", "code", "exit"});
        addRow("argument", QStringList{"peek", "t", "--policy", "nosuch"}, "invalid_argument", 2);
        addRow("notation", QStringList{"peek", "t", "--rules", "1/mni"}, "bad_notation", 2);
        addRow("away", QStringList{"blocks", "--redis", "unix:///nonexistent"}, "unavailable", 3);
        addRow("read-only", QStringList{"block", "t", "--for", "1h", "--reason", "r", "--read-only"},
               "read_only", 3);
    }
    void errorsAreJsonForPrograms()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, code);
        QFETCH(int, exit);
        const Outcome outcome = run(arguments + QStringList{"--json"});
        QCOMPARE(outcome.code, exit);
        QCOMPARE(outcome.out, QString());
        const QJsonObject error = QJsonDocument::fromJson(outcome.err.toUtf8()).object()["error"].toObject();
        QCOMPARE(error["code"].toString(), code);
        QCOMPARE(error["exit"].toInt(), exit);
        QVERIFY(outcome.err.count('\n') == 1 && !error["message"].toString().isEmpty());
    }

    void errorsInParsingAreJson()
    {
        const Outcome outcome = run({"--json", "tokens", "--top"});
        QCOMPARE(outcome.code, 2);
        const QJsonObject error = QJsonDocument::fromJson(outcome.err.toUtf8()).object()["error"].toObject();
        QCOMPARE(error["code"].toString(), "usage");
    }

    void bytesThatAreNoTextAreAnError()
    {
        const Outcome outcome = shell("ratewarden-ctl check t --rules 1/s --cost $'\\xff' --json");
        QCOMPARE(outcome.code, 2);
        const QJsonObject error = QJsonDocument::fromJson(outcome.err.toUtf8()).object()["error"].toObject();
        QCOMPARE(error["code"].toString(), "usage");
        QVERIFY2(error["message"].toString().contains("\\xff"), qPrintable(outcome.err));
    }

    // Each line is a value of its own; what is not JSON on standard error is a note.
    void jsonIsALine_data()
    {
        QTest::addColumn<QString>("line");
        for (const auto& each : m_commands) {
            const QJsonObject command = each.toObject();
            const QString name = command["command"].toString();
            int number = 0;
            for (const auto& example : command["examples"].toArray())
                if (name != "help" && name != "completion" &&
                    example.toString() != "top --policy api --interval 1s")
                    QTest::addRow("%s %d", qPrintable(name), ++number) << example.toString();
        }
        addRow("an old version", "policy show api --at 1");
        addRow("kept as it is", "block --key rl:203.0.113.9 --rules 100/min --for 1h --reason r --dry-run");
        addRow("its block stays", "unblock --key rl:203.0.113.9 --rules 100/min --dry-run");
    }
    void jsonIsALine()
    {
        QFETCH(QString, line);
        seed();
        line.replace("1795000000000-0", m_changeId);
        const Outcome outcome = shell("ratewarden-ctl " + line.section(" > ", 0, 0) + " --json");
        if (!line.startsWith("lab capture"))
            QVERIFY2(!outcome.out.isEmpty() && outcome.out.endsWith('\n'), qPrintable(outcome.err));
        const auto isJson = [](const QString& text) {
            return !QJsonDocument::fromJson(text.toUtf8()).isNull();
        };
        for (const QString& one : outcome.out.split('\n', Qt::SkipEmptyParts)) {
            QVERIFY2(isJson(one), qPrintable(one));
            if (!line.startsWith("format new") &&
                !line.startsWith("help-json")) // they have pages of their own
                for (const QString& name : namesIn(QJsonDocument::fromJson(one.toUtf8())))
                    QVERIFY2(m_page.contains('`' + name + '`') || name == "api", // a policy's name
                             qPrintable("terminal.md does not name the field " + name));
        }
        for (const QString& one : outcome.err.split('\n', Qt::SkipEmptyParts))
            QVERIFY2(isJson(one) || one.startsWith("note: "), qPrintable(one));
    }

    void standardInputIsAFile()
    {
        const auto content = [this](const char* name) {
            return readFile(m_folder.filePath(name));
        };
        seed();
        const auto given = [&](const QStringList& arguments, const char* file) {
            return run(arguments, {}, content(file));
        };
        QCOMPARE(given({"policy", "check", "-"}, "api.json").out, "no problems found\n");
        QCOMPARE(given({"policy", "diff", "-"}, "api.json").code, 1);
        QCOMPARE(given({"policy", "publish", "-", "--reason", "r"}, "api.json").code, 0);
        QCOMPARE(given({"policy", "diff", "-"}, "api.json").code, 0);
        QCOMPARE(given({"policy", "rules", "-"}, "limits.yaml").out, "10/min\n");
        QCOMPARE(given({"format", "test", "-"}, "my-limiter.json").code, 0);
        QCOMPARE(given({"lab", "peaks", "-", "--windows", "1min"}, "access.log").code, 0);
    }

    void bashCompletes_data()
    {
        addColumns<QString, QStringList>({"words", "offered"});
        QTest::newRow("command") << "to" << QStringList{"tokens", "top"};
        QTest::newRow("below") << "policy pub" << QStringList{"publish"};
        QTest::newRow("option") << "tokens --sta" << QStringList{"--state"};
        QTest::newRow("option of all") << "tokens --jso" << QStringList{"--json"};
        QTest::newRow("behind options") << "--json policy sho" << QStringList{"show"};
        QTest::newRow("values") << "tokens --state li" << QStringList{"limited"};
        QTest::newRow("policy") << "peek user:1 --policy a" << QStringList{"api"};
        QTest::newRow("argument") << "policy show a" << QStringList{"api"};
        QTest::newRow("format") << "keys --format rate-limit-r" << QStringList{"rate-limit-redis"};
        QTest::newRow("argument of two words")
            << "format use rate-limit-r" << QStringList{"rate-limit-redis"};
        QTest::newRow("policy of a capture") << "lab capture a" << QStringList{"api"};
        QTest::newRow("command to explain") << "help to" << QStringList{"tokens", "top"};
        QTest::newRow("shell") << "completion z" << QStringList{"zsh"};
        QTest::newRow("nothing") << "tokens zz" << QStringList{};
    }
    void bashCompletes()
    {
        QFETCH(QString, words);
        QFETCH(QStringList, offered);
        seed();
        redis(
            {"HSET", "rw:policies", "a$(touch hacked)", R"({"schema":1,"algorithm":"gcra","rules":"5/h"})"});
        const int last = int(words.count(' ')) + 1;
        const Outcome outcome = shell(
            QString(
                "source <(ratewarden-ctl completion bash); COMP_WORDS=(ratewarden-ctl %1); COMP_CWORD=%2; "
                "_ratewarden_ctl; printf '%s\\n' \"${COMPREPLY[@]}\"")
                .arg(words)
                .arg(last));
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.out.split('\n', Qt::SkipEmptyParts), offered);
        QVERIFY(!QFile::exists(m_folder.filePath("hacked")));
    }

    // As somebody types it: the script is found in a folder of functions, and Tab pressed behind the words;
    // Ctrl+] keeps the line.
    void zshCompletes()
    {
        if (QStandardPaths::findExecutable("zsh").isEmpty())
            QSKIP("zsh is not installed");
        seed();
        QVERIFY(QDir(m_folder.path()).mkpath("functions"));
        write("rc.zsh", R"(fpath=($PWD/functions $fpath)
autoload -Uz compinit
compinit -u -D
keep() { print -r -- "$BUFFER" >> lines; BUFFER=; }
zle -N keep
bindkey '^]' keep
)");
        write("type.zsh", R"(zmodload zsh/zpty
zpty typist zsh -f -i
zpty -w typist "source ./rc.zsh"
for words in 'policy pub' 'policy sho' 'tokens --jso' 'tokens --state li' 'policy show a' 'tokens zz'; do
    zpty -w -n typist "ratewarden-ctl $words"$'\t\x1d'
done
zpty -w typist "exit"
while zpty -r typist line; do :; done
)");
        const Outcome outcome = shell("ratewarden-ctl completion zsh > functions/_ratewarden-ctl && "
                                      "rm -f lines && zsh -f type.zsh && cat lines");
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.out.split('\n', Qt::SkipEmptyParts),
                 (QStringList{"ratewarden-ctl policy publish ", "ratewarden-ctl policy show ",
                              "ratewarden-ctl tokens --json ", "ratewarden-ctl tokens --state limited ",
                              "ratewarden-ctl policy show api ", "ratewarden-ctl tokens zz"}));
        // Read by a shell itself, as in `source <(ratewarden-ctl completion zsh)`.
        const Outcome sourced = shell("zsh -f -c 'autoload -Uz compinit; compinit -u -D; "
                                      "source functions/_ratewarden-ctl; print $_comps[ratewarden-ctl]'");
        QCOMPARE(sourced.out, "_ratewarden-ctl\n");
    }

    void theManualIsWellFormed()
    {
        const Outcome page = run({"manual"});
        QCOMPARE(page.code, 0);
        for (const char* text : {"\n.TH RATEWARDEN\\-CTL 1", ".SS \\fBpolicy publish\\fR",
                                 "\\fB\\-\\-state\\fR", ".SH EXIT STATUS", ".BR ratewarden\\-watch (7)\n"})
            QVERIFY2(page.out.contains(text), text);
        if (QStandardPaths::findExecutable("groff").isEmpty())
            QSKIP("groff is not installed");
        const Outcome checked = shell("ratewarden-ctl manual | groff -man -Tutf8 -ww -z");
        QCOMPARE(checked.err, QString());
        QCOMPARE(checked.code, 0);
    }

    void profilesThatAreNoFileAreNotWaitedFor()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("ratewarden"));
        const QByteArray path = QFile::encodeName(folder.filePath("ratewarden/profiles.json"));
        QCOMPARE(mkfifo(path.constData(), 0600), 0);
        QProcessEnvironment environment;
        environment.insert("XDG_CONFIG_HOME", folder.path());
        const Outcome refused = run({"blocks", "--profile", "live"}, environment);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("profiles.json cannot be read: it is no regular file"),
                 qPrintable(refused.err));
    }

    void profilesNameServers()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("config/ratewarden"));
        write("config/ratewarden/profiles.json", QString(R"({"version":1,"profiles":[
                  {"id":"1","name":"live","environment":"production","address":"%1"},
                  {"id":"2","name":"play","environment":"development","address":"%1"},
                  {"id":"3","name":"odd","environment":"moon","address":"%1"},
                  {"id":"4","name":"newer","address":"teleport:%1"}]})")
                                                     .arg(url())
                                                     .toUtf8());
        QProcessEnvironment environment;
        environment.insert("XDG_CONFIG_HOME", m_folder.filePath("config"));
        environment.insert("RATEWARDEN_REDIS", "unix:///nonexistent");
        const auto with = [&](const QString& profile, const QStringList& more = {}) {
            return run(QStringList{"block", "t", "--for", "1h", "--reason", "r", "--profile", profile} + more,
                       environment);
        };
        seed();
        QCOMPARE(with("play").code, 0);
        for (const char* guarded : {"live", "odd"}) {
            const Outcome refused = with(guarded);
            QCOMPARE(refused.code, 3);
            QVERIFY2(refused.err.contains("--read-write"), qPrintable(refused.err));
        }
        QCOMPARE(with("live", {"--read-write"}).code, 0);
        QCOMPARE(run({"blocks", "--profile", "live"}, environment).code, 0);
        const Outcome unknown = with("liv");
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("there are: live, odd, play; did you mean \"live\"?"),
                 qPrintable(unknown.err));
        QCOMPARE(with("live", {"--redis", url()}).code, 2);
        QCOMPARE(with("live", {"--read-write", "--read-only"}).code, 2);
        QCOMPARE(run({"complete", "profiles"}, environment).out, "live\nodd\nplay\n");
    }

    void asksForThePasswordWithoutShowingIt()
    {
        QProcessEnvironment environment = withProfileOfOps();
        OnTerminal blocks({}, {"blocks", "--profile", "live"}, environment);
        QTRY_VERIFY(blocks.shown().contains("Password for ops on unix://"));
        blocks.type("secret\n");
        QVERIFY(blocks.process().waitForFinished(patienceMs));
        QVERIFY2(blocks.shown().contains("no token is blocked"), blocks.shown().constData());
        QVERIFY(!blocks.shown().contains("secret"));
        environment.insert("RATEWARDEN_REDIS_PASSWORD", "secret");
        QCOMPARE(run({"blocks", "--profile", "live"}, environment).out, "no token is blocked\n");
    }

    // Ctrl+C and the like do what they do everywhere, and what is typed next is seen.
    void givesTheTerminalBackWhenThePasswordIsNotGiven_data()
    {
        addColumns<QByteArray, int>({"key", "signal"});
        QTest::newRow("Ctrl+C") << QByteArray("\x03") << SIGINT;
        QTest::newRow("Ctrl+\\") << QByteArray("\x1c") << SIGQUIT;
        QTest::newRow("TERM") << QByteArray() << SIGTERM;
        QTest::newRow("HUP") << QByteArray() << SIGHUP;
    }
    void givesTheTerminalBackWhenThePasswordIsNotGiven()
    {
        QFETCH(QByteArray, key);
        QFETCH(int, signal);
        const QProcessEnvironment environment = withProfileOfOps();
        OnTerminal blocks({}, {"blocks", "--profile", "live"}, environment);
        QTRY_VERIFY(blocks.shown().contains("Password for ops on unix://"));
        QVERIFY(!blocks.echoes());
        blocks.type("half");
        if (key.isEmpty())
            kill(pid_t(blocks.process().processId()), signal);
        else
            blocks.type(key.constData());
        QVERIFY(blocks.process().waitForFinished(patienceMs));
        QCOMPARE(blocks.process().exitStatus(), QProcess::CrashExit); // by the signal
        QCOMPARE(blocks.process().exitCode(), signal);
        QVERIFY(blocks.echoes());
        QVERIFY(!blocks.shown().contains("half"));
    }

    void asksAgainAfterAStop()
    {
        const QProcessEnvironment environment = withProfileOfOps();
        OnTerminal blocks({}, {"blocks", "--profile", "live"}, environment);
        QTRY_COMPARE(blocks.shown().count("Password for ops"), 1);
        blocks.type("half");
        kill(pid_t(blocks.process().processId()), SIGTSTP); // goes on at once, where no shell could wake it
        QTRY_COMPARE(blocks.shown().count("Password for ops"), 2);
        QVERIFY(!blocks.echoes());
        blocks.type("secret\n");
        QVERIFY(blocks.process().waitForFinished(patienceMs));
        QVERIFY2(blocks.shown().contains("no token is blocked"), blocks.shown().constData());
    }
};

RATEWARDEN_SUITE(TestCtlHelp)
#include "tst_ctl_help.moc"
