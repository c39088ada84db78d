// SPDX-License-Identifier: GPL-3.0-or-later
// The system's keychain: a real Secret Service on a bus of its own, one that is locked, one that hangs, and
// none.
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "ui/profiles/secret_store.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <optional>

using namespace ratewarden::ui;
using ratewarden::test::patienceMs;
using Status = SecretAnswer::Status;

class TestKeychain : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_home; // stands for the user's
    QProcess m_bus;
    QProcess m_service;

    static bool isInstalled(const char* program)
    {
        return !QStandardPaths::findExecutable(program).isEmpty();
    }

    /// What came last, and how often something came.
    struct Asked {
        std::optional<SecretAnswer> answer;
        int answers = 0;
        SecretStore::Then then()
        {
            return [this](const SecretAnswer& said) {
                answer = said;
                ++answers;
            };
        }
        bool settled() const { return answer && answer->status != Status::Slow; }
    };

    SecretAnswer read(Keychain& keychain, const QString& key)
    {
        Asked asked;
        QObject asker;
        keychain.read(key, &asker, asked.then());
        if (!QTest::qWaitFor([&] { return asked.settled(); }, patienceMs))
            return {Status::Slow};
        return *asked.answer;
    }

    /// Null password: it stays locked.
    void startService(const QByteArray& password)
    {
        QStringList arguments{"--foreground", "--components=secrets",
                              "--control-directory=" + m_home.filePath("control")};
        if (!password.isNull())
            arguments << "--unlock";
        m_service.setProcessChannelMode(QProcess::MergedChannels);
        m_service.start("gnome-keyring-daemon", arguments);
        QVERIFY(m_service.waitForStarted(patienceMs));
        if (!password.isNull())
            m_service.write(password);
        m_service.closeWriteChannel();
        // Until it has its name on the bus.
        QTRY_VERIFY(ownsName());
    }
    static bool ownsName()
    {
        QProcess ask;
        ask.start("dbus-send", {"--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                                "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets"});
        return ask.waitForFinished(patienceMs) && ask.readAll().contains("boolean true");
    }
    void stopService()
    {
        m_service.terminate();
        QVERIFY(m_service.waitForFinished(patienceMs));
        QTRY_VERIFY(!ownsName());
    }

    /// What this program prints when it is started with these: see askOnce().
    static QString inAnotherProgram(const QStringList& arguments)
    {
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(),
                      QStringList{"tst_keychain", "--once"} + arguments);
        return program.waitForFinished(patienceMs) ? QString::fromUtf8(program.readAllStandardOutput())
                                                   : "it does not end";
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!Keychain().available())
            QSKIP("built without QtKeychain");
        for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
            qputenv(name, QFile::encodeName(m_home.path()));
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "GNOME_KEYRING_CONTROL", "DESKTOP_SESSION",
                                 "XDG_CURRENT_DESKTOP", "KDE_FULL_SESSION"})
            qunsetenv(name);
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    }

    void withoutABusThereIsNone()
    {
        Keychain keychain;
        const SecretAnswer answer = read(keychain, "profile-1");
        QVERIFY2(answer.status == Status::Absent, qPrintable(answer.detail));
        Asked asked;
        keychain.write("profile-1", "s3cret", this, asked.then());
        QTRY_VERIFY(asked.settled());
        QVERIFY2(asked.answer->status == Status::Absent, qPrintable(asked.answer->detail));
        QVERIFY(!secretProblemText(*asked.answer).contains("s3cret"));
    }

    // From here on with a bus.
    void withoutAServiceThereIsNone()
    {
        if (!isInstalled("dbus-daemon") || !isInstalled("dbus-send") || !isInstalled("gnome-keyring-daemon"))
            QSKIP("there is no gnome-keyring on this machine");
        QFile settings(m_home.filePath("bus.conf")); // one that starts no service by itself
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write("<busconfig><type>session</type><listen>unix:dir=" + QFile::encodeName(m_home.path()) +
                       "</listen><policy context='default'><allow send_destination='*' eavesdrop='true'/>"
                       "<allow eavesdrop='true'/><allow own='*'/></policy></busconfig>");
        settings.close();
        m_bus.start("dbus-daemon", {"--config-file=" + settings.fileName(), "--nofork", "--print-address=1"});
        QTRY_VERIFY(m_bus.canReadLine());
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
        Keychain keychain;
        const SecretAnswer answer = read(keychain, "profile-1");
        QVERIFY2(answer.status == Status::Absent, qPrintable(answer.detail));
    }

    void aSecretIsKept()
    {
        if (m_bus.state() != QProcess::Running)
            QSKIP("there is no gnome-keyring on this machine");
        startService("pw");
        Keychain keychain;
        QCOMPARE(read(keychain, "profile-1").status, Status::NotFound);
        Asked asked;
        const QString secret = QString::fromUtf8("s3cret \"ü\" %1");
        keychain.write("profile-1", secret, this, asked.then());
        QTRY_VERIFY(asked.settled());
        QVERIFY2(asked.answer->status == Status::Done, qPrintable(asked.answer->detail));
        Keychain another;
        QCOMPARE(read(another, "profile-1").secret, secret);
        QCOMPARE(read(another, "profile-2").status, Status::NotFound);
    }

    void aServiceThatHangsIsSlow()
    {
        if (m_service.state() != QProcess::Running)
            QSKIP("there is no gnome-keyring on this machine");
        Keychain keychain;
        keychain.setPatience(std::chrono::milliseconds(200));
        ::kill(pid_t(m_service.processId()), SIGSTOP);
        Asked asked;
        keychain.read("profile-1", this, asked.then());
        QTRY_COMPARE(asked.answers, 1);
        QCOMPARE(asked.answer->status, Status::Slow);
        // Whoever has asked may go meanwhile.
        auto asker = std::make_unique<QObject>();
        Asked gone;
        keychain.read("profile-1", asker.get(), gone.then());
        asker.reset();
        ::kill(pid_t(m_service.processId()), SIGCONT);
        QTRY_COMPARE(asked.answers, 2);
        QCOMPARE(asked.answer->status, Status::Done);
        QVERIFY(asked.answer->secret.startsWith("s3cret"));
        QCOMPARE(gone.answers, 0);
    }

    // Each in a program of its own: the system's library goes on with the service that it knows.
    void aLockedOneIsSaid()
    {
        if (m_service.state() != QProcess::Running)
            QSKIP("there is no gnome-keyring on this machine");
        stopService();
        startService({}); // nobody is there whom it could ask for the password
        const QString read = inAnotherProgram({"read", "profile-1"});
        QVERIFY2(read.contains("was not unlocked") || read.contains("locked"), qPrintable(read));
        const QString written = inAnotherProgram({"write", "profile-2", "s3cret"});
        QVERIFY_TEXT(written, contains("locked"));
        QVERIFY(!written.contains("s3cret"));
    }

    void aSecretStaysAndIsRemoved()
    {
        if (m_service.state() != QProcess::Running)
            QSKIP("there is no gnome-keyring on this machine");
        stopService();
        startService("pw");
        QCOMPARE(inAnotherProgram({"read", "profile-1"}), "s3cret \"ü\" %1"); // it was on disk
        QCOMPARE(inAnotherProgram({"remove", "profile-1"}), "done");
        QVERIFY(inAnotherProgram({"read", "profile-1"}).contains("does not have it"));
    }

    void cleanupTestCase()
    {
        for (QProcess* const each : {&m_service, &m_bus})
            if (each->state() != QProcess::NotRunning) {
                each->kill();
                each->waitForFinished(patienceMs);
            }
    }
};

