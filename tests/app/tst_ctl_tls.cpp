// SPDX-License-Identifier: GPL-3.0-or-later
// ratewarden-ctl on an encrypted server, with the options of redis-cli.
#include "tests/app/ctl_test.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/tls_server.h"

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlTls : public CtlTest {
    Q_OBJECT

    TestCertificates m_certificates;

    QString file(const char* name) const { return QString::fromStdString(m_certificates.file(name)); }
    static QString host(const TlsServer& server)
    {
        return "localhost:" + QString::number(server.endpoint().port);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_certificates.issue("server", "DNS:localhost");
        m_certificates.issue("client", "");
    }

    void connects()
    {
        const TlsServer server(m_certificates, "server", "yes");
        const QStringList options{"--cacert",         file("ca.pem"), "--cert",
                                  file("client.pem"), "--key",        file("client.key")};
        for (const QStringList& address : {QStringList{"--redis", "rediss://" + host(server)},
                                           {"--tls", "--redis", "redis://" + host(server)}}) {
            const Outcome outcome = run(address + options + QStringList{"blocks"});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        }
        const Outcome warned =
            run(QStringList{"--redis", "rediss://" + host(server)} + options + QStringList{"warnings"});
        QVERIFY2(warned.out.contains("certificate-ends"), qPrintable(warned.out + warned.err));
        QVERIFY2(warned.out.contains("Renew the server's certificate"), qPrintable(warned.out));
        // Behind a command with a --key of its own.
        const QStringList blocks{"block",    "user:42",
                                 "--for",    "1h",
                                 "--reason", "r",
                                 "--redis",  "rediss://" + host(server),
                                 "--cacert", file("ca.pem"),
                                 "--cert",   file("client.pem")};
        const Outcome blocked = run(blocks + QStringList{"--tls-key", file("client.key")});
        QVERIFY2(blocked.code == 0, qPrintable(blocked.err));
        const Outcome mistaken = run(blocks + QStringList{"--key", file("client.key")});
        QCOMPARE(mistaken.code, 2);
        QVERIFY2(mistaken.err.contains("--tls-key"), qPrintable(mistaken.err));
        // The address alone can say all of it, as the window remembers it.
        Endpoint endpoint = server.endpoint();
        endpoint.tls->certFile = m_certificates.file("client.pem");
        endpoint.tls->keyFile = m_certificates.file("client.key");
        const Outcome addressed = run({"--redis", QString::fromStdString(endpoint.url()), "blocks"});
        QVERIFY2(addressed.code == 0, qPrintable(addressed.err));
    }

    void refuses_data()
    {
        addColumns<QStringList, int, QString>({"options", "code", "words"});
        addRow("an authority that is not known", QStringList{"--tls"}, 3, "cacert=");
        addRow("without TLS", QStringList{"--cacert", "ca.pem"}, 2, "--cacert requires --tls");
        addRow("a key alone", QStringList{"--tls", "--key", "client.key"}, 2, "requires --cert");
        addRow("no such file", QStringList{"--tls", "--cacert", "/none.pem"}, 2, "No such file");
        addRow("another name", QStringList{"--tls", "--cacert", "ca.pem", "--sni", "redis.example.com"}, 3,
               "sni=");
    }
    void refuses()
    {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        QFETCH(QString, words);
        for (QString& option : options)
            if (option.endsWith(".pem") && !option.startsWith('/'))
                option = file(qPrintable(option));
        const TlsServer server(m_certificates);
        const Outcome outcome =
            run(QStringList{"--redis", "redis://" + host(server)} + options + QStringList{"blocks"});
        QVERIFY2(outcome.code == code, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(words), qPrintable(outcome.err));
    }

    void aUnixSocketHasNoTls()
    {
        const Outcome outcome = run({"--tls", "blocks"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("not for a Unix socket"), qPrintable(outcome.err));
    }
};

RATEWARDEN_SUITE(TestCtlTls)
#include "tst_ctl_tls.moc"
