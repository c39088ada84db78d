// SPDX-License-Identifier: GPL-3.0-or-later
// labels: threads
// Bytes to and from a server, in time or not at all.
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/connection_pool.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_server.h"
#include "core/redis/stream.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/thrown.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <future>
#include <optional>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Reason = Unavailable::Reason;

namespace {

constexpr auto soon = 300ms;
constexpr auto late =
    20s; // far less than what would be waited without a deadline, far more than a busy machine takes

Endpoint tcp(const char* host, quint16 port)
{
    Endpoint endpoint;
    endpoint.host = host;
    endpoint.port = port;
    return endpoint;
}

/// A listener whose queue is full, so that whoever connects waits.
class FullListener {
public:
    template <class Address>
    explicit FullListener(Address address, int connections)
    {
        auto* const where = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        m_sockets.push_back(socket(where->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (bind(m_sockets[0], where, size) != 0 || listen(m_sockets[0], 0) != 0)
            throw std::runtime_error("cannot listen");
        getsockname(m_sockets[0], where, &size);
        if (where->sa_family == AF_INET)
            m_port = ntohs(reinterpret_cast<const sockaddr_in*>(where)->sin_port);
        for (int i = 0; i < connections; ++i) {
            m_sockets.push_back(socket(where->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            static_cast<void>(connect(m_sockets.back(), where, size));
        }
    }
    ~FullListener()
    {
        for (const int each : m_sockets)
            close(each);
    }
    FullListener(const FullListener&) = delete;
    FullListener& operator=(const FullListener&) = delete;

    quint16 port() const { return m_port; }

private:
    std::vector<int> m_sockets;
    quint16 m_port = 0;
};

/// Answers what comes with `reply`, byte by byte with so many milliseconds between them, or at once, in a
/// thread of its own. `endless`, unless it is empty, follows over and over, as fast as it is taken.
class DrippingServer {
public:
    explicit DrippingServer(std::string reply, int pause = 50, std::string endless = {})
        : m_reply(std::move(reply)), m_pause(pause), m_endless(std::move(endless))
    {
        m_listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (bind(m_listener, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
            listen(m_listener, 8) != 0)
            throw std::runtime_error("cannot listen");
        getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
        m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }
    ~DrippingServer()
    {
        m_thread.request_stop();
        m_thread.join();
        close(m_listener);
    }
    DrippingServer(const DrippingServer&) = delete;
    DrippingServer& operator=(const DrippingServer&) = delete;

    Endpoint endpoint() const { return tcp("127.0.0.1", m_port); }

private:
    static bool ready(int socket, int milliseconds)
    {
        pollfd wanted{socket, POLLIN, 0};
        return poll(&wanted, 1, milliseconds) > 0;
    }
    /// False: the client has gone.
    static bool sendAll(int client, std::string_view bytes, const std::stop_token& stop)
    {
        while (!bytes.empty() && !stop.stop_requested()) {
            const auto sent = send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent < 0 && errno != EAGAIN)
                return false;
            if (sent < 0) {
                pollfd wanted{client, POLLOUT, 0};
                poll(&wanted, 1, 20);
            }
            bytes.remove_prefix(std::size_t(std::max<decltype(sent)>(sent, 0)));
        }
        return true;
    }
    void serve(const std::stop_token& stop)
    {
        while (!stop.stop_requested()) {
            if (!ready(m_listener, 20))
                continue;
            const int client = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            std::array<char, 4096> bytes{};
            bool greeted = false;
            while (!stop.stop_requested()) {
                if (!ready(client, 20))
                    continue;
                if (recv(client, bytes.data(), bytes.size(), 0) <= 0)
                    break;
                if (!std::exchange(greeted, true)) {
                    send(client, "+OK\r\n", 5, MSG_NOSIGNAL);
                    continue;
                }
                if (m_pause == 0)
                    send(client, m_reply.data(), m_reply.size(), MSG_NOSIGNAL);
                for (const char byte : m_pause == 0 ? std::string() : m_reply) {
                    if (stop.stop_requested() || send(client, &byte, 1, MSG_NOSIGNAL) < 0)
                        break;
                    poll(nullptr, 0, m_pause);
                }
                while (!m_endless.empty() && !stop.stop_requested())
                    if (!sendAll(client, m_endless, stop))
                        break;
            }
            close(client);
        }
    }

    const std::string m_reply;
    const int m_pause;
    const std::string m_endless;
    quint16 m_port = 0;
    int m_listener = -1;
    std::jthread m_thread;
};

} // namespace

class TestStream : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void carriesBytesByTcp()
    {
        QTcpServer listener; // only at one of the addresses that the name may have
        QVERIFY(listener.listen(QHostAddress::LocalHost));
        const auto stream = Dialler(tcp("localhost", listener.serverPort()), {}).dial();
        QVERIFY(listener.waitForNewConnection(patienceMs));
        QTcpSocket* const peer = listener.nextPendingConnection();
        const auto deadline = Stream::Clock::now() + std::chrono::milliseconds(patienceMs);
        QCOMPARE(stream->write({"a\0b", 3}, deadline).count, 3U);
        QTRY_COMPARE(peer->bytesAvailable(), 3);
        QCOMPARE(peer->readAll(), QByteArray("a\0b", 3));
        QVERIFY(!stream->peerClosed());
        peer->write("xyz");
        peer->flush();
        std::array<char, 2> buffer{};
        QCOMPARE(stream->read(buffer, deadline).count, 2U);
        QCOMPARE(QByteArray(buffer.data(), 2), QByteArray("xy"));
        QVERIFY(!stream->peerClosed()); // a byte is left
        QCOMPARE(stream->read(buffer, deadline).count, 1U);
        peer->disconnectFromHost();
        QTRY_VERIFY(stream->peerClosed());
        const Stream::Moved end = stream->read(buffer, deadline);
        QVERIFY(end.count == 0 && !end.error);
    }

    // What a program prints that was started without standard output must not go to a server.
    void aConnectionIsNoStandardStream()
    {
        QTcpServer listener;
        QVERIFY(listener.listen(QHostAddress::LocalHost));
        const Endpoint endpoint = tcp("127.0.0.1", listener.serverPort());
        const pid_t child = fork();
        if (child == 0) {
            for (const int standard : {0, 1, 2})
                close(standard);
            const auto stream = Dialler(endpoint, {}).dial();
            const PipelinedServer server(endpoint); // its threads are woken through sockets
            for (const int standard : {0, 1, 2})
                if (fcntl(standard, F_GETFD) >= 0)
                    _exit(1);
            _exit(stream->descriptor() > 2 ? 0 : 1);
        }
        QVERIFY(child > 0);
        int status = -1;
        QCOMPARE(waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
    }

    void tcpIsKeptAliveAndSendsAtOnce()
    {
        QTcpServer listener;
        QVERIFY(listener.listen(QHostAddress::LocalHost));
        const auto stream = Dialler(tcp("127.0.0.1", listener.serverPort()), {}).dial();
        int found = 0;
        for (int descriptor = 0; descriptor < 1024; ++descriptor) {
            sockaddr_in peer{};
            socklen_t size = sizeof peer;
            if (getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) != 0 ||
                peer.sin_family != AF_INET || ntohs(peer.sin_port) != listener.serverPort())
                continue;
            ++found;
            const auto option = [&](int level, int name) {
                int value = 0;
                socklen_t length = sizeof value;
                getsockopt(descriptor, level, name, &value, &length);
                return value;
            };
            QCOMPARE(option(SOL_SOCKET, SO_KEEPALIVE), 1);
            QCOMPARE(option(IPPROTO_TCP, TCP_NODELAY), 1);
            QCOMPARE(option(IPPROTO_TCP, TCP_KEEPIDLE), 15);
        }
        QCOMPARE(found, 1);
    }

    void failuresToConnect_data()
    {
        addColumns<QString, QString>({"host", "path"});
        addRow("refused", "127.0.0.1", "");
        addRow("no such name", "nowhere.invalid", "");
        addRow("no socket", "", "/nonexistent/redis.sock");
        addRow("path too long", "", "/" + QString(200, 'x'));
    }
    void failuresToConnect()
    {
        QFETCH(QString, host);
        QFETCH(QString, path);
        Endpoint endpoint = tcp(qPrintable(host), 1);
        endpoint.socketPath = path.toStdString();
        const auto error = thrownBy<Unavailable>([&] { Dialler(endpoint, {}).dial(); });
        QVERIFY(error);
        QVERIFY(error->reason() == (host.endsWith("invalid") ? Reason::NameUnknown : Reason::NoConnection));
        QVERIFY(error->effect() == Unavailable::Effect::None);
        QVERIFY2(
            QString(error->what()).startsWith("cannot connect to " + QString::fromStdString(endpoint.text())),
            error->what());
    }

    void connectingTakesNoLongerThanItsTimeout()
    {
        const QTemporaryDir directory;
        const std::string path = directory.filePath("full.sock").toStdString();
        sockaddr_un local{};
        local.sun_family = AF_UNIX;
        std::strcpy(local.sun_path, path.c_str()); // NOLINT: a short path
        const FullListener fullLocally(local, 4);
        sockaddr_in loopback{};
        loopback.sin_family = AF_INET;
        loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const FullListener fullByTcp(loopback, 4);
        Endpoint endpoint;
        endpoint.socketPath = path;
        for (const Endpoint& full : {endpoint, tcp("127.0.0.1", fullByTcp.port())}) {
            const auto start = Stream::Clock::now();
            const auto error = thrownBy<Unavailable>([&] { Dialler(full, {soon, 60s}).dial(); });
            QVERIFY(error);
            QVERIFY(error->reason() == Reason::TimedOut);
            QVERIFY(Stream::Clock::now() - start >= soon - 50ms);
            QVERIFY(Stream::Clock::now() - start < late);
        }
    }

    void anAnswerThatDripsIsCutOffAtTheDeadline()
    {
        const DrippingServer server("$1000\r\n" + std::string(1000, 'x') + "\r\n"); // in 50 seconds
        Connection connection(server.endpoint(), {2000ms, 3s});
        const auto start = Stream::Clock::now();
        const auto error = thrownBy<Unavailable>([&] { connection.call({"GET", "x"}); });
        const auto took = Stream::Clock::now() - start;
        QVERIFY(error);
        QVERIFY(error->reason() == Reason::TimedOut);
        QVERIFY(error->effect() == Unavailable::Effect::Uncertain);
        QVERIFY2(QString(error->what()).contains("no answer within 3000 ms"), error->what());
        QVERIFY(took >= 3s - 50ms);
        QVERIFY(took < late);
    }

    void theDeadlineIsThatOfTheWholePipeline()
    {
        const DrippingServer server(":1\r\n"); // a reply in 200 ms
        Connection connection(server.endpoint(), {2000ms, 20s});
        QVERIFY(!thrownBy<Unavailable>([&] { connection.call({"GET", "x"}); }));
        const DrippingServer slow(":1\r\n:2\r\n:3\r\n:4\r\n:5\r\n:6\r\n:7\r\n:8\r\n"); // 1.6 s
        Connection other(slow.endpoint(), {2000ms, 1000ms});
        const std::vector<Command> eight(8, Command{"GET", "x"});
        const auto error = thrownBy<Unavailable>([&] { other.pipeline(eight); });
        QVERIFY(error);
        QVERIFY(error->reason() == Reason::TimedOut);
    }

    void anAnswerWithoutEndIsCutOff_data()
    {
        addColumns<QByteArray, bool>({"kind", "isLine"});
        for (const char* const kind : {"connection", "pipelined", "pool", "sentinel", "cluster"})
            for (const bool isLine : {true, false})
                QTest::addRow("%s, %s", kind, isLine ? "a line" : "a text") << QByteArray(kind) << isLine;
    }
    void anAnswerWithoutEndIsCutOff()
    {
        QFETCH(QByteArray, kind);
        QFETCH(bool, isLine);
        const DrippingServer hostile(isLine ? "+" : "$4000000000\r\n", 0, std::string(65'536, 'x'));
        Endpoint endpoint = hostile.endpoint();
        const Timeouts timeouts{2000ms, 50ms};
        std::unique_ptr<Server> server;
        if (kind == "pipelined") {
            server = std::make_unique<PipelinedServer>(
                endpoint, PipelinedServer::Options{.connections = 1, .patience = 50ms, .timeouts = timeouts});
        } else if (kind == "pool") {
            server = std::make_unique<ConnectionPool>([=] { return openServer(endpoint, timeouts); });
        } else {
            if (kind == "sentinel") {
                endpoint.deployment = Deployment::Sentinel;
                endpoint.primaryName = "primary";
            } else if (kind == "cluster") {
                endpoint.deployment = Deployment::Cluster;
            }
            server = openServer(endpoint, timeouts);
        }
        const auto start = Stream::Clock::now();
        const auto error = thrownBy<Unavailable>([&] { server->call({"GET", "x"}); });
        QVERIFY(error);
        QVERIFY2(error->reason() == Reason::TimedOut || error->reason() == Reason::ReplyTooLarge,
                 error->what());
        server.reset(); // which waits for its threads
        QVERIFY(Stream::Clock::now() - start < 5 * late);
    }

    void whatComesWithoutEndKeepsNobodyFromEnding()
    {
        const DrippingServer hostile("$4000000000\r\n", 0, std::string(1024, 'x'));
        auto server = std::make_unique<PipelinedServer>(
            hostile.endpoint(), PipelinedServer::Options{.connections = 1, .patience = 60s});
        std::promise<void> ended;
        server->submit({"GET", "x"}, [&](const CallOutcome& outcome) {
            QVERIFY(outcome.failure);
            ended.set_value();
        });
        server->cancel();
        QVERIFY(ended.get_future().wait_for(20s) == std::future_status::ready);
        const auto start = Stream::Clock::now();
        server.reset();
        QVERIFY(Stream::Clock::now() - start < 20s);
    }

    void aClusterOfTooManyNodesIsRefused()
    {
        std::string slots = "*2001\r\n";
        for (int i = 0; i < 2001; ++i)
            slots += "*3\r\n:" + std::to_string(i) + "\r\n:" + std::to_string(i) +
                     "\r\n*3\r\n$9\r\n127.0.0.1\r\n:" + std::to_string(1024 + i) + "\r\n$1\r\nx\r\n";
        const DrippingServer server(slots, 0);
        Endpoint endpoint = server.endpoint();
        endpoint.deployment = Deployment::Cluster;
        QVERIFY_THROWS_EXCEPTION(BadReply, openServer(endpoint, unhurried)->call({"GET", "x"}));
    }

    void aLimiterFallsBackFromAnAnswerWithoutEnd()
    {
        const DrippingServer hostile("+", 0, std::string(65'536, 'x'));
        Connection connection(hostile.endpoint(), unhurried);
        const Policy policy{"api", "gcra", parseRules("1/s")};
        RedisRateLimiter inRedis(connection, policy);
        FallbackRateLimiter limiter(inRedis, policy, {.onFailure = OnFailure::Allow});
        QVERIFY(limiter.acquire("user").withoutRedis);
    }

    void whoTakesNothingIsGivenUp()
    {
        TestServer server;
        Connection connection(server.endpoint(), {2000ms, soon});
        QTRY_VERIFY(!thrownBy<Unavailable>([&] { connection.call({"PING"}); }));
        server.freeze();
        const Command huge{"SET", "x", std::string(50'000'000, 'x')};
        const auto start = Stream::Clock::now();
        const auto error = thrownBy<Unavailable>([&] { connection.call(huge); });
        server.thaw();
        QVERIFY(error);
        QVERIFY(error->reason() == Reason::TimedOut);
        QVERIFY2(error->effect() == Unavailable::Effect::None, "half a command does not run");
        QVERIFY(Stream::Clock::now() - start < late);
    }

    void shutdownWakesAReader()
    {
        QTcpServer listener;
        QVERIFY(listener.listen(QHostAddress::LocalHost));
        const auto stream = Dialler(tcp("127.0.0.1", listener.serverPort()), {2000ms, 60s}).dial();
        std::jthread other([&] { stream->shutdown(); }); // before or during the read
        std::array<char, 2> buffer{};
        const auto start = Stream::Clock::now();
        const Stream::Moved moved = stream->read(buffer, start + 60s);
        QCOMPARE(moved.count, 0U);
        QVERIFY(Stream::Clock::now() - start < 20s);
        other.join();
        QVERIFY2(stream->write("x", start + 60s).error,
                 "it writes after its shutdown"); // and raises no signal
    }

    void refusesLargeAnswers_data()
    {
        addColumns<QByteArray, bool>({"reply", "isRead"});
        addRow("an array of all elements", QByteArray("*3\r\n:1\r\n:2\r\n:3\r\n"), true);
        addRow("an array of more", QByteArray("*4\r\n"), false);
        addRow("an array of what no machine has", QByteArray("*2147483647\r\n"), false);
        addRow("arrays in arrays", QByteArray("*2\r\n*1\r\n:1\r\n*1\r\n:1\r\n"), false);
        addRow("all bytes", QByteArray("$992\r\n" + QByteArray(992, 'x') + "\r\n"), true);
        addRow("more bytes", QByteArray("$994\r\n" + QByteArray(994, 'x') + "\r\n"), false);
        addRow("bytes without an end", QByteArray(2000, 'x'), false);
        addRow("a line", QByteArray("+" + QByteArray(100, 'x') + "\r\n"), true);
        addRow("a long line", QByteArray("+" + QByteArray(150, 'x')), false);
        addRow("a long line in an array", QByteArray("*1\r\n+" + QByteArray(150, 'x')), false);
        addRow("a part of a long text", QByteArray("$900\r\n" + QByteArray(900, 'x') + "\r\n"), true);
        addRow("of an empty array", QByteArray("*0\r\n"), true);
        addRow("of no array", QByteArray("*-1\r\n"), true);
    }
    void refusesLargeAnswers()
    {
        QFETCH(QByteArray, reply);
        QFETCH(bool, isRead);
        const DrippingServer server(reply.toStdString(), 0);
        Connection connection(server.endpoint(), {2s, 60s}, "test",
                              {.bytes = 1000, .elements = 3, .line = 120});
        const auto error = thrownBy<Unavailable>([&] { connection.call({"LRANGE", "key", "0", "-1"}); });
        QCOMPARE(!error, isRead);
        if (!isRead)
            QVERIFY(error->reason() == Reason::ReplyTooLarge);
        // The bound is one answer's, not the connection's.
        for (int i = 0; isRead && i < 5; ++i)
            connection.call({"LRANGE", "key", "0", "-1"});
    }
};

RATEWARDEN_SUITE(TestStream)
#include "tst_stream.moc"
