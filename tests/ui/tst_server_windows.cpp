// SPDX-License-Identifier: GPL-3.0-or-later
// Several servers open at once: each window with its stripe, how one goes from one to another, and what
// becomes of a password.
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/ui/fake_secrets.h"
#include "ui/dialogs/act_dialog.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/dialogs/server_switcher.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/token_actions.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/server_windows.h"
#include "ui/theme/theme.h"
#include "ui/widgets/server_stripe.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace std::chrono_literals;
using ratewarden::test::TestServer;
using ratewarden::test::unhurried;

class TestServerWindows : public QObject {
    Q_OBJECT

private:
    struct Fixture {
        QTemporaryDir folder;
        ui::test::FakeSecrets keychain;
        ProfileStore store{folder.filePath("profiles.json")};
        ServerWindows windows{store, keychain, nullptr};
        Fixture() { windows.setTimes({{5s, 5s}, 20ms, 100ms}); }
    };
    TestServer m_first;
    TestServer m_second;
    std::unique_ptr<TestServer> m_locked;
    std::unique_ptr<Fixture> m;

    ServerProfile add(const QString& name, const Endpoint& endpoint, Environment environment,
                      ProfileColor color, bool remembers = false)
    {
        ServerProfile profile;
        profile.name = name;
        profile.color = color;
        profile.environment = environment;
        profile.remembersPassword = remembers;
        profile.endpoint = endpoint;
        m->store.save(profile);
        return profile;
    }
    ServerProfile production()
    {
        return add("prod-eu", m_first.endpoint(), Environment::Production, ProfileColor::Vermilion);
    }
    ServerProfile staging()
    {
        return add("staging", m_second.endpoint(), Environment::Staging, ProfileColor::Amber);
    }

    /// The window that shows this server, once it is in front.
    MainWindow* front(const QString& name) const
    {
        for (MainWindow* const window : m->windows.windows())
            if (window->windowTitle().startsWith(name + " ") &&
                QTest::qWaitForWindowActive(window, ratewarden::test::patienceMs))
                return window;
        return nullptr;
    }
    static QString stripe(const QWidget* dialog)
    {
        const auto* const found = dialog->findChild<ServerStripe*>();
        return found && found->isVisible() && found->width() == dialog->width() ? found->text() : QString();
    }
    /// For somebody who looks: into the folder that SERVER_PICTURE names.
    static void picture(QWidget* widget, const char* name)
    {
        if (qEnvironmentVariableIsSet("SERVER_PICTURE"))
            widget->grab().save(QDir(qEnvironmentVariable("SERVER_PICTURE")).filePath(name));
    }
    void waitUntilLive(MainWindow* window) const { QTRY_COMPARE(window->link().state(), Link::State::Live); }
    TestServer& locked()
    {
        if (!m_locked)
            m_locked = std::make_unique<TestServer>(QStringList{"--requirepass", "s3cret"});
        return *m_locked;
    }

private Q_SLOTS:
    void initTestCase()
    {
        applyTheme(*qApp, Scheme::Light);
        QApplication::setQuitOnLastWindowClosed(false);
        qunsetenv("RATEWARDEN_REDIS_PASSWORD");
    }
    void init() { m = std::make_unique<Fixture>(); }
    void cleanup() { m.reset(); }

    void eachServerHasItsWindow()
    {
        m->windows.open(production());
        m->windows.open(staging());
        QCOMPARE(m->windows.windows().size(), 2U);
        MainWindow* const prod = m->windows.windows()[0];
        QCOMPARE(prod->windowTitle(), QString::fromUtf8("prod-eu – Ratewarden"));
        QCOMPARE(prod->session().guard().level(), GuardLevel::ReadOnly);
        QCOMPARE(m->windows.windows()[1]->session().guard().level(), GuardLevel::Review);
        waitUntilLive(prod);
        waitUntilLive(m->windows.windows()[1]);
        // The stripe and the badge have the profile's colour.
        const QImage image = prod->grab().toImage();
        QCOMPARE(image.pixelColor(2, 20), profileColor(ProfileColor::Vermilion));
        QCOMPARE(m->windows.windows()[1]->grab().toImage().pixelColor(2, 20),
                 profileColor(ProfileColor::Amber));
        // Opened again, it comes forward.
        m->windows.open(m->store.profiles()[0]);
        QCOMPARE(m->windows.windows().size(), 2U);
        QVERIFY(front("prod-eu"));
    }

