// SPDX-License-Identifier: GPL-3.0-or-later
// What a command says of itself: its key, what it may change, and what of it may be shown.
#include "core/limiter/decision_call.h"
#include "core/redis/command.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;

using Access = Command::Access;

class TestCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plainCommands_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("writes");
        const auto row = [](const QString& text, const QString& key, bool writes) {
            QTest::newRow(qPrintable(text)) << text.split(' ') << key << writes;
        };
        row("GET k", "k", false);
        row("get k", "k", false);
        row("SET k v", "k", true);
        row("MGET a b", "a", false);
        row("UNLINK a b", "a", true);
        row("PING", "", false);
        row("SCAN 0 MATCH x", "", false);
        row("HSCAN k 0", "k", false);
        row("OBJECT ENCODING k", "k", false);
        row("MEMORY USAGE k", "k", false);
        row("MEMORY PURGE", "", true);
        row("XREAD COUNT 9 BLOCK 0 STREAMS k 0", "k", false);
        row("XREAD COUNT 9", "", false);
        row("XREADGROUP GROUP g c STREAMS k >", "k", true);
        row("EVAL return 1 k v", "k", true);
        row("EVALSHA 00 0 v", "", true);
        row("EVALSHA_RO 00 1 k", "k", false);
        row("CONFIG GET maxmemory", "", false);
        row("CONFIG SET maxmemory 1", "", true);
        row("config get maxmemory", "", false);
        row("ACL WHOAMI", "", false);
        row("ACL DRYRUN me GET k", "", false);
        row("ACL SETUSER me on", "", true);
        row("ACL", "", true);
        row("CLIENT LIST", "", false);
        row("CLIENT KILL ID 3", "", true);
        row("FLUSHALL", "", true);
        row("CL.THROTTLE k 1 2 3", "k", true); // unknown
        row("GETT k", "k", true);
        row("SHUTDOWN", "", true);
    }
    void plainCommands()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, key);
        QFETCH(bool, writes);
        Command command;
        for (const QString& argument : arguments)
            command.add(argument.toStdString());
        QCOMPARE(QString::fromStdString(std::string(command.key())), key);
        QCOMPARE(command.access() == Access::Writes, writes);
    }

    void nothingIsACommandThatWrites()
    {
        QVERIFY(Command().access() == Access::Writes);
        QVERIFY(Command().key().empty());
    }

    /// No command that the server marks as one that writes counts as one that reads, and keys are where it
    /// says.
    void theServerAgrees()
    {
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Reply reply = connection.call({"COMMAND"});
        int compared = 0;
        const auto compare = [&](ReplyView described) {
            std::string name(described[0].string());
            Command command;
            if (const std::size_t bar = name.find('|'); bar != std::string::npos)
                command.add(name.substr(0, bar)).add(name.substr(bar + 1));
            else
                command.add(name);
            const std::size_t words = command.arguments().size();
            for (const char* const argument : {"one", "two", "three"})
                command.add(argument);
            const auto has = [&](std::string_view flag) {
                for (std::size_t i = 0; i < described[2].size(); ++i)
                    if (described[2][i].string() == flag)
                        return true;
                return false;
            };
            if (has("write"))
                QVERIFY2(command.access() == Access::Writes, name.c_str());
            const std::int64_t firstKey = described[3].integer();
            if (firstKey > 0)
                QVERIFY2(command.key() == command.arguments()[std::size_t(firstKey)], name.c_str());
            // Where no key is known and the command not refused as a writer anyway, there must be none.
            else if (!has("movablekeys") && command.access() == Access::Reads)
                QVERIFY2(command.key().empty(), name.c_str());
            QVERIFY(words > 0);
            ++compared;
        };
        for (std::size_t i = 0; i < reply.view().size(); ++i) {
            const ReplyView described = reply.view()[i];
            const ReplyView subcommands = described[9];
            if (subcommands.size() == 0)
                compare(described);
            for (std::size_t k = 0; k < subcommands.size(); ++k)
                compare(subcommands[k]);
        }
        QVERIFY(compared > 300);
    }

    void scriptsSayWhatTheyDo()
    {
        const Policy policy{"api", "gcra", parseRules("5/min")};
        const Command peek = decisionCommand(policy, RedisToken("t"), 1, Mode::Peek);
        QVERIFY(peek.access() == Access::Reads);
        QCOMPARE(std::string(peek.key()), std::string("rw:{t}:api:gcra"));
        QVERIFY(peek.withScriptText().access() == Access::Reads);
        QCOMPARE(std::string(peek.withScriptText().key()), std::string("rw:{t}:api:gcra"));
        QVERIFY(decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire).access() == Access::Writes);
        QVERIFY(decisionCommand(policy, RedisToken("t"), 1, Mode::GiveBack).access() == Access::Writes);
        QVERIFY(manyDecisionsCommand(policy, std::vector<RedisRequest>{{RedisToken("t")}}).access() ==
                Access::Writes);
        QVERIFY(Command(scriptNamed("block"), 1).add("k").access() == Access::Writes);
        Command again = peek;
        again.restart(scriptNamed("gcra"), 2);
        QVERIFY(again.access() == Access::Writes);
        QVERIFY(Command(scriptNamed("gcra"), 0).add("no key").key().empty());
    }

    void textIsCut()
    {
        const Command command{"SET", "a b", std::string(1000, 'x')};
        QCOMPARE(command.text().size(), std::string("SET \"a b\" ").size() + 1000);
        QCOMPARE(command.text(20), "SET \"a b\" " + std::string(10, 'x') + "…");
        QCOMPARE(command.text(4), std::string("SET …"));
        QCOMPARE((Command{"GET", "k"}.text(5)), std::string("GET k"));
    }

    void secrets()
    {
        QVERIFY((Command{"AUTH", "pw"}.isSecret()));
        QVERIFY((Command{"auth", "me", "pw"}.isSecret()));
        QVERIFY((Command{"HELLO", "3", "AUTH", "me", "pw"}.isSecret()));
        QVERIFY((Command{"ACL", "SETUSER", "me", ">pw"}.isSecret()));
        QVERIFY((Command{"CONFIG", "SET", "requirepass", "pw"}.isSecret()));
        QVERIFY((Command{"MIGRATE", "h", "1", "k", "0", "9", "AUTH", "pw"}.isSecret()));
        QVERIFY(!(Command{"CONFIG", "GET", "save"}.isSecret()));
        QVERIFY(!(Command{"GET", "AUTH"}.isSecret()));
    }
};

RATEWARDEN_SUITE(TestCommand)
#include "tst_command.moc"
