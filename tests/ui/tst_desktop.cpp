// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a desktop: a real X server, a real window manager, and keys that come as a keyboard's do.
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <csignal>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

using namespace ratewarden::test;
using ratewarden::ui::colorsOf;
using ratewarden::ui::Scheme;

namespace {

const QSize screenSize(1280, 800);
const QSize small(900, 600); // all of it is on the screen

/// Ends with the test, whichever way that ends. It is told to first: a killed X server leaves a lock.
class Program : public QProcess {
public:
    Program()
    {
#ifdef Q_OS_LINUX
        setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
#endif
    }
    ~Program() override
    {
        if (state() == NotRunning)
            return;
        terminate();
        if (waitForFinished(patienceMs))
            return;
        kill();
        waitForFinished(patienceMs);
    }
};

} // namespace

class TestDesktop : public QObject {
    Q_OBJECT

private:
    using Window = QString; // as X tools write it: "0x400017"

    QTemporaryDir m_temp; // stands for /tmp and for the user's home
    QProcessEnvironment m_environment;
    std::unique_ptr<Program> m_screen; // each of these needs the one before it
    std::unique_ptr<Program> m_windowManager;
    std::unique_ptr<Program> m_console;
    Window m_main;

    std::unique_ptr<Program> start(const QString& program, const QStringList& arguments,
                                   QProcess::ProcessChannelMode channels = QProcess::SeparateChannels) const
    {
        auto started = std::make_unique<Program>();
        started->setProcessChannelMode(channels);
        started->setProcessEnvironment(m_environment);
        started->start(program, arguments);
        return started;
    }

    /// What a tool prints; nothing when it fails, as it does when the window it looks at goes meanwhile.
    QString output(const QString& tool, const QStringList& arguments) const
    {
        const auto run = start(tool, arguments);
        const bool good = run->waitForFinished(patienceMs) && run->exitStatus() == QProcess::NormalExit &&
                          run->exitCode() == 0;
        return good ? QString::fromUtf8(run->readAllStandardOutput()).trimmed() : QString();
    }

    // A key goes to the window that has the focus, not to one that the test names.
    void press(const QString& keys) const { output("xdotool", {"key", keys}); }

    /// The values of a window's property, or of the root's; none when it has none.
    QStringList property(const QString& name, const Window& window = {}) const
    {
        const QStringList where = window.isEmpty() ? QStringList{"-root"} : QStringList{"-id", window};
        static const QRegularExpression values(R"((?:# | = )(.*)$)");
        return values.match(output("xprop", where + QStringList{"-notype", name}))
            .captured(1)
            .split(", ", Qt::SkipEmptyParts);
    }

    /// Those that the window manager has taken under its management, in the order in which they came.
    QList<Window> windows() const { return property("_NET_CLIENT_LIST"); }
    Window active() const { return property("_NET_ACTIVE_WINDOW").value(0); }
    QString title(const Window& window) const { return output("xdotool", {"getwindowname", window}); }

    /// Where a window's own area is on the screen, without its frame; null while it is not mapped.
    QRect area(const Window& window) const
    {
        static const QRegularExpression numbers(
            R"(Absolute upper-left X: +(-?\d+)\s+Absolute upper-left Y: +(-?\d+).*)"
            R"(Width: (\d+)\s+Height: (\d+).*Map State: IsViewable)",
            QRegularExpression::DotMatchesEverythingOption);
        const QRegularExpressionMatch match = numbers.match(output("xwininfo", {"-id", window}));
        const auto number = [&](int i) {
            return match.captured(i).toInt();
        };
        return match.hasMatch() ? QRect(number(1), number(2), number(3), number(4)) : QRect();
    }

    QRect areaWithFrame(const Window& window) const
    {
        const QStringList frame = property("_NET_FRAME_EXTENTS", window); // left, right, top, bottom
        return area(window).marginsAdded(
            {frame.value(0).toInt(), frame.value(2).toInt(), frame.value(1).toInt(), frame.value(3).toInt()});
    }

    /// The pixels of a window. Xvfb keeps the screen's in a file, as xwd would write it.
    QImage pixels(const Window& window) const
    {
        QFile file(m_temp.filePath("Xvfb_screen0"));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        const QByteArray screen = file.readAll();
        const auto header = [&](int field) {
            return qFromBigEndian<qint32>(screen.constData() + qsizetype(field) * 4);
        };
        const qsizetype begin = header(0) + header(19) * 12; // after the header and its colours
        const QSize size(header(4), header(5));
        const int line = header(12);
        if (screen.size() < begin + qsizetype(line) * size.height())
            return {};
        return QImage(reinterpret_cast<const uchar*>(screen.constData()) + begin, size.width(), size.height(),
                      line, QImage::Format_RGB32)
            .copy(area(window));
    }