    void twoKeysGoToAnotherServer()
    {
        Endpoint other = m_second.endpoint();
        other.database = 1;
        add("dev", other, Environment::Development, ProfileColor::Green);
        m->windows.open(production());
        m->windows.open(staging());
        const auto open = [this](const char* from) {
            MainWindow* const window = front(from);
            QTest::keyClick(window, Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
            auto* const switcher = window->findChild<ServerSwitcher*>();
            return switcher && QTest::qWaitForWindowActive(switcher, ratewarden::test::patienceMs) ? switcher
                                                                                                   : nullptr;
        };
        QPointer<ServerSwitcher> switcher = open("staging");
        QVERIFY(switcher);
        picture(switcher, "switcher.png");
        const QStringList listed = switcher->listed();
        QCOMPARE(listed.size(), 3);
        QCOMPARE(listed[0], "prod-eu, production, open");
        QCOMPARE(listed[1], "staging, staging, this one");
        QVERIFY_TEXT(listed[2], startsWith("dev, development, unix://"));
        QTest::keyClick(switcher->focusWidget(), Qt::Key_1);
        QTRY_VERIFY(!switcher);
        QTRY_COMPARE(QApplication::activeWindow(), m->windows.windows()[0]);

        switcher = open("prod-eu"); // letters, to one that is not open yet
        QVERIFY(switcher);
        QTest::keyClicks(switcher->focusWidget(), "dE");
        QCOMPARE(switcher->listed().size(), 1);
        QTest::keyClick(switcher->focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(m->windows.windows().size(), 3U);
        QVERIFY(front("dev"));

        switcher = open("dev");
        QVERIFY(switcher);
        QTest::keyClick(switcher->focusWidget(), Qt::Key_Down);
        QTest::keyClick(switcher->focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(QApplication::activeWindow(), m->windows.windows()[1]);
        switcher = open("staging");
        QVERIFY(switcher);
        QTest::keyClick(switcher->focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!switcher);
        QCOMPARE(m->windows.windows().size(), 3U);
    }

    void aClosedWindowGoes()
    {
        m->windows.open(production());
        m->windows.open(staging());
        QSignalSpy closed(&m->windows, &ServerWindows::closed);
        const QPointer<MainWindow> window = front("staging");
        QVERIFY(window);
        QTest::keyClick(window, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!window);
        QCOMPARE(closed.size(), 1);
        QCOMPARE(m->windows.windows().size(), 1U);
        m->windows.windows()[0]->activateWindow(); // a window manager would; the offscreen platform has none
        QVERIFY(front("prod-eu"));
        waitUntilLive(front("prod-eu"));
        QTest::keyClick(front("prod-eu"), Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(m->windows.windows().empty());
        QVERIFY(m->windows.openLast());
        QCOMPARE(m->windows.windows().size(), 1U);
        QVERIFY(front("prod-eu")); // worked in last, though staging was opened last
    }

    // Its window is used for the next server, and its address is not kept.
    void aServerThatLetsNobodyInLeavesNothing()
    {
        ServerProfile dead;
        dead.endpoint = parseEndpoint("redis://127.0.0.1:1");
        m->windows.open(dead);
        QCOMPARE(m->windows.windows().size(), 1U);
        QPointer<MainWindow> window = m->windows.windows()[0];
        QTRY_COMPARE(window->link().state(), Link::State::Lost);
        const QRect place = window->geometry();
        m->windows.open(staging());
        QTRY_VERIFY(!window);
        QCOMPARE(m->windows.windows().size(), 1U);
        QVERIFY(front("staging"));
        QCOMPARE(front("staging")->geometry(), place);
        QVERIFY(m->store.recent().isEmpty());
        waitUntilLive(front("staging"));
        QTRY_COMPARE(m->store.last(), m->store.profiles()[0].key());
        m->windows.open(production()); // beside the one that got in
        QCOMPARE(m->windows.windows().size(), 2U);
    }

    // A host that swallows everything: nothing is refused, and nobody gets in.
    void aWindowThatWaitsForASilentHostIsUsedAgain()
    {
        m->windows.setTimes({{300ms, 300ms}, 20ms, 100ms});
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        ServerProfile blackhole;
        blackhole.endpoint = parseEndpoint("redis://127.0.0.1:" + std::to_string(silent.serverPort()));
        m->windows.open(blackhole);
        QTRY_VERIFY(silent.hasPendingConnections());
        QPointer<MainWindow> window = m->windows.windows()[0];
        QTRY_COMPARE(window->link().state(), Link::State::Lost);
        m->windows.setTimes({{5s, 5s}, 20ms, 100ms});
        m->windows.open(staging());
        QTRY_VERIFY(!window);
        QCOMPARE(m->windows.windows().size(), 1U);
        waitUntilLive(front("staging"));
    }

    void windowsDoNotCoverOneAnother()
    {
        for (const ServerProfile& server : {production(), staging()}) {
            m->windows.open(server);
            waitUntilLive(m->windows.windows().back());
        }
        QCOMPARE(m->windows.windows().size(), 2U);
        const QPoint apart = m->windows.windows()[1]->pos() - m->windows.windows()[0]->pos();
        QVERIFY2(apart.manhattanLength() >= 32, qPrintable(QString::number(apart.manhattanLength())));
    }

    void aRefusedPasswordIsNotOfferedAgain()
    {
        ServerProfile profile = add("locked", locked().endpoint(), Environment::Staging, ProfileColor::Pink);
        profile.endpoint.password = "wr0ng";
        m->windows.open(profile);
        QTRY_VERIFY(!m->windows.windows().empty());
        const MainWindow* window = m->windows.windows()[0];
        QTRY_VERIFY(window->findChild<ConnectDialog*>());
        QPointer<ConnectDialog> dialog = window->findChild<ConnectDialog*>();
        QVERIFY(QTest::qWaitForWindowActive(dialog, ratewarden::test::patienceMs));
        QTest::keyClicks(dialog->focusWidget(), "wr0ng too"); // which is kept for the next time, and refused
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(!dialog);
        window = m->windows.windows()[0];
        QTRY_VERIFY(window->findChild<ConnectDialog*>());
        delete window->findChild<ConnectDialog*>();
        m->windows.ask(nullptr);
        dialog = m->windows.dialog();
        QVERIFY(QTest::qWaitForWindowActive(dialog, ratewarden::test::patienceMs));
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Down);
        QCOMPARE(dialog->findChild<QLineEdit*>("profileName")->text(), "locked");
        QCoreApplication::sendPostedEvents(); // what is known of its password
        QCoreApplication::processEvents();
        QCOMPARE(dialog->findChild<QLineEdit*>("password")->text(), QString());
        delete dialog;
    }

    void theDialogOpensAnotherServer()
    {
        staging();
        m->windows.open(production());
        MainWindow* const window = front("prod-eu");
        QVERIFY(window);
        waitUntilLive(window); // one that never got in would be used again
        QTest::keyClick(window, Qt::Key_O, Qt::ControlModifier);
        QTRY_VERIFY(m->windows.dialog());
        const QPointer<ConnectDialog> dialog = m->windows.dialog();
        QVERIFY(QTest::qWaitForWindowActive(dialog, ratewarden::test::patienceMs));
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Down); // from the one that was opened last
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(!dialog);
        QCOMPARE(m->windows.windows().size(), 2U);
        QVERIFY(front("staging"));
        waitUntilLive(front("staging"));
    }

    void aPasswordIsAskedForAndRemembered()
    {
        const ServerProfile profile =
            add("locked", locked().endpoint(), Environment::Staging, ProfileColor::Pink);
        m->windows.open(profile);
        MainWindow* const window = front("locked");
        QVERIFY(window);
        QTRY_VERIFY(window->findChild<ConnectDialog*>());
        const QPointer<ConnectDialog> dialog = window->findChild<ConnectDialog*>();
        QVERIFY(QTest::qWaitForWindowActive(dialog, ratewarden::test::patienceMs));
        QCOMPARE(stripe(dialog), QString::fromUtf8("locked · staging"));
        QTest::keyClicks(dialog->focusWidget(), "s3cret");
        auto* const remember = dialog->findChild<QCheckBox*>("remember");
        QTest::mouseClick(remember, Qt::LeftButton, {}, QPoint(8, remember->height() / 2));
        QTest::mouseClick(dialog->findChild<QPushButton*>("connect"), Qt::LeftButton);
        QTRY_VERIFY(!dialog);
        QTRY_COMPARE(m->windows.windows().size(), 1U);
        waitUntilLive(m->windows.windows()[0]);
        QCOMPARE(m->keychain.kept.value(profile.id), "s3cret");
        QVERIFY(m->store.find(profile.id)->remembersPassword);
        QVERIFY(!m->windows.windows()[0]->windowTitle().contains("s3cret"));
        QVERIFY(!m->windows.windows()[0]->statusText().contains("s3cret"));
    }

    void thePasswordComesFromTheKeychain()
    {
        const ServerProfile profile =
            add("locked", locked().endpoint(), Environment::Staging, ProfileColor::Pink, true);
        m->keychain.kept.insert(profile.id, "s3cret");
        m->windows.open(profile);
        QTRY_COMPARE(m->windows.windows().size(), 1U);
        waitUntilLive(m->windows.windows()[0]);
        QVERIFY(!m->windows.windows()[0]->findChild<ConnectDialog*>());
        QCOMPARE(m->windows.windows()[0]->notice(), QString());
    }

    // The window opens and asks; what the keychain says in the end is good enough, too.
    void aSlowKeychainHoldsNothingUp()
    {
        const ServerProfile profile =
            add("locked", locked().endpoint(), Environment::Staging, ProfileColor::Pink, true);
        m->keychain.kept.insert(profile.id, "s3cret");
        m->keychain.hangs = true;
        m->keychain.setPatience(100ms);
        m->windows.open(profile);
        QTRY_COMPARE(m->windows.windows().size(), 1U);
        const QPointer<MainWindow> window = m->windows.windows()[0];
        QVERIFY_TEXT(window->notice(), contains("does not answer"));
        QTRY_VERIFY(window->findChild<ConnectDialog*>());
        m->keychain.wakeUp();
        QTRY_VERIFY(!window);
        QCOMPARE(m->windows.windows().size(), 1U);
        waitUntilLive(m->windows.windows()[0]);
        QVERIFY(!m->windows.windows()[0]->findChild<ConnectDialog*>());
    }

    void withoutAKeychainThePasswordIsKeptWhileTheProgramRuns()
    {
        const ServerProfile profile =
            add("locked", locked().endpoint(), Environment::Staging, ProfileColor::Pink, true);
        m->keychain.trouble = SecretAnswer::Status::Absent;
        m->windows.open(profile);
        QTRY_COMPARE(m->windows.windows().size(), 1U);
        QPointer<MainWindow> window = m->windows.windows()[0];
        QTRY_VERIFY(window->findChild<ConnectDialog*>());
        const QPointer<ConnectDialog> dialog = window->findChild<ConnectDialog*>();
        QVERIFY(QTest::qWaitForWindowActive(dialog, ratewarden::test::patienceMs));
        QTest::keyClicks(dialog->focusWidget(), "s3cret");
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(!window);
        window = m->windows.windows()[0];
        waitUntilLive(window);
        QTRY_TEXT(window->notice(), contains("only until the program ends"));
        window->close();
        QTRY_VERIFY(!window);
        m->windows.open(profile);
        waitUntilLive(m->windows.windows()[0]);
    }

    void everyDialogThatChangesSaysWhere()
    {
        Connection connection(m_second.endpoint(), unhurried);
        const Policy policy{"api", "gcra", parseRules("5/min")};
        announcePolicy(connection, policy);
        RedisRateLimiter(connection, policy).acquire("abuser");
        m->windows.open(staging());
        MainWindow* const window = front("staging");
        QVERIFY(window);
        window->showPage(MainWindow::Page::Tokens);
        QTRY_VERIFY(window->tokensPage().details().chosen().has_value());
        QTest::keyClick(window, Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(window->tokensPage().actions().dialog());
        const QPointer<ActDialog> act = window->tokensPage().actions().dialog();
        QTRY_COMPARE(stripe(act), QString::fromUtf8("staging · staging"));
        picture(window, "window.png");
        picture(act, "act.png");
        applyTheme(*qApp, Scheme::Dark);
        picture(act, "act-dark.png");
        picture(window, "window-dark.png");
        applyTheme(*qApp, Scheme::Light);
        QTest::keyClick(act, Qt::Key_Escape);
        QTRY_VERIFY(!act);

        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window, ratewarden::test::patienceMs));
        window->showPage(MainWindow::Page::Policies);
        window->policiesPage().writeRules(policy);
        QTRY_VERIFY(window->findChild<PolicyDialog*>());
        QTRY_COMPARE(stripe(window->findChild<PolicyDialog*>()), QString::fromUtf8("staging · staging"));
        delete window->findChild<PolicyDialog*>();
    }
};

RATEWARDEN_SUITE(TestServerWindows)
#include "tst_server_windows.moc"
