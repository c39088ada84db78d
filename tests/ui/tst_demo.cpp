// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// The program as a user starts it: the demo and what it leaves behind, pictures, and the command line.
#include "app/demo/private_redis.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/warning.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/redis/connection.h"
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QSettings>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace ratewarden::test;

class TestDemo : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_temp; // stands for /tmp, so that nothing of this machine is touched

    QStringList leftovers() const
    {
        return QDir(m_temp.path()).entryList({"ratewarden-redis-*"}, QDir::Dirs);
    }

    std::unique_ptr<QProcess> start(const QStringList& arguments, bool withDisplay = true,
                                    const QString& outputFile = {},
                                    const QMap<QString, QString>& variables = {})
    {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TMPDIR", m_temp.path());
        environment.insert("XDG_CONFIG_HOME", m_temp.filePath("config"));
        if (!withDisplay)
            for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
                environment.remove(name);
        for (const auto& [name, value] : variables.asKeyValueRange())
            if (!name.isEmpty())
                environment.insert(name, value);
        process->setProcessEnvironment(environment);
        if (!outputFile.isEmpty())
            process->setStandardOutputFile(outputFile);
        process->start(qEnvironmentVariable("RATEWARDEN"), arguments);
        return process;
    }

    ratewarden::Endpoint endpointIn(const QString& folder) const
    {
        ratewarden::Endpoint endpoint;
        endpoint.socketPath = m_temp.filePath(folder + "/redis.sock").toStdString();
        return endpoint;
    }

    /// The demo's server once it takes commands; 0 while it does not.
    qint64 serverPid() const { return serverPid(leftovers()); }
    qint64 serverPid(const QStringList& folders) const
    {
        for (const QString& name : folders) {
            try {
                ratewarden::Connection connection(endpointIn(name));
                const ratewarden::Reply reply = connection.call({"INFO", "server"});
                const QString info =
                    QString::fromUtf8(QByteArray::fromStdString(std::string(reply.view().string())));
                const qint64 pid =
                    QRegularExpression("process_id:(\\d+)").match(info).captured(1).toLongLong();
                if (pid > 0 && connection.call({"DBSIZE"}).view().integer() > 15)
                    return pid;
            } catch (const std::exception&) {
                continue;
            }
        }
        return 0;
    }

