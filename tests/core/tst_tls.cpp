// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Encrypted connections to a real server, and those that must not come about.
#include "core/admin/server_warnings.h"
#include "core/model/errors.h"
#include "core/redis/address_faults.h"
#include "core/redis/connection.h"
#include "core/redis/guard.h"
#include "core/redis/pipelined_connection.h"
#include "core/redis/pipelined_server.h"
#include "core/redis/server_info.h"
#include "core/redis/stream.h"
#include "tests/support/cluster_node.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/threads.h"
#include "tests/support/thrown.h"
#include "tests/support/tls_server.h"

#include <QDeadlineTimer>
#include <QTcpServer>
#include <QTest>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Reason = Unavailable::Reason;

namespace {

std::optional<Unavailable> failure(const Endpoint& endpoint, Timeouts timeouts = unhurried)
{
    return thrownBy<Unavailable>([&] { Connection(endpoint, timeouts).call({"PING"}); });
}

} // namespace

class TestTls : public QObject {
    Q_OBJECT

    TestCertificates m_certificates;

private Q_SLOTS:
    void initTestCase()
    {
        m_certificates.issue("server", "DNS:localhost,IP:127.0.0.1");
        m_certificates.issue("client", "");
    }

    void saysHowItIsEncrypted()
    {
        const TlsServer server(m_certificates);
        Connection connection(server.endpoint(), unhurried);
        QVERIFY(!connection.tls());
        QCOMPARE(connection.call({"PING"}).view().string(), std::string_view("PONG"));
        const TlsState tls = connection.tls().value();
        QCOMPARE(tls.version, std::string("TLSv1.3"));
        QCOMPARE(tls.subject, std::string("CN = server"));
        QCOMPARE(tls.issuer, std::string("CN = Test CA"));
        const auto left = tls.expires - std::chrono::system_clock::now();
        QVERIFY(left > 50min && left <= 60min);
        QVERIFY(!tls.resumed);
        QCOMPARE(connection.where(), server.endpoint().text());
        QVERIFY(connection.where().starts_with("rediss://localhost:"));
    }

    void theNextConnectionContinuesTheSession()
    {
        const TlsServer server(m_certificates);
        Connection connection(server.endpoint(), unhurried);
        connection.call({"PING"});
        Connection other(server.endpoint(), unhurried);
        other.call({"CLIENT", "KILL", "TYPE", "normal"}); // and not the one that asks for it
        try {
            connection.call({"PING"});
        } catch (const Unavailable&) { // after 100 ms it looks first, and connects again by itself
        }
        QCOMPARE(connection.call({"PING"}).view().string(), std::string_view("PONG"));
        QVERIFY(connection.tls()->resumed);
    }

    // Decorators pass it on, and whoever looks at the server learns when its certificate ends.
    void warnsOfACertificateThatEnds()
    {
        m_certificates.issue("lasting", "DNS:localhost", 31 * 24h);
        for (const char* const name : {"server", "lasting"}) {
            const TlsServer server(m_certificates, name);
            Connection connection(server.endpoint(), unhurried);
            Guard reading(connection);
            const ServerInfo info = readServerInfo(reading); // connects
            QVERIFY(info.tls && info.tls == connection.tls());
            const std::vector<ServerWarning> warnings = checkServer(reading).warnings;
            if (name == std::string_view("lasting")) {
                QVERIFY(warnings.empty());
                continue;
            }
            QCOMPARE(warnings.size(), 1U);
            QVERIFY(warnings[0].code == ServerWarningCode::CertificateEnds);
            QVERIFY(warnings[0].ends == connection.tls()->expires);
        }
    }

    // Before a command is sent: neither sessions, which the server sends unasked, nor its close_notify are
    // answers.
    void noticesThatThePeerHasClosed()
    {
        const TlsServer server(m_certificates);
        const std::unique_ptr<Stream> stream = Dialler(server.endpoint(), unhurried).dial();
        Connection other(server.endpoint(), unhurried);
        other.call({"PING"}); // by now the sessions have come
        QVERIFY(!stream->peerClosed());
        other.call({"CLIENT", "KILL", "TYPE", "normal"});
        QTRY_VERIFY(stream->peerClosed());
    }

