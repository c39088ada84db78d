// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
#include "core/limiter/decision_call.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_connection.h"
#include "tests/support/answering_server.h"
#include "tests/support/cluster_node.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <QTcpServer>
#include <QTest>

#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr Timeouts quick{2000ms, 300ms};

} // namespace

class TestConnection : public QObject, private LimiterFixture {
    Q_OBJECT

private Q_SLOTS:
    void nobodyThere()
    {
        Endpoint nowhere;
        nowhere.socketPath = "/nonexistent/redis.sock";
        Connection connection(nowhere, unhurried);
        const auto error = thrownBy<Unavailable>([&] { connection.call({"PING"}); });
        QVERIFY(error);
        QVERIFY(error->effect() == Unavailable::Effect::None);
        QVERIFY2(QString::fromUtf8(error->what()).contains("unix:///nonexistent/redis.sock"), error->what());
    }

    void carriesBytesExactly()
    {
        const std::string bytes("\0\r\n$5\xff\"", 7);
        QCOMPARE(std::string(m_connection.call({"ECHO", bytes}).view().string()), bytes);
        QCOMPARE(std::string(m_connection.call({"ECHO", ""}).view().string()), std::string());
    }

    void readsRepliesStrictly()
    {
        const Reply reply = m_connection.call({"EVAL", "return {1, 'two', false}", "0"});
        QCOMPARE(reply.view().size(), 3U);
        QCOMPARE(reply.view()[0].integer(), 1);
        QVERIFY(reply.view()[2].isNil());
        QVERIFY_THROWS_EXCEPTION(BadReply, reply.view()[0].string());
        QVERIFY_THROWS_EXCEPTION(BadReply, reply.view()[1].integer());
        QVERIFY_THROWS_EXCEPTION(BadReply, reply.view()[3]);
        QVERIFY_THROWS_EXCEPTION(BadReply, reply.view().integer());
    }

    void logsInAndComesBackAfterARestart()
    {
        TestServer server({"--requirepass", "se cret", "--databases", "4"});
        Endpoint endpoint = server.endpoint();
        endpoint.password = "se cret";
        endpoint.database = 3;
        Connection connection(endpoint, unhurried, "tst");
        connection.call({"SET", "in", "three"});
        QVERIFY(QByteArray::fromStdString(std::string(connection.call({"CLIENT", "LIST"}).view().string()))
                    .contains("name=tst"));

        server.kill();
        QVERIFY(thrownBy<Unavailable>([&] { connection.call({"PING"}); }));
        QVERIFY(thrownBy<Unavailable>([&] { connection.call({"PING"}); }));

        QCOMPARE(server.start({"--requirepass", "se cret", "--databases", "4"}), QString());
        connection.call({"SET", "in", "three again"}); // logged in again
        endpoint.database = 0;
        Connection other(endpoint, unhurried);
        QVERIFY2(other.call({"EXISTS", "in"}).view().integer() == 0, "the database was not chosen again");
    }

