// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// What the errors of servers mean: from servers in that state where one can be brought into it, else from the
// words of their sources.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/connection.h"
#include "tests/support/cluster_node.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/thrown.h"
#include "tests/support/users.h"

#include <hiredis/hiredis.h>

#include <QDeadlineTimer>
#include <QTest>

#include <optional>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Reason = Unavailable::Reason;

namespace {

Reply errorReply(const std::string& text)
{
    const std::unique_ptr<redisReader, decltype(&redisReaderFree)> reader(redisReaderCreate(),
                                                                          redisReaderFree);
    const std::string bytes = "-" + text + "\r\n";
    redisReaderFeed(reader.get(), bytes.data(), bytes.size());
    void* reply = nullptr;
    redisReaderGetReply(reader.get(), &reply);
    return Reply(static_cast<redisReply*>(reply));
}

template <class Wanted>
std::optional<Wanted> meaning(const QString& text)
{
    return thrownBy<Wanted>(
        [&] { throwIfError(errorReply(text.toStdString()).view(), "GET", "redis://here"); });
}

} // namespace

class TestReplyErrors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unavailable_data()
    {
        addColumns<QString, int>({"text", "reason"});
        const auto row = [](const char* text, Reason reason) {
            QTest::newRow(text) << text << int(reason);
        };
        row("LOADING Redis is loading the dataset in memory", Reason::Loading);
        row("BUSY Redis is busy running a script.", Reason::Busy);
        row("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
            Reason::MasterDown);
        row("CLUSTERDOWN Hash slot not served", Reason::ClusterDown);
        row("TRYAGAIN Multiple keys request during rehashing of slot", Reason::TryAgain);
        row("READONLY You can't write against a read only replica.", Reason::Replica);
        row("OOM command not allowed when used memory > 'maxmemory'.", Reason::OutOfMemory);
        row("MISCONF Redis is configured to save RDB snapshots", Reason::Misconfigured);
        row("NOREPLICAS Not enough good replicas to write.", Reason::Misconfigured);
        row("ERR max number of clients reached", Reason::TooManyClients);
        row("ERR Error running script (call to f_12ab): @user_script:7: @user_script: 7: -OOM command not "
            "allowed when used memory > 'maxmemory'.",
            Reason::OutOfMemory);
        row("ERR Error running script (call to f_12ab): @user_script:7: @user_script: 7: -READONLY You can't "
            "write against a read only replica.",
            Reason::Replica);
    }
    void unavailable()
    {
        QFETCH(QString, text);
        QFETCH(int, reason);
        const auto error = meaning<Unavailable>(text);
        QVERIFY(error);
        QCOMPARE(int(error->reason()), reason);
        QVERIFY(error->problem() == Problem(Reason(reason), "GET", "redis://here", text.toStdString()));
        QVERIFY(error->effect() == Unavailable::Effect::None);
        QVERIFY2(!QString(error->what()).contains(".."), error->what());
        QVERIFY2(QString(error->what()).startsWith("GET on redis://here: Redis answered: " + text),
                 error->what());
    }

    void refused_data()
    {
        addColumns<QString, int, QString>({"text", "reason", "missing"});
        const auto row = [](const char* text, Refused::Reason reason, const char* missing = "") {
            QTest::newRow(text) << text << int(reason) << missing;
        };
        using enum RefusedReason;
        row("NOAUTH Authentication required.", NotAuthenticated);
        row("WRONGPASS invalid username-password pair or user is disabled.", WrongPassword);
        row("ERR invalid password", WrongPassword);
        row("ERR AUTH <password> called without any password configured for the default user.",
            WrongPassword);
        row("ERR Client sent AUTH, but no password is set", WrongPassword);
        row("DENIED Redis is running in protected mode", Other);
        row("NOPERM this user has no permissions to run the 'set' command or its subcommand", MissingRight,
            "+set");
        row("NOPERM User me has no permissions to run the 'client|list' command", MissingRight,
            "+client|list");
        row("NOPERM User me has no permissions to access the 'a' key' key", MissingRight, "~a' key");
        row("NOPERM User me has no permissions to access the 'news' channel", MissingRight, "&news");
        row("NOPERM No permissions to access a key", MissingRight);
        row("NOPERM this user has no permissions to access one of the keys used as arguments", MissingRight);
        row("ERR The user executing the script can't run this command or subcommand script: 12ab, on "
            "@user_script:9.",
            MissingRight);
        row("ERR The user executing the script can't access at least one of the keys mentioned in the "
            "command "
            "arguments script: 12ab, on @user_script:9.",
            MissingRight);
        row("ERR ACL failure in script: User half has no permissions to run the 'get' command script: 12ab, "
            "on "
            "@user_script:9.",
            MissingRight, "+get");
        row("ERR ACL failure in script: No permissions to access a key script: 12ab, on @user_script:9.",
            MissingRight);
        row("ERR Error running script (call to f_12ab): @user_script:9: @user_script: 9: The user executing "
            "the "
            "script can't run this command or subcommand",
            MissingRight);
        row("NOPERM User half has no permissions to run the 'get' command script: 12ab, on @user_script:9.",
            MissingRight, "+get");
    }
    void refused()
    {
        QFETCH(QString, text);
        QFETCH(int, reason);
        QFETCH(QString, missing);
        const auto error = meaning<Refused>(text);
        QVERIFY(error);
        QCOMPARE(int(error->reason()), reason);
        QCOMPARE(QString::fromStdString(error->missing()), missing);
        QVERIFY2(!QString(error->what()).contains(".."), error->what());
    }

    void redirected_data()
    {
        addColumns<QString, bool, int, QString, int>({"text", "asks", "slot", "host", "port"});
        QTest::newRow("moved") << "MOVED 3999 127.0.0.1:6381" << false << 3999 << "127.0.0.1" << 6381;
        QTest::newRow("ask") << "ASK 16383 node-2.example:7000" << true << 16383 << "node-2.example" << 7000;
        QTest::newRow("IPv6") << "MOVED 0 ::1:6381" << false << 0 << "::1" << 6381;
        QTest::newRow("same host") << "MOVED 1 :6381" << false << 1 << "" << 6381;
        QTest::newRow("unknown host") << "MOVED 1 ?:6381" << false << 1 << "" << 6381;
    }
    void redirected()
    {
        QFETCH(QString, text);
        QFETCH(bool, asks);
        QFETCH(int, slot);
        QFETCH(QString, host);
        QFETCH(int, port);
        const auto error = meaning<Redirected>(text);
        QVERIFY(error);
        QCOMPARE(error->kind() == Redirected::Kind::Ask, asks);
        QCOMPARE(error->slot(), slot);
        QCOMPARE(QString::fromStdString(error->host()), host);
        QCOMPARE(int(error->port()), port);
        QVERIFY2(QString(error->what()).contains("one node of a cluster"), error->what());
    }

    void others_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* const text :
             {"ERR unknown command 'X'", "MOVED", "MOVED 3999", "MOVED 16384 h:1", "MOVED -1 h:1",
              "MOVED x h:1", "MOVED 1 h:65536", "MOVED 1 h",
              "ASK 1 h:", "BUSYKEY Target key name already exists.", "ERR Error running script (",
              "ERR Error running script (call to f_1): @user_script:", "-", ""})
            QTest::newRow(text) << text;
    }
    void others()
    {
        QFETCH(QString, text);
        QVERIFY(meaning<ReplyError>(text));
    }

    void theAdviceOnOomKeepsBlocks()
    {
        const auto error = meaning<Unavailable>("OOM command not allowed");
        QVERIFY(error);
        QVERIFY2(QString(error->what()).contains("noeviction"), error->what());
    }

    // As a ClusterServer puts them in the place of replies.
    void ofOneNode()
    {
        const auto full = meaning<Unavailable>("NODEDOWN ERR Error running script (call to f_12ab): "
                                               "@user_script:7: @user_script: 7: -OOM command "
                                               "not allowed when used memory > 'maxmemory'.");
        QVERIFY(full && full->isOfOneNode());
        QCOMPARE(full->reason(), Unavailable::Reason::OutOfMemory);
        QCOMPARE(full->effect(), Unavailable::Effect::None);
        const auto gone = meaning<Unavailable>("NODELOST the connection broke");
        QVERIFY(gone && gone->isOfOneNode());
        QCOMPARE(gone->reason(), Unavailable::Reason::NodeDown);
        QCOMPARE(gone->effect(), Unavailable::Effect::Uncertain);
        QVERIFY(!meaning<Unavailable>("OOM command not allowed")->isOfOneNode());
    }

    void sentencesHaveOneStop()
    {
        QCOMPARE(joinSentences("one", "two"), std::string("one. two"));
        QCOMPARE(joinSentences("one.", "two"), std::string("one. two"));
        QCOMPARE(joinSentences("one. \r\n", "two"), std::string("one. two"));
        QCOMPARE(joinSentences("", "two"), std::string(". two"));
    }

    void aFullServer()
    {
        const TestServer server({"--maxmemory", "1"});
        Connection connection(server.endpoint(), unhurried);
        const auto plain = thrownBy<Unavailable>([&] { connection.call({"SET", "x", "1"}); });
        QVERIFY(plain && plain->reason() == Reason::OutOfMemory);
        RedisRateLimiter limiter(connection, {"api", "gcra", parseRules("5/min")});
        const auto inScript = thrownBy<Unavailable>([&] { limiter.acquire("t"); });
        QVERIFY(inScript && inScript->reason() == Reason::OutOfMemory);
    }

    void aReplica()
    {
        const TestServer server({"--replicaof", "127.0.0.1 1"});
        Connection connection(server.endpoint(), unhurried);
        const auto plain = thrownBy<Unavailable>([&] { connection.call({"SET", "x", "1"}); });
        QVERIFY(plain && plain->reason() == Reason::Replica);
        connection.call({"CONFIG", "SET", "replica-serve-stale-data", "no"});
        const auto stale = thrownBy<Unavailable>([&] { connection.call({"GET", "x"}); });
        QVERIFY(stale && stale->reason() == Reason::MasterDown);
    }

    void passwords()
    {
        const TestServer server({"--requirepass", "right"});
        Endpoint endpoint = server.endpoint();
        const auto none = thrownBy<Refused>([&] { Connection(endpoint, unhurried).call({"PING"}); });
        QVERIFY(none && none->reason() == Refused::Reason::NotAuthenticated);
        QVERIFY2(!QString(none->what()).contains(".."), none->what());
        endpoint.password = "wrong";
        const auto wrong = thrownBy<Refused>([&] { Connection(endpoint, unhurried).call({"PING"}); });
        QVERIFY(wrong && wrong->reason() == Refused::Reason::WrongPassword);
        QVERIFY2(!QString(wrong->what()).contains(".."), wrong->what());
        const TestServer open;
        endpoint = open.endpoint();
        endpoint.password = "too much";
        const auto unwanted = thrownBy<Refused>([&] { Connection(endpoint, unhurried).call({"PING"}); });
        QVERIFY(unwanted && unwanted->reason() == Refused::Reason::WrongPassword);
    }

    void rights()
    {
        const TestServer server;
        Connection connection(userWith("~rw:* +evalsha +eval +get +time", server), unhurried);
        const auto command = thrownBy<Refused>([&] { connection.call({"SET", "rw:x", "1"}); });
        QVERIFY(command && command->reason() == Refused::Reason::MissingRight);
        QCOMPARE(command->missing(), std::string("+set"));
        const auto key = thrownBy<Refused>([&] { connection.call({"GET", "other"}); });
        QVERIFY(key && key->reason() == Refused::Reason::MissingRight);
        RedisRateLimiter limiter(connection, {"api", "gcra", parseRules("5/min")});
        const auto inScript = thrownBy<Refused>([&] { limiter.acquire("t"); });
        QVERIFY(inScript && inScript->reason() == Refused::Reason::MissingRight);
    }

    void aBusyServer()
    {
        const TestServer server({"--busy-reply-threshold", "1"});
        Connection other(server.endpoint(), unhurried);
        other.call({"PING"});
        std::jthread looping([&] {
            Connection connection(server.endpoint(), unhurried);
            try {
                connection.call({"EVAL", "while true do end", "0"});
            } catch (const Error&) { // killed below
            }
        });
        // PING is refused from the moment on when the script has run for a millisecond.
        std::optional<Unavailable> busy;
        for (const QDeadlineTimer deadline(patienceMs); !busy && !deadline.hasExpired();) {
            try {
                other.call({"GET", "x"});
            } catch (const Unavailable& error) {
                busy = error;
            }
        }
        other.call({"SCRIPT", "KILL"});
        QVERIFY(busy && busy->reason() == Reason::Busy);
    }

    void aClusterWithoutSlots()
    {
        const TestServer server(nodeArguments());
        Connection connection(server.endpoint(), unhurried);
        const auto down = thrownBy<Unavailable>([&] { connection.call({"SET", "x", "1"}); });
        QVERIFY(down && down->reason() == Reason::ClusterDown);
    }

    void aKeyOnAnotherNode()
    {
        const quint16 herePort = freePort();
        const quint16 therePort = freePort();
        const quint16 thereBus = freePort();
        const TestServer here(nodeArguments() + QStringList{"--port", QString::number(herePort)});
        const TestServer there(nodeArguments(thereBus) + QStringList{"--port", QString::number(therePort)});
        Connection first(here.endpoint(), unhurried);
        Connection second(there.endpoint(), unhurried);
        first.call({"CLUSTER", "ADDSLOTSRANGE", "0", "8191"});
        second.call({"CLUSTER", "ADDSLOTSRANGE", "8192", "16383"});
        second.call({"CLUSTER", "SET-CONFIG-EPOCH", "2"});
        first.call({"CLUSTER", "MEET", "127.0.0.1", std::to_string(therePort), std::to_string(thereBus)});
        const auto whole = [](Connection& connection) {
            return std::string(connection.call({"CLUSTER", "INFO"}).view().string())
                .starts_with("cluster_state:ok");
        };
        QTRY_VERIFY(whole(first) && whole(second));
        // "foo" lies in slot 12182.
        const auto moved = thrownBy<Redirected>([&] { first.call({"GET", "foo"}); });
        QVERIFY(moved);
        QVERIFY(moved->kind() == Redirected::Kind::Moved);
        QCOMPARE(moved->slot(), 12182);
        QCOMPARE(moved->host(), std::string("127.0.0.1"));
        QCOMPARE(int(moved->port()), int(therePort));
        const std::string firstId(first.call({"CLUSTER", "MYID"}).view().string());
        first.call(
            {"CLUSTER", "SETSLOT", "12182", "IMPORTING", second.call({"CLUSTER", "MYID"}).view().string()});
        second.call({"CLUSTER", "SETSLOT", "12182", "MIGRATING", firstId});
        const auto ask = thrownBy<Redirected>([&] { second.call({"GET", "foo"}); });
        QVERIFY(ask);
        QVERIFY(ask->kind() == Redirected::Kind::Ask);
        QCOMPARE(int(ask->port()), int(herePort));
        RedisRateLimiter limiter(first, {"api", "gcra", parseRules("5/min")});
        QVERIFY(thrownBy<Redirected>([&] { limiter.acquire("foo"); }));
    }
};

RATEWARDEN_SUITE(TestReplyErrors)
#include "tst_reply_errors.moc"
