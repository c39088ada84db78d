// SPDX-License-Identifier: GPL-3.0-or-later
// A connection through a real ssh server; skipped where there is none.
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/pipelined_connection.h"
#include "tests/support/child.h"
#include "tests/support/cluster_node.h"
#include "tests/support/files.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_certificates.h"
#include "tests/support/test_server.h"
#include "tests/support/thrown.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Reason = Unavailable::Reason;

class TestSsh : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QProcess m_sshd;
    const quint16 m_sshPort = freePort();
    const quint16 m_redisPort = freePort();
    std::optional<TestServer> m_server;

    QString path(const char* name) const { return m_folder.filePath(name); }

    void write(const char* name, const QString& text) const { QVERIFY(writeInto(path(name), text.toUtf8())); }

    void makeKey(const char* name) const
    {
        QCOMPARE(QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", path(name)}), 0);
    }

    Endpoint endpoint(const char* destination = "bastion") const
    {
        Endpoint endpoint;
        endpoint.host = "127.0.0.1";
        endpoint.port = m_redisPort;
        endpoint.ssh = destination;
        return endpoint;
    }

    static std::optional<Unavailable> failure(const Endpoint& endpoint, Timeouts timeouts = unhurried)
    {
        return thrownBy<Unavailable>([&] { Connection(endpoint, timeouts).call({"PING"}); });
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QString sshd = QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/local/sbin"});
        if (sshd.isEmpty() || QStandardPaths::findExecutable("ssh").isEmpty())
            QSKIP("there is no ssh server on this machine");
        makeKey("host");
        makeKey("user");
        QVERIFY(QFile::copy(path("user.pub"), path("authorized")));
        write("sshd_config", QString("Port %1\nListenAddress 127.0.0.1\nHostKey %2\nAuthorizedKeysFile %3\n"
                                     "PidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n"
                                     "KbdInteractiveAuthentication no\nPermitRootLogin yes\n")
                                 .arg(m_sshPort)
                                 .arg(path("host"), path("authorized")));
        write("other",
              QString("[127.0.0.1]:%1 %2").arg(m_sshPort).arg(QString::fromUtf8(readFile(path("user.pub")))));
        write("known",
              QString("[127.0.0.1]:%1 %2").arg(m_sshPort).arg(QString::fromUtf8(readFile(path("host.pub")))));
        const QString common = QString("HostName 127.0.0.1\nPort %1\nIdentitiesOnly yes\n").arg(m_sshPort);
        write("config", "Host bastion\n" + common + "IdentityFile " + path("user") + "\nUserKnownHostsFile " +
                            path("known") + "\nHost nokey\n" + common + "IdentityFile " + path("none") +
                            "\nUserKnownHostsFile " + path("known") + "\nHost changed\n" + common +
                            "IdentityFile " + path("user") + "\nUserKnownHostsFile " + path("other") +
                            "\nHost stranger\n" + common + "IdentityFile " + path("user") +
                            "\nUserKnownHostsFile " + path("none") + "\n");
        // ssh takes its configuration from the user's home in the password file, not from $HOME: a script of
        // its name says where it is.
        QVERIFY(QDir(m_folder.path()).mkdir("bin"));
        write("bin/ssh", "#!/bin/sh\nexec " + QStandardPaths::findExecutable("ssh") + " -F " +
                             path("config") + " \"$@\"\n");
        QVERIFY(
            QFile::setPermissions(path("bin/ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("PATH", path("bin").toLocal8Bit() + ":" + qgetenv("PATH"));
        qunsetenv("SSH_AUTH_SOCK");

        QDir().mkpath("/run/sshd"); // it wants it; only root can, and only root needs it
        m_sshd.setProcessChannelMode(QProcess::MergedChannels);
        m_sshd.start(sshd, {"-D", "-e", "-f", path("sshd_config")});
        while (!m_sshd.readAllStandardOutput().contains("listening"))
            QVERIFY2(m_sshd.waitForReadyRead(patienceMs), "sshd does not start");
        m_server.emplace(QStringList{"--port", QString::number(m_redisPort), "--bind", "127.0.0.1"});
    }

    void cleanupTestCase()
    {
        m_sshd.terminate();
        m_sshd.waitForFinished();
    }

    void aChildLeavesTheParentsAlone()
    {
        auto connection = std::make_unique<Connection>(endpoint(), unhurried);
        const std::int64_t id = connection->call({"CLIENT", "ID"}).view().integer();
        QVERIFY(isTrueInChild([&] {
            const bool isAnother = connection->call({"CLIENT", "ID"}).view().integer() != id;
            connection.reset();
            return isAnother;
        }));
        QVERIFY(isTrueInChild([&] {
            connection.reset(); // it ends no program of the parent's
            return true;
        }));
        QCOMPARE(connection->call({"CLIENT", "ID"}).view().integer(), id);
    }

    void carriesCommands()
    {
        Connection connection(endpoint(), unhurried);
        QCOMPARE(connection.call({"PING"}).view().string(), std::string_view("PONG"));
        const std::string value(1'000'000, 'x');
        connection.call({"SET", "key", value});
        QVERIFY(connection.call({"GET", "key"}).view().string() == value);
        QVERIFY(connection.where().ends_with("?ssh=bastion"));
    }

    void carriesTls()
    {
        TestCertificates certificates;
        certificates.issue("server", "DNS:redis.example.com");
        const quint16 port = freePort();
        const TestServer server({"--tls-port", QString::number(port), "--tls-cert-file",
                                 QString::fromStdString(certificates.file("server.pem")), "--tls-key-file",
                                 QString::fromStdString(certificates.file("server.key")),
                                 "--tls-ca-cert-file", QString::fromStdString(certificates.caFile()),
                                 "--tls-auth-clients", "no", "--bind", "127.0.0.1"});
        Endpoint encrypted = endpoint();
        encrypted.port = port;
        encrypted.tls = TlsSettings{certificates.caFile(), "", "", "redis.example.com"};
        Connection connection(encrypted, unhurried);
        QCOMPARE(connection.call({"PING"}).view().string(), std::string_view("PONG"));
        QVERIFY(connection.tls());
    }

    // ssh connects on its own time, which is that of connecting, not that of a command.
    void sshMayBeSlow()
    {
        const QByteArray searched = qgetenv("PATH");
        QVERIFY(QDir(m_folder.path()).mkpath("slow"));
        write("slow/ssh", "#!/bin/sh\nsleep 6\nexec " + path("bin/ssh") + " \"$@\"\n");
        QVERIFY(
            QFile::setPermissions(path("slow/ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("PATH", path("slow").toLocal8Bit() + ":" + searched);
        const auto error = failure(endpoint(), {60s, 5s});
        QVERIFY2(!error, error ? error->what() : "");
        PipelinedConnection pipelined(endpoint(), {60s, 5s}); // throws otherwise
        qputenv("PATH", searched);
    }

    // The program ends with the connection, so that none pile up.
    void leavesNoProgramBehind()
    {
        const auto running = [&] {
            QProcess list;
            list.start("pgrep", {"-f", "--", "-F " + path("config")});
            list.waitForFinished();
            return list.readAllStandardOutput().split('\n').size() - 1;
        };
        const auto before = running();
        {
            Connection connection(endpoint(), unhurried);
            connection.call({"PING"});
            QCOMPARE(running(), before + 1);
        }
        QCOMPARE(running(), before);
    }

    void saysWhatSshSays_data()
    {
        addColumns<QByteArray, quint16, QByteArray>({"destination", "port", "words"});
        addRow("no key", QByteArray("nokey"), m_redisPort, QByteArray("Permission denied"));
        addRow("an unknown host", QByteArray("stranger"), m_redisPort,
               QByteArray("Host key verification failed"));
        addRow("no such name", QByteArray("nowhere.invalid"), m_redisPort, QByteArray("Could not resolve"));
        addRow("nothing behind it", QByteArray("bastion"), quint16(1), QByteArray("refused"));
    }
    void saysWhatSshSays()
    {
        QFETCH(QByteArray, destination);
        QFETCH(quint16, port);
        QFETCH(QByteArray, words);
        Endpoint where = endpoint(destination.constData());
        where.port = port;
        const auto error = failure(where);
        QVERIFY(error);
        QVERIFY2(error->reason() == Reason::SshFailed, error->what());
        QVERIFY(error->effect() == Unavailable::Effect::None);
        QVERIFY2(QByteArray(error->what()).contains(words), error->what());
        where.tls.emplace();
        const auto encrypted = failure(where);
        QVERIFY2(encrypted->reason() == Reason::SshFailed, encrypted->what());
    }

    // Somebody in the middle is not let in, and not helped in.
    void aChangedHostKey()
    {
        const auto error = failure(endpoint("changed"));
        QVERIFY(error);
        QVERIFY2(error->reason() == Reason::HostKeyChanged, error->what());
        const QByteArray words = error->what();
        for (const char* said : {"SHA256:", "has changed", "between you and the host", "ssh-keygen -R"})
            QVERIFY2(words.contains(said), words);
        for (const char* unsaid : {"\\x", "@@", "add its key"})
            QVERIFY2(!words.contains(unsaid), words);
    }

    void withoutSsh()
    {
        const QByteArray searched = qgetenv("PATH");
        qputenv("PATH", path("none").toLocal8Bit());
        const auto error = failure(endpoint());
        qputenv("PATH", searched);
        QVERIFY(error);
        QVERIFY2(error->reason() == Reason::SshFailed, error->what());
    }
};

RATEWARDEN_SUITE(TestSsh)
#include "tst_ssh.moc"