    void aRestartDuringAPauseGoesUnnoticed()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        connection.call({"PING"});
        server.stop();
        QCOMPARE(server.start(), QString());
        QVERIFY(!thrownBy<Unavailable>([&] { connection.call({"PING"}); }));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("password");
        QTest::newRow("no password") << ""
                                     << "";
        QTest::newRow("wrong password") << ""
                                        << "wrong";
        QTest::newRow("wrong user") << "nobody"
                                    << "right";
    }
    void refusals()
    {
        QFETCH(QString, user);
        QFETCH(QString, password);
        const TestServer server({"--requirepass", "right"});
        Connection connection(server.endpointOf(user.toStdString(), password.toStdString()), unhurried);
        const auto error = thrownBy<Refused>([&] { connection.call({"GET", "x"}); });
        QVERIFY(error);
        QVERIFY(password.isEmpty() || !QString::fromUtf8(error->what()).contains(password));
    }

    void aServerThatIsFullSaysSo()
    {
        const TestServer server({"--maxclients", "1"});
        Connection first(server.endpoint(), unhurried);
        first.call({"PING"});
        Connection second(server.endpoint(), unhurried);
        const auto error = thrownBy<Unavailable>([&] { second.call({"PING"}); });
        QVERIFY(error);
        QVERIFY(error->effect() == Unavailable::Effect::None);
        QVERIFY2(QString(error->what()).contains("max number of clients"), error->what());
    }

    void missingRights()
    {
        m_connection.call({"ACL", "SETUSER", "viewer", "on", ">pw", "~*", "+@read", "+@connection"});
        Connection viewer(m_server.endpointOf("viewer", "pw"), unhurried);
        QVERIFY(viewer.call({"GET", "x"}).view().isNil());
        QVERIFY_THROWS_EXCEPTION(Refused, viewer.call({"SET", "x", "1"}));
        QVERIFY(viewer.call({"GET", "x"}).view().isNil());
    }

    void aMissingDatabaseIsSaid()
    {
        const TestServer server({"--databases", "1"});
        Endpoint endpoint = server.endpoint();
        endpoint.database = 5;
        Connection connection(endpoint, unhurried);
        QVERIFY_THROWS_EXCEPTION(ReplyError, connection.call({"PING"}));
    }

    void aStalledServerTimesOut()
    {
        TestServer server;
        Connection connection(server.endpoint(), quick);
        QTRY_VERIFY(!thrownBy<Unavailable>([&] { connection.call({"SET", "x", "1"}); }));
        server.freeze();
        const auto error = thrownBy<Unavailable>([&] { connection.call({"INCR", "x"}); });
        QVERIFY(error);
        QVERIFY(error->effect() == Unavailable::Effect::Uncertain);
        QVERIFY2(QString::fromUtf8(error->what()).contains("no answer within 300 ms"), error->what());
        const auto connecting = thrownBy<Unavailable>([&] { connection.call({"INCR", "x"}); });
        QVERIFY(connecting && connecting->effect() == Unavailable::Effect::None);
        server.thaw();
        QTRY_VERIFY(!thrownBy<Unavailable>([&] { connection.call({"PING"}); }));
    }

    void aStalledTcpServerTimesOut()
    {
        QTcpServer listener; // takes connections and never says a word
        QVERIFY(listener.listen(QHostAddress::LocalHost));
        Endpoint endpoint;
        endpoint.host = "127.0.0.1";
        endpoint.port = listener.serverPort();
        Connection connection(endpoint, quick);
        QVERIFY(thrownBy<Unavailable>([&] { connection.call({"PING"}); }));
    }

    void whatIsNoRedis_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("a web server") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n")
                                      << QStringList{"is not Redis", "check the host"};
        QTest::newRow("one that hangs up") << QByteArray() << QStringList{"begins with rediss:"};
        QTest::newRow("nil to everything")
            << QByteArray("$-1\r\n")
            << QStringList{"DBSIZE on redis://127.0.0.1", "nothing where a number was expected",
                           "Check that"};
        QTest::newRow("OK to everything")
            << QByteArray("+OK\r\n")
            << QStringList{"DBSIZE on redis://127.0.0.1", "a status where a number was expected",
                           "Check that"};
    }
    void whatIsNoRedis()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QStringList, words);
        const AnsweringServer server(answer);
        Endpoint endpoint;
        endpoint.host = "127.0.0.1";
        endpoint.port = server.port();
        Connection connection(endpoint, unhurried);
        const auto error = thrownBy<Error>([&] { connection.call({"DBSIZE"}).view().integer(); });
        QVERIFY(error);
        for (const QString& word : words)
            QVERIFY2(QString(error->what()).contains(word), error->what());
        if (answer.startsWith('H') || answer.isEmpty())
            QVERIFY(thrownBy<Unavailable>([&] { PipelinedConnection(endpoint, unhurried); }));
    }

    void onlyOneServer()
    {
        const quint16 port = freePort();
        const TestServer server({"--port", QString::number(port), "--bind", "127.0.0.1"});
        for (const auto& [scheme, fault] :
             {std::pair("redis+cluster://127.0.0.1:%1", Fault::NoCluster),
              std::pair("redis+sentinel://127.0.0.1:%1/x", Fault::NoSentinel)}) {
            const auto several =
                openServer(parseEndpoint(QString(scheme).arg(port).toStdString()), unhurried);
            const auto error = thrownBy<ReplyError>([&] { several->call({"GET", "x"}); });
            QVERIFY(error);
            QCOMPARE(error->problem().code, Problem::Code(fault));
            QVERIFY2(QString(error->what()).contains("address begins with redis:"), error->what());
        }
    }

    void cancelFromAnotherThread()
    {
        Connection connection(m_server.endpoint(), unhurried);
        std::jthread canceller([&] {
            // Cancel when the server says that the other is waiting.
            while (m_connection.call({"CLIENT", "LIST"}).view().string().find("cmd=blpop") ==
                   std::string_view::npos)
                std::this_thread::yield();
            connection.cancel();
        });
        const auto cutOff = thrownBy<Unavailable>([&] { connection.call({"BLPOP", "never", "0"}); });
        canceller.join();
        QVERIFY(cutOff);
        QVERIFY2(cutOff->effect() == Unavailable::Effect::Uncertain, "it was sent, so it may have run");
        const auto later = thrownBy<Unavailable>([&] { connection.call({"PING"}); });
        QVERIFY2(later, "it went on after it was cancelled");
        QVERIFY(later->effect() == Unavailable::Effect::None);
    }

    void aDeadServerDoesNotKillUs()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        connection.call({"PING"});
        server.kill();
        // More than a socket takes at once, so that writing goes on after the other end is closed.
        const std::vector<Command> commands(50, Command{"SET", "x", std::string(1'000'000, 'x')});
        QVERIFY(thrownBy<Unavailable>([&] { connection.pipeline(commands); }));
    }

    void pipelineKeepsOrderAndErrors()
    {
        const Command script = decisionCommand(Policy{"b", "gcra", parseRules("5/s")}, RedisToken("a"), 1,
                                               Mode::Acquire, {.form = Form::Text});
        const std::vector<Reply> replies =
            m_connection.pipeline({{"SET", "s", "1"}, {"LPUSH", "s", "x"}, script, {"INCR", "s"}, script});
        QCOMPARE(replies.size(), 5U);
        QVERIFY(replies[1].view().errorText().starts_with("WRONGTYPE"));
        QCOMPARE(replies[2].view()[0].integer(), 0);
        QCOMPARE(replies[3].view().integer(), 2);
        QCOMPARE(replies[4].view()[0].integer(), 0);
        QVERIFY(m_connection.pipeline({}).empty());
    }
};

RATEWARDEN_SUITE(TestConnection)
#include "tst_connection.moc"