    /// The colours of the main window where nothing is written: in its header, beside the sidebar, and in the
    /// corner that moves when it is resized.
    QList<QColor> painted() const
    {
        const QImage image = pixels(m_main);
        if (image.isNull())
            return {};
        return {image.pixelColor(100, 3), image.pixelColor(144, image.height() / 2),
                image.pixelColor(image.width() - 2, image.height() - 2)};
    }

    static QList<QColor> paintedIn(Scheme scheme)
    {
        return {colorsOf(scheme).card, colorsOf(scheme).page, colorsOf(scheme).card};
    }

    /// How high the sidebar's mark stands, which is beside the page that is shown; 0 without one.
    int mark() const
    {
        const QImage image = pixels(m_main);
        for (int y = 48; y < image.height(); ++y) // below the header
            if (image.pixelColor(9, y) == colorsOf(Scheme::Light).accent)
                return y;
        return 0;
    }

    /// The first token is chosen by itself once all have been found; only then can it be blocked.
    bool rowIsChosen() const
    {
        const QImage image = pixels(m_main);
        const QRgb chosen = colorsOf(Scheme::Light).selection.rgb();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0, run = 0; x < image.width(); ++x) {
                run = image.pixel(x, y) == chosen ? run + 1 : 0;
                if (run > 300) // buttons may have this colour too
                    return true;
            }
        return false;
    }

    /// Asks the window manager, as somebody does who drags the frame.
    void resize(const QSize& size) const
    {
        output("xdotool",
               {"windowsize", m_main, QString::number(size.width()), QString::number(size.height())});
    }

    QStringList servers() const { return QDir(m_temp.path()).entryList({"ratewarden-redis-*"}, QDir::Dirs); }

    qint64 serverPid() const
    {
        QFile file(m_temp.filePath(servers().value(0) + "/redis.pid"));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toLongLong() : 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QList<std::pair<QString, QString>> tools{{"Xvfb", "xvfb"},
                                                       {"openbox", "openbox"},
                                                       {"xdotool", "xdotool"},
                                                       {"xprop", "x11-utils"},
                                                       {"xwininfo", "x11-utils"}};
        for (const auto& [tool, package] : tools)
            QVERIFY2(
                !QStandardPaths::findExecutable(tool).isEmpty(),
                qPrintable(QString("There is no %1 on this machine. Install it (on Debian: sudo apt install "
                                   "%2), or let tests/run do so")
                               .arg(tool, package)));

        // Nothing of the desktop on which the tests may run, and nothing for it.
        const QProcessEnvironment system = QProcessEnvironment::systemEnvironment();
        static const QRegularExpression desktops("^(QT|XDG|DBUS|WAYLAND|SESSION|GTK|KDE|GNOME)_");
        for (const QString& name : system.keys())
            if (!desktops.match(name).hasMatch())
                m_environment.insert(name, system.value(name));
        for (const char* name : {"HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
            m_environment.insert(name, m_temp.path());
        m_environment.insert("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        m_environment.insert("QT_QPA_PLATFORM", "xcb");
        // libxkbcommon-x11 copies names out of the X server's replies, where no zero ends them.
        m_environment.insert("ASAN_OPTIONS", system.value("ASAN_OPTIONS") + ":strict_string_checks=0");

        m_screen = start("Xvfb", {"-displayfd", "1", "-screen", "0",
                                  QString("%1x%2x24").arg(screenSize.width()).arg(screenSize.height()),
                                  "-nolisten", "tcp", "-noreset", "-fbdir", m_temp.path()});
        QTRY_VERIFY2(m_screen->canReadLine(), m_screen->readAllStandardError());
        m_environment.insert("DISPLAY", ":" + QString::fromUtf8(m_screen->readLine()).trimmed());

        // Its own settings, for keys that are known here; what an administrator has set must not matter.
        QVERIFY(QDir(m_temp.path()).mkpath("openbox"));
        QVERIFY(writeInto(m_temp.filePath("openbox/rc.xml"),
                          "<openbox_config xmlns='http://openbox.org/3.4/rc'><keyboard>"
                          "<keybind key='A-F4'><action name='Close'/></keybind>"
                          "<keybind key='A-F10'><action name='ToggleMaximize'/></keybind>"
                          "</keyboard></openbox_config>"));
        m_windowManager = start("openbox", {});
        QTRY_VERIFY(!property("_NET_SUPPORTING_WM_CHECK").isEmpty());
    }

    void init()
    {
        m_console.reset(); // should the last init have failed: no cleanup comes after that
        m_console = start(qEnvironmentVariable("RATEWARDEN"), {"--demo"}, QProcess::ForwardedErrorChannel);
        QVERIFY2(m_console->waitForStarted(patienceMs), qPrintable(m_console->errorString()));
        const QString name = QString::fromUtf8("demo – Ratewarden");
        QTRY_VERIFY(m_console->state() == QProcess::NotRunning || title(active()) == name);
        QCOMPARE(m_console->state(), QProcess::Running);
        m_main = active();
        QTRY_COMPARE(windows(), QStringList(m_main));
        QVERIFY2(area(m_main).isValid(), "it is not mapped");
        QTRY_COMPARE(painted().value(0), colorsOf(Scheme::Light).card);
        const QRect frame = areaWithFrame(m_main);
        QVERIFY2(QRect({}, screenSize).contains(frame),
                 qPrintable(
                     QStringLiteral("%1x%2 is more than the screen").arg(frame.width()).arg(frame.height())));
    }

    void cleanup()
    {
        m_console.reset();
        QTRY_COMPARE(windows(), QStringList());
    }

    void opensTheDialogsOfItsPages_data()
    {
        QTest::addColumn<QStringList>("pages");
        QTest::addColumn<QString>("opens"); // on the last of these pages only
        QTest::addColumn<QString>("closes");
        QTest::newRow("of the chosen token") << QStringList{"alt+5", "alt+2"} << "ctrl+b"
                                             << "Escape";
        QTest::newRow("of a typed token") << QStringList{"alt+5"} << "ctrl+n"
                                          << "alt+F4";
    }
    void opensTheDialogsOfItsPages()
    {
        QFETCH(QStringList, pages);
        QFETCH(QString, opens);
        QFETCH(QString, closes);
        const auto go = [this](const QString& page) {
            const int before = mark();
            press(page);
            QTRY_VERIFY(!QList({0, before}).contains(mark()));
        };
        go("alt+2");
        QTRY_VERIFY(rowIsChosen());
        for (const QString& page : pages)
            go(page);
        press(opens);
        QTRY_COMPARE(windows().size(), 2);
        const Window dialog = windows().value(1);
        QTRY_COMPARE(active(), dialog);
        QCOMPARE(title(dialog), "Block a token");
        QCOMPARE(property("WM_TRANSIENT_FOR", dialog), QStringList(m_main));
        QVERIFY(property("_NET_WM_STATE", dialog).contains("_NET_WM_STATE_MODAL"));
        QVERIFY2(area(dialog).isValid(), "it is not mapped");
        QVERIFY(QRect({}, screenSize).contains(areaWithFrame(dialog)));

        press(closes);
        QTRY_COMPARE(windows(), QStringList(m_main));
        QTRY_COMPARE(active(), m_main);
        // And keys go where they went before.
        press(opens);
        QTRY_COMPARE(windows().size(), 2);
    }

    void takesTheSizesItIsGiven()
    {
        resize(small);
        QTRY_COMPARE(area(m_main).size(), small);
        QTRY_COMPARE(painted(), paintedIn(Scheme::Light));
        press("alt+F10"); // maximizes
        QTRY_COMPARE(areaWithFrame(m_main), QRect({}, screenSize));
        QTRY_COMPARE(painted(), paintedIn(Scheme::Light));
        press("alt+F10"); // and takes that back
        QTRY_COMPARE(area(m_main).size(), small);
        QTRY_COMPARE(painted(), paintedIn(Scheme::Light));
    }

    void turnsDarkAndLight()
    {
        resize(small);
        QTRY_COMPARE(painted(), paintedIn(Scheme::Light));
        press("ctrl+t");
        QTRY_COMPARE(painted(), paintedIn(Scheme::Dark));
        press("ctrl+t");
        QTRY_COMPARE(painted(), paintedIn(Scheme::Light));
    }

    void goneWhenTheWindowManagerClosesIt()
    {
        QTRY_VERIFY(serverPid() > 0);
        const qint64 server = serverPid();
        QVERIFY(::kill(pid_t(server), 0) == 0);
        press("alt+F4");
        QVERIFY(m_console->waitForFinished(patienceMs));
        QCOMPARE(m_console->exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_console->exitCode(), 0);
        QCOMPARE(servers(), QStringList());
        QTRY_VERIFY(::kill(pid_t(server), 0) != 0);
    }
};

RATEWARDEN_SUITE(TestDesktop)
#include "tst_desktop.moc"