private Q_SLOTS:
    void goneWhenItEnds_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("polite kill") << SIGTERM;
        QTest::newRow("Ctrl+C") << SIGINT;
    }
    void goneWhenItEnds()
    {
        QFETCH(int, signal);
        const auto demo = start({"--demo"});
        QTRY_VERIFY(serverPid() > 0);
        const qint64 server = serverPid();
        QVERIFY(::kill(pid_t(demo->processId()), signal) == 0);
        QVERIFY(demo->waitForFinished(patienceMs));
        QCOMPARE(demo->exitStatus(), QProcess::NormalExit);
        QCOMPARE(demo->exitCode(), 0);
        QCOMPARE(leftovers(), QStringList());
        QTRY_VERIFY(::kill(pid_t(server), 0) != 0);
    }

    // Some exports run, begin and end; the worker of one of them died.
    void hasRequestsInFlight()
    {
        const auto demo = start({"--demo"});
        QTRY_VERIFY(serverPid() > 0);
        ratewarden::Connection connection(endpointIn(leftovers().first()), unhurried);
        const ratewarden::Policy policy{"exports", "in-flight",
                                        ratewarden::parseRules("5 at once for 2h + 60/h")};
        const ratewarden::Subject subject = ratewarden::stateSubject("team:analytics", policy);
        const auto slots = [&] {
            return ratewarden::readDetails(connection, {&subject, 1},
                                           [&](const ratewarden::Subject&) { return &policy; })
                .front()
                .reading.inFlight;
        };
        const auto rate = [&] {
            return ratewarden::RedisRateLimiter(connection, policy).peek("team:analytics").usage[1].used;
        };
        QTRY_VERIFY(rate() >= 3);                                                    // in the minutes before
        QTRY_VERIFY(!slots().empty() && ratewarden::Units(slots().size()) < rate()); // some have ended
        QVERIFY(std::ranges::any_of(slots(), [](const ratewarden::TakenSlot& slot) {
            return slot.holder == "export-3:2210" && *slot.ends - *slot.taken == std::chrono::hours(2) &&
                   *slot.taken < std::chrono::system_clock::now() - ratewarden::slotPatience;
        }));
        demo->terminate();
        QVERIFY(demo->waitForFinished(patienceMs));
    }

    void goneAtTheNextStartAfterACrash()
    {
        const auto crashed = start({"--demo"});
        QTRY_VERIFY(serverPid() > 0);
        const qint64 server = serverPid();
        crashed->kill();
        QVERIFY(crashed->waitForFinished(patienceMs));
        QTRY_VERIFY2(::kill(pid_t(server), 0) != 0, "the server has outlived the program");
        QCOMPARE(leftovers().size(), 1);
        const QString left = leftovers().first();

        const auto next = start({"--demo"});
        QTRY_VERIFY(serverPid() > 0);
        QVERIFY2(!leftovers().contains(left), "what the crash left is still there");
        // Two demos side by side do not take each other's server away.
        const auto second = start({"--demo"});
        QTRY_COMPARE(leftovers().size(), 2);
        for (const QString& folder : leftovers())
            QTRY_VERIFY(serverPid({folder}) > 0); // it listens to signals too
        for (QProcess* process : {next.get(), second.get()}) {
            process->terminate();
            QVERIFY(process->waitForFinished(patienceMs));
        }
        QCOMPARE(leftovers(), QStringList());
    }

    void opensTheLastServer()
    {
        TestServer server;
        ratewarden::Connection connection(server.endpoint(), unhurried);
        const auto lanes = [&] {
            const ratewarden::Reply list = connection.call({"CLIENT", "LIST"});
            return QString::fromStdString(std::string(list.view().string())).count("name=ratewarden-");
        };
        const auto isRemembered = [&] {
            QFile profiles(m_temp.filePath("config/ratewarden/profiles.json"));
            return profiles.open(QFile::ReadOnly) &&
                   profiles.readAll().contains(QByteArray::fromStdString(server.endpoint().socketPath));
        };
        const QString url = QString::fromStdString(server.endpoint().url());
        for (const QStringList& arguments : {QStringList{url + "?db=0"}, QStringList{}}) {
            const auto console = start(arguments);
            QTRY_VERIFY(lanes() > 0);
            QTRY_VERIFY(isRemembered()); // a moment after its connections are there
            console->terminate();
            QVERIFY(console->waitForFinished(patienceMs));
            QCOMPARE(console->exitCode(), 0);
            QTRY_COMPARE(lanes(), 0);
        }
    }

    void rendersItsPagesWithoutADisplay()
    {
        const QDir pictures(m_temp.filePath("pictures/new"));
        const auto capture = start({"--demo", "--capture", pictures.path()}, false);
        QVERIFY(capture->waitForFinished(200'000));
        QVERIFY2(capture->exitCode() == 0, capture->readAllStandardError());
        const QImage light(pictures.filePath("tokens-light.png"));
        const QImage dark(pictures.filePath("tokens-dark.png"));
        QCOMPARE(light.size(), QSize(1440, 900));
        QCOMPARE(dark.size(), QSize(1440, 900));
        QVERIFY(light.pixelColor(640, 60).lightness() > 200);
        QVERIFY(dark.pixelColor(640, 60).lightness() < 60);
        QCOMPARE(leftovers(), QStringList());
    }

    void picturesOfNothingFail()
    {
        const auto capture =
            start({"unix:///nonexistent/redis.sock", "--capture", m_temp.filePath("none")}, false);
        QVERIFY(capture->waitForFinished(200'000));
        QCOMPARE(capture->exitCode(), 1);
        QVERIFY(capture->readAllStandardError().contains("/nonexistent/redis.sock"));
        const QSettings settings(QSettings::IniFormat, QSettings::UserScope, "ratewarden", "ratewarden");
        QVERIFY(!settings.value("lastServer").toString().contains("nonexistent")); // nobody looked at it
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("unknown option") << QStringList{"--frobnicate"} << "frobnicate";
        QTest::newRow("bad URL") << QStringList{"http://:secret@x"} << "cannot use this Redis address";
        QTest::newRow("two URLs") << QStringList{"redis://a", "redis://b"} << "one server at a time";
        QTest::newRow("demo and URL") << QStringList{"--demo", "redis://a"} << "one server at a time";
        QTest::newRow("size") << QStringList{"--demo", "--size", "big"} << "--size";
        QTest::newRow("no such investigation")
            << QStringList{"/nonexistent/one.ratewarden"} << "cannot be opened";
        QTest::newRow("pictures of nothing") << QStringList{"--capture", "x"} << "--capture";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, complaint);
        const auto process = start(arguments);
        QVERIFY(process->waitForFinished(patienceMs));
        QCOMPARE(process->exitCode(), 2);
        const QString said = process->readAllStandardError();
        QVERIFY_TEXT(said, contains(complaint));
        QVERIFY(!said.contains("secret"));
    }

    void helpsWithoutADisplay_data()
    {
        QTest::addColumn<QString>("option");
        QTest::newRow("help") << "--help";
        QTest::newRow("version") << "--version";
    }
    void helpsWithoutADisplay()
    {
        QFETCH(QString, option);
        const auto process = start({option}, false);
        QVERIFY(process->waitForFinished(patienceMs));
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 0);
        QVERIFY(process->readAllStandardOutput().contains("ratewarden"));
    }

    void saysThatThereIsNoDisplay_data()
    {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("none") << ""
                              << ""
                              << "there is no display to open a window on";
        QTest::newRow("one that nobody serves") << "DISPLAY"
                                                << ":4711"
                                                << "no window can be opened: could not connect";
        QTest::newRow("no such platform") << "QT_QPA_PLATFORM"
                                          << "cardboard"
                                          << "\"cardboard\"";
    }
    void saysThatThereIsNoDisplay()
    {
        QFETCH(QString, variable);
        QFETCH(QString, value);
        QFETCH(QString, complaint);
        const auto process = start({"--demo"}, false, {}, {{variable, value}});
        QVERIFY(process->waitForFinished(patienceMs));
        const QString said = process->readAllStandardError();
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 1);
        QVERIFY2(said.startsWith("ratewarden: ") && said.contains(complaint), qPrintable(said));
        QVERIFY_TEXT(said, contains("--capture"));
        QCOMPARE(leftovers(), QStringList());
    }

    void wrongUsageIsSaidWithoutADisplay()
    {
        const auto process = start({"--bogus"}, false);
        QVERIFY(process->waitForFinished(patienceMs));
        QCOMPARE(process->exitCode(), 2);
        QVERIFY(process->readAllStandardError().contains("bogus"));
    }

    // A variable that is empty names no display.
    void rendersWithoutADisplay()
    {
        const auto process = start({"unix:///nonexistent/redis.sock", "--capture", m_temp.filePath("none")},
                                   false, {}, {{"DISPLAY", ""}, {"QT_QPA_PLATFORM", ""}});
        QVERIFY(process->waitForFinished(200'000));
        const QByteArray said = process->readAllStandardError();
        QVERIFY2(said.contains("/nonexistent/redis.sock") && !said.contains("no display"), said.constData());
    }

    void failsWhenItsHelpIsLost_data() { helpsWithoutADisplay_data(); }
    void failsWhenItsHelpIsLost()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("there is no /dev/full here");
        QFETCH(QString, option);
        const auto process = start({option}, false, "/dev/full");
        QVERIFY(process->waitForFinished(patienceMs));
        QCOMPARE(process->exitCode(), 1);
        QVERIFY(process->readAllStandardError().contains("could not be written"));
    }

    void hidesThePasswordFromOthers()
    {
        // Nobody answers there: the window opens and tries again and again.
        const auto process = start({"redis://me:s3cret@127.0.0.1:1/7"});
        const auto arguments = [&] {
            QFile file(QStringLiteral("/proc/%1/cmdline").arg(process->processId()));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_VERIFY(arguments().contains("redis://me:@127.0.0.1:1/7"));
        QVERIFY(!arguments().contains("s3cret"));
        process->terminate();
        QVERIFY(process->waitForFinished(patienceMs));
    }

    void withoutRedisItSaysHowToGetOne()
    {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", "/nonexistent");
        process->setProcessEnvironment(environment);
        process->start(qEnvironmentVariable("RATEWARDEN"), {"--demo"});
        QVERIFY(process->waitForFinished(patienceMs));
        QCOMPARE(process->exitCode(), 1);
        QVERIFY(process->readAllStandardError().contains("apt install redis-server"));
    }
};

RATEWARDEN_SUITE(TestDemo)
#include "tst_demo.moc"