namespace {

/// `read KEY`, `write KEY SECRET` or `remove KEY`; prints the secret, "done", or what is wrong.
int askOnce(const QStringList& arguments)
{
    Keychain keychain;
    const auto print = [](const SecretAnswer& answer) {
        if (answer.status == Status::Slow)
            return;
        const QString text = answer.status != Status::Done ? secretProblemText(answer)
                             : answer.secret.isEmpty()     ? QString("done")
                                                           : answer.secret;
        std::fputs(qUtf8Printable(text), stdout);
        QCoreApplication::quit();
    };
    const QString key = arguments.value(1);
    QObject* const asker = QCoreApplication::instance(); // qApp would take it for a QApplication
    if (arguments.value(0) == "read")
        keychain.read(key, asker, print);
    else if (arguments.value(0) == "write")
        keychain.write(key, arguments.value(2), asker, print);
    else
        keychain.remove(key, asker, print);
    return QCoreApplication::exec();
}

} // namespace

static const ratewarden::test::Suite suiteOfKeychain(__FILE__, [](int argc, char** argv) {
    if (argc > 2 && qstrcmp(argv[1], "--once") == 0)
        return askOnce(QCoreApplication::arguments().mid(3));
    TestKeychain suite;
    return QTest::qExec(&suite, argc, argv);
});
#include "tst_keychain.moc"
