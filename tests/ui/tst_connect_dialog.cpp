// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that asks for a server, with what people type into it.
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/dialogs/connection_test.h"
#include "ui/link/lane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"

#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <algorithm>

using namespace ratewarden;
using namespace ratewarden::ui;

class TestConnectDialog : public QObject {
    Q_OBJECT

private:
    QPointer<ConnectDialog> m_dialog;
    std::vector<Endpoint> m_wanted;

    QLineEdit* field(const char* name) const { return m_dialog->findChild<QLineEdit*>(name); }

    template <class... Arguments>
    void open(const Arguments&... arguments)
    {
        m_dialog = new ConnectDialog(arguments...);
        connect(m_dialog, &ConnectDialog::serverWanted, this,
                [this](const ServerProfile& server) { m_wanted.push_back(server.endpoint); });
        m_dialog->open();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog, ratewarden::test::patienceMs));
    }

    static ServerProfile at(const Endpoint& endpoint)
    {
        ServerProfile server;
        server.endpoint = endpoint;
        return server;
    }

    /// Over what has the focus, as people do.
    static void type(const QString& text)
    {
        auto* const line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, text);
    }

    static void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }

    /// Everything that can be read in the dialog.
    QString readable() const
    {
        QStringList texts{m_dialog->windowTitle()};
        for (const PlainLabel* label : m_dialog->findChildren<PlainLabel*>())
            texts << label->text() << label->toolTip();
        for (const QLineEdit* line : m_dialog->findChildren<QLineEdit*>())
            texts << line->displayText() << line->toolTip() << line->accessibleName();
        return texts.join('\n');
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Scheme::Light); }
    void init() { m_wanted.clear(); }
    void cleanup() { delete m_dialog; }

    void anAddressIsTyped()
    {
        open(QString());
        QVERIFY(field("address")->hasFocus());
        QCOMPARE(field("address")->text(), "redis://localhost:6379");
        QTest::keyClicks(field("address"), "redis://cache:6380/2"); // over what was there
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.front(), parseEndpoint("redis://cache:6380/2"));
        QVERIFY(m_dialog->isVisible()); // until its owner has opened it
    }

    void aUserAndAPasswordAreTyped()
    {
        open(QString("redis://cache"));
        QTest::keyClick(field("address"), Qt::Key_Tab);
        QVERIFY(field("user")->hasFocus());
        type("bob");
        press(Qt::Key_Tab);
        QVERIFY(field("password")->hasFocus());
        type("s3cret");
        QVERIFY2(!readable().contains("s3cret"), "the password can be read");
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.front(), parseEndpoint("redis://bob:s3cret@cache"));
    }

    void aPasswordInTheAddressIsHidden()
    {
        open(QString());
        type("redis://bob:s3%2Fcret@cache/3");
        press(Qt::Key_Tab);
        QCOMPARE(field("address")->text(), "redis://cache:6379/3");
        QCOMPARE(field("user")->text(), "bob");
        QCOMPARE(field("password")->text(), "s3/cret");
        QVERIFY2(!readable().contains("cret"), "the password can be read");
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.back(), parseEndpoint("redis://bob:s3%2Fcret@cache/3"));
        // Return at once, without leaving the field.
        field("address")->setFocus();
        type("redis://:other@cache");
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.back(), parseEndpoint("redis://:other@cache"));
        QVERIFY2(!readable().contains("other@"), "the password can be read");
    }

    void aUserInTheAddressLeavesThePassword()
    {
        open(QString("redis://alice@cache"));
        QCOMPARE(field("user")->text(), "alice");
        QCOMPARE(field("address")->text(), "redis://cache:6379");
        field("password")->setFocus();
        type("s3cret");
        field("address")->setFocus();
        type("redis://bob@cache");
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.back(), parseEndpoint("redis://bob:s3cret@cache"));
    }

    void badAddressesAreRefused_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("why");
        QTest::newRow("nothing") << ""
                                 << "does not begin with redis:, rediss: or unix:";
        QTest::newRow("a web page") << "https://example.com"
                                    << "does not begin with redis:, rediss: or unix:";
        QTest::newRow("a name") << "localhost"
                                << "does not begin with redis:, rediss: or unix:";
        QTest::newRow("no URL") << "redis://a b"
                                << "it is not a URL from character";
        QTest::newRow("a port") << "redis://cache:99999"
                                << "the port is not a number from 0 to 65535";
        QTest::newRow("a database") << "redis://cache/main"
                                    << "the database is not a number";
        QTest::newRow("no path") << "unix://"
                                 << "absolute path after three slashes";
    }

    void badAddressesAreRefused()
    {
        QFETCH(QString, address);
        QFETCH(QString, why);
        open(QString());
        field("password")->setFocus();
        type("s3cret");
        field("address")->setFocus();
        type(address.isEmpty() ? " " : address);
        press(Qt::Key_Return);
        QVERIFY(m_wanted.empty());
        QVERIFY_TEXT(m_dialog->problem(), contains(why));
        QCOMPARE(field("address")->text().trimmed(), address); // to be corrected
        QVERIFY(field("address")->hasFocus());
        QCOMPARE(field("password")->text(), "s3cret");
        type("redis://cache");
        QCOMPARE(m_dialog->problem(), QString()); // of what stood there before
        press(Qt::Key_Return);
        QCOMPARE(m_dialog->problem(), QString());
        QCOMPARE(m_wanted.size(), 1U);
    }

    void aProblemIsNotCutOff()
    {
        open(QString());
        const auto isWhole = [this] {
            return std::ranges::all_of(m_dialog->findChildren<PlainLabel*>(), [](const PlainLabel* label) {
                return label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                         : label->height() >= label->fontMetrics().height();
            });
        };
        type("https://example.com");
        press(Qt::Key_Return);
        QVERIFY(!m_dialog->problem().isEmpty());
        QTRY_VERIFY(isWhole());
        const int low = m_dialog->height();
        m_dialog->fail(
            QString("Cannot connect to redis://cache:6379, and the reason is long. ").repeated(12));
        QTRY_VERIFY(m_dialog->height() > low);
        QTRY_VERIFY(isWhole());
        m_dialog->resize(900, m_dialog->height());
        QTRY_VERIFY(isWhole());
    }

    void aServerAsksForAPassword()
    {
        const ratewarden::test::TestServer server({"--requirepass", "s3cret"});
        Endpoint endpoint = server.endpoint();
        endpoint.password = "wr0ng";
        QString reason;
        try {
            Connection(endpoint, ratewarden::test::unhurried).call({"PING"});
        } catch (const Refused& error) {
            reason = QString::fromUtf8(error.what());
        }
        QVERIFY2(!reason.isEmpty(), "the server has accepted the wrong password");
        open(reason, at(endpoint), static_cast<ProfileSecrets*>(nullptr));
        QCOMPARE(m_dialog->problem(), reason);
        QVERIFY(field("password")->hasFocus());
        QCOMPARE(field("password")->text(), QString()); // it was the wrong one
        QVERIFY2(!readable().contains("wr0ng"), qPrintable(readable()));
        type("s3cret");
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_dialog->problem(), QString());
        Connection(m_wanted.front(), ratewarden::test::unhurried).call({"PING"}); // else throws
    }

    void theUserIsAskedForAgain()
    {
        open(QString("Wrong password for user bob"), at(parseEndpoint("redis://bob:wr0ng@cache:6380/1")),
             static_cast<ProfileSecrets*>(nullptr));
        QCOMPARE(field("address")->text(), "redis://cache:6380/1");
        QCOMPARE(field("user")->text(), "bob");
        QVERIFY2(!readable().contains("wr0ng"), qPrintable(readable()));
        type("right");
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.back(), parseEndpoint("redis://bob:right@cache:6380/1"));
    }

    void cancels()
    {
        open(QString());
        type("redis://cache");
        QTest::mouseClick(m_dialog->findChild<QPushButton*>("cancel"), Qt::LeftButton);
        QTRY_VERIFY(!m_dialog);
        QVERIFY(m_wanted.empty());
        open(QString());
        press(Qt::Key_Escape);
        QTRY_VERIFY(!m_dialog);
        QVERIFY(m_wanted.empty());
    }

    // The fields and the address say the same, whichever is edited.
    void tlsAndSshAreChosen()
    {
        open(QString());
        auto* const tls = m_dialog->findChild<QCheckBox*>("tls");
        QVERIFY(!field("cacert")->isVisible());
        QTest::mouseClick(tls, Qt::LeftButton, {}, QPoint(8, tls->height() / 2));
        QVERIFY(tls->isChecked());
        QVERIFY(field("cacert")->isVisible());
        QCOMPARE(field("address")->text(), "rediss://localhost:6379");
        for (const auto& [name, text] : {std::pair("key", "/my key.pem"), std::pair("cert", "/my.pem"),
                                         std::pair("cacert", "/ca.pem"), std::pair("ssh", "ops@bastion")}) {
            field(name)->setFocus();
            QTest::keyClicks(field(name), text);
        }
        press(Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.back(),
                 parseEndpoint("rediss://localhost:6379?cacert=/ca.pem&cert=/my.pem&key=/my%20key.pem&"
                               "ssh=ops@bastion"));

        field("address")->setFocus();
        type("rediss://cache?sni=redis.example.com");
        press(Qt::Key_Tab);
        QCOMPARE(field("sni")->text(), "redis.example.com");
        QCOMPARE(field("cacert")->text(), QString());
        field("address")->setFocus();
        type("unix:///run/redis.sock");
        press(Qt::Key_Tab);
        QVERIFY(!tls->isChecked());
        QVERIFY(!tls->isEnabled());
    }

    void aTestSaysWhichStepFails()
    {
        ratewarden::test::TestServer server;
        open(QString::fromStdString(server.endpoint().url()));
        auto* const steps = m_dialog->findChild<ConnectionTest*>();
        QVERIFY(!steps->isVisible());
        QSignalSpy finished(steps, &ConnectionTest::finished);
        const auto test = [&] {
            QTest::mouseClick(m_dialog->findChild<QPushButton*>("test"), Qt::LeftButton);
            return !finished.isEmpty() || finished.wait(ratewarden::test::patienceMs);
        };
        QVERIFY(test());
        QVERIFY_TEXT(steps->text(),
                     startsWith("✓ connection\n✓ login\n✓ right to read\nAll steps work · redis "));
        QCOMPARE(m_dialog->problem(), QString());
        QVERIFY(m_wanted.empty()); // nothing is opened

        field("user")->setFocus();
        type("nobody");
        field("password")->setFocus();
        type("none");
        finished.clear();
        QVERIFY(test());
        QVERIFY_TEXT(steps->text(), startsWith("✓ connection\n✗ login\n○ right to read"));
        QVERIFY_TEXT(m_dialog->problem(), contains("WRONGPASS"));

        field("address")->setFocus();
        type("redis://nowhere.invalid");
        finished.clear();
        QVERIFY(test());
        QVERIFY_TEXT(steps->text(), startsWith("✗ name\n○ connection"));
        auto* const tls = m_dialog->findChild<QCheckBox*>("tls");
        QTest::mouseClick(tls, Qt::LeftButton, {}, QPoint(8, tls->height() / 2));
        QCoreApplication::processEvents();
        if (qEnvironmentVariableIsSet("CONNECT_PICTURE"))
            m_dialog->grab().save(qEnvironmentVariable("CONNECT_PICTURE"));
    }

    void anEarlierTestSaysNothingAnyMore()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        const ratewarden::test::TestServer server;
        open(QString("redis://127.0.0.1:%1").arg(silent.serverPort()));
        auto* const steps = m_dialog->findChild<ConnectionTest*>();
        QSignalSpy finished(steps, &ConnectionTest::finished);
        auto* const button = m_dialog->findChild<QPushButton*>("test");
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(silent.hasPendingConnections() || silent.waitForNewConnection(ratewarden::test::patienceMs));
        const QTcpSocket* const first = silent.nextPendingConnection();
        QVERIFY(steps->isVisible());
        field("address")->setFocus();
        type(QString::fromStdString(server.endpoint().url()));
        QVERIFY(!steps->isVisible()); // of another server than that
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
        const QString outcome = steps->text();
        QVERIFY_TEXT(outcome, contains("All steps work"));
        QTRY_COMPARE(first->state(), QAbstractSocket::UnconnectedState);
        QTRY_VERIFY(qApp->findChildren<Lane*>().isEmpty()); // the earlier one has ended
        QCOMPARE(finished.size(), 1);
        QCOMPARE(steps->text(), outcome);
    }

    // The dialog may go while it waits for an answer that never comes.
    void aTestMayBeLeft()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        open(QString("redis://127.0.0.1:%1").arg(silent.serverPort()));
        QTest::mouseClick(m_dialog->findChild<QPushButton*>("test"), Qt::LeftButton);
        press(Qt::Key_Escape);
        QTRY_VERIFY(!m_dialog);
    }

    void theDemoIsOffered()
    {
        open(QString());
        int demos = 0;
        connect(m_dialog, &ConnectDialog::demoWanted, this, [&] { ++demos; });
        QTest::mouseClick(m_dialog->findChild<QPushButton*>("demo"), Qt::LeftButton);
        QCOMPARE(demos, 1);
        QVERIFY(m_wanted.empty());
    }
};

RATEWARDEN_SUITE(TestConnectDialog)
#include "tst_connect_dialog.moc"