    void largeValuesAndPipelines()
    {
        const TlsServer server(m_certificates);
        Connection connection(server.endpoint(), unhurried);
        std::string value(3'000'000, 'x');
        for (std::size_t i = 0; i < value.size(); i += 1000)
            value[i] = char(i / 1000);
        connection.call({"SET", "large", value});
        QVERIFY(connection.call({"GET", "large"}).view().string() == value);
        std::vector<Command> many;
        for (int i = 0; i < 20'000; ++i)
            many.push_back(Command{"SET", "key" + std::to_string(i), "some value of a key"});
        QCOMPARE(connection.pipeline(many).size(), many.size());
        QCOMPARE(connection.call({"DBSIZE"}).view().integer(), 20'001);
    }

    // The system takes a part of a record; the rest follows when there is room.
    void aConnectionThatIsFullGoesOn()
    {
        TlsServer server(m_certificates);
        PipelinedConnection pipe(server.endpoint(), unhurried);
        std::size_t added = 0;
        const std::string large(50'001, 'x');
        const auto add = [&] {
            pipe.add({"SET", "key", large + std::to_string(added++)});
            pipe.send();
        };
        server.server().freeze();
        while (pipe.unsent() < 20) // what the system takes grows meanwhile
            add();
        server.server().thaw();
        std::size_t answered = 0;
        for (const QDeadlineTimer deadline(patienceMs); answered < added && !deadline.hasExpired();) {
            pipe.send();
            pipe.receive([&](const Reply& reply) {
                QVERIFY(!reply.view().isError());
                ++answered;
            });
            const Awaited awaited = pipe.awaited();
            waitForAny({&awaited, 1}, Stream::Clock::now() + 1s);
        }
        QCOMPARE(answered, added);
        Connection connection(server.endpoint(), unhurried);
        QVERIFY(connection.call({"GET", "key"}).view().string() == large + std::to_string(added - 1));
    }

    void manyThreadsShareAConnection()
    {
        TlsServer server(m_certificates);
        PipelinedServer pipelined(server.endpoint(), {.patience = 20s, .timeouts = unhurried});
        std::atomic<int> failed = 0;
        inThreads(8, [&](int /*thread*/) {
            for (int k = 0; k < 200; ++k)
                try {
                    pipelined.call({"INCR", "count"});
                } catch (const Error&) {
                    ++failed;
                }
        });
        QCOMPARE(failed.load(), 0);
        QCOMPARE(pipelined.call({"GET", "count"}).view().string(), "1600");
    }

    void aServerMustProveItsName_data()
    {
        addColumns<QString, QString, bool>({"host", "name", "works"});
        addRow("the host", "localhost", "", true);
        addRow("an address", "127.0.0.1", "", true);
        addRow("another name", "localhost", "redis.example.com", false);
        addRow("an address instead of its name", "127.0.0.1", "localhost", true);
        addRow("another address", "localhost", "127.0.0.2", false);
        addRow("part of a name", "localhost", "local", false);
        addRow("a subdomain", "localhost", "a.localhost", false);
    }
    void aServerMustProveItsName()
    {
        QFETCH(QString, host);
        QFETCH(QString, name);
        QFETCH(bool, works);
        const TlsServer server(m_certificates);
        Endpoint endpoint = server.endpoint(qPrintable(host));
        endpoint.tls->serverName = name.toStdString();
        const auto error = failure(endpoint);
        QCOMPARE(!error, works);
        if (works)
            return;
        QCOMPARE(error->reason(), Reason::BadCertificate);
        QCOMPARE(error->effect(), Unavailable::Effect::None);
        QVERIFY2(QByteArray(error->what()).contains("sni="), error->what());
    }

    void anUnknownAuthority()
    {
        const TlsServer server(m_certificates);
        const TestCertificates others;
        Endpoint endpoint = server.endpoint();
        endpoint.tls->caFile = others.caFile();
        QCOMPARE(failure(endpoint)->reason(), Reason::BadCertificate);
        endpoint.tls->caFile.clear(); // the system's
        const auto error = failure(endpoint);
        QCOMPARE(error->reason(), Reason::BadCertificate);
        QVERIFY2(QByteArray(error->what()).contains("cacert="), error->what());
    }

    void anExpiredCertificate()
    {
        m_certificates.issue("old", "DNS:localhost", -1min);
        const TlsServer server(m_certificates, "old");
        const auto error = failure(server.endpoint());
        QCOMPARE(error->reason(), Reason::CertificateExpired);
        QVERIFY2(QByteArray(error->what()).contains("expired"), error->what());
        QVERIFY2(!QByteArray(error->what()).contains("cacert"), error->what());
    }

    void aClientCertificate()
    {
        const TlsServer server(m_certificates, "server", "yes");
        Endpoint endpoint = server.endpoint();
        const auto error = failure(endpoint);
        QVERIFY(error);
        QCOMPARE(error->effect(), Unavailable::Effect::None);
        QVERIFY2(error->reason() == Reason::NoTls, error->what());
        QVERIFY2(QByteArray(error->what()).contains("certificate required"), error->what());
        endpoint.tls->certFile = m_certificates.file("client.pem");
        endpoint.tls->keyFile = m_certificates.file("client.key");
        QVERIFY(!failure(endpoint));
    }

    void filesThatCannotBeUsed_data()
    {
        addColumns<QString, QString, QString, QString>({"ca", "cert", "key", "named"});
        addRow("no CA file", "none.pem", "", "", "none.pem");
        addRow("no certificate", "ca.pem", "none.pem", "", "none.pem");
        addRow("no key", "ca.pem", "client.pem", "none.key", "none.key");
        addRow("no key in the certificate's file", "ca.pem", "client.pem", "", "client.pem");
        addRow("the key of another", "ca.pem", "client.pem", "server.key", "server.key");
        addRow("a key as certificate", "ca.pem", "client.key", "", "client.key");
    }
    void filesThatCannotBeUsed()
    {
        QFETCH(QString, ca);
        QFETCH(QString, cert);
        QFETCH(QString, key);
        QFETCH(QString, named);
        const TlsServer server(m_certificates);
        const auto path = [&](const QString& name) {
            return name.isEmpty() ? std::string() : m_certificates.file(qPrintable(name));
        };
        Endpoint endpoint = server.endpoint();
        endpoint.tls = TlsSettings{path(ca), path(cert), path(key), ""};
        try {
            Connection(endpoint).call({"PING"});
            QFAIL("it was used");
        } catch (const InvalidArgument& error) {
            QCOMPARE(error.problem().code, Problem::Code(Fault::TlsFile));
            QVERIFY2(QString(error.what()).contains(named), error.what());
        }
    }

    // Files are read again after a failure: a certificate that was replaced works without a new Connection.
    void aReplacedCertificateIsRead()
    {
        const TlsServer server(m_certificates);
        const TestCertificates others;
        QTemporaryDir folder;
        const QString caFile = folder.filePath("ca.pem");
        QVERIFY(QFile::copy(QString::fromStdString(others.caFile()), caFile));
        Endpoint endpoint = server.endpoint();
        endpoint.tls->caFile = caFile.toStdString();
        Connection connection(endpoint, unhurried);
        QVERIFY_THROWS_EXCEPTION(Unavailable, connection.call({"PING"}));
        QVERIFY(QFile::remove(caFile));
        QVERIFY(QFile::copy(QString::fromStdString(m_certificates.caFile()), caFile));
        QCOMPARE(connection.call({"PING"}).view().string(), std::string_view("PONG"));
    }

    void onlyOneSideSpeaksTls()
    {
        const quint16 port = freePort();
        const TestServer plain({"--port", QString::number(port), "--bind", "127.0.0.1"});
        const TlsServer encrypted(m_certificates);
        Endpoint endpoint = encrypted.endpoint();
        endpoint.port = port;
        const auto error = failure(endpoint, {5s, 5s}); // what speaks no TLS says nothing
        QCOMPARE(error->reason(), Reason::NoTls);
        QVERIFY2(QByteArray(error->what()).contains("speaks TLS"), error->what());
        endpoint = encrypted.endpoint();
        endpoint.tls.reset();
        const auto unencrypted = failure(endpoint);
        QCOMPARE(unencrypted->reason(), Reason::ClosedUnheard);
        QCOMPARE(unencrypted->effect(), Unavailable::Effect::None);
        QVERIFY2(QByteArray(unencrypted->what()).contains("begins with rediss:"), unencrypted->what());
    }

    void aServerThatNeverAnswers()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        Endpoint endpoint;
        endpoint.host = "127.0.0.1";
        endpoint.port = silent.serverPort();
        endpoint.tls.emplace();
        const auto error = failure(endpoint, {300ms, 60s});
        QCOMPARE(error->reason(), Reason::NoTls);
        QCOMPARE(error->effect(), Unavailable::Effect::None);
        QVERIFY2(QByteArray(error->what()).contains("in time"), error->what());
    }

    void aFrozenServerAndCancel()
    {
        TlsServer server(m_certificates);
        Connection connection(server.endpoint(), {20s, 5s});
        connection.call({"PING"});
        server.server().freeze();
        try {
            connection.call({"PING"});
            QFAIL("it answered");
        } catch (const Unavailable& error) {
            QCOMPARE(error.reason(), Reason::TimedOut);
            QCOMPARE(error.effect(), Unavailable::Effect::Uncertain);
        }
        server.server().thaw();
        QCOMPARE(connection.call({"PING"}).view().string(), std::string_view("PONG"));

        Connection waiting(server.endpoint(), unhurried);
        waiting.call({"PING"});
        std::thread canceller([&] {
            TestServer& underneath = server.server();
            Connection watcher(underneath.endpoint(), unhurried);
            while (watcher.call({"CLIENT", "LIST"}).view().string().find("cmd=blpop") ==
                   std::string_view::npos) {
            }
            waiting.cancel();
        });
        try {
            waiting.call({"BLPOP", "nothing", "0"});
            QFAIL("it answered");
        } catch (const Unavailable& error) {
            QCOMPARE(error.reason(), Reason::Cancelled);
        }
        canceller.join();
    }
};

RATEWARDEN_SUITE(TestTls)
#include "tst_tls.moc"
