// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"
#include "app/hidden_passwords.h"
#include "app/no_display.h"
#include "app/page_capture.h"
#include "app/standard_streams.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "ui/freed_memory.h"
#include "ui/theme/theme_switch.h"

#include <sys/socket.h>
#include <unistd.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>
#include <system_error>

using namespace ratewarden;

namespace {

enum Exit { Done = 0, Failed = 1, WrongUsage = 2 };

int signalSockets[2];

void passSignalOn(int)
{
    const char byte = 1;
    [[maybe_unused]] const auto written =
        write(signalSockets[0], &byte, 1); // all that a handler may safely do
}

/// Lets Ctrl+C and a polite kill end the program as closing the window does, so that the demo clears up after
/// itself.
void quitOnSignals(QObject* parent)
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, signalSockets) != 0)
        return;
    auto* const notifier = new QSocketNotifier(signalSockets[1], QSocketNotifier::Read, parent);
    QObject::connect(notifier, &QSocketNotifier::activated, qApp, [] { QCoreApplication::quit(); });
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, passSignalOn);
}

int complain(const QString& message, Exit code)
{
    std::fprintf(stderr, "ratewarden: %s\n", qPrintable(message));
    return code;
}

/// Fails when the text does not arrive, which what Qt prints on its own does not notice.
int print(const QString& text)
{
    const bool written = std::fputs(qPrintable(text), stdout) >= 0 && std::fflush(stdout) == 0;
    return written ? Done
                   : complain("the output could not be written: " +
                                  QString::fromStdString(std::generic_category().message(errno)),
                              Failed);
}

void addOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        "Watch rate limiters in Redis: see tokens spend their quota, block and reset them. Without "
        "arguments it opens the server that it had open last.");
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("URL",
                                 "redis://[user[:password]@]host[:port][/db][?ssh=destination], or "
                                 "rediss://… for TLS with [?cacert=FILE] "
                                 "[&cert=FILE&key=FILE] [&sni=NAME], or unix:///path[?db=n], or "
                                 "redis+sentinel://host[:port],…/name, or redis+cluster://host[:port],…. A "
                                 "password that is not in it is taken from RATEWARDEN_REDIS_PASSWORD. Or an "
                                 "investigation that was saved in a window: NAME.ratewarden.",
                                 "[URL|FILE]");
    parser.addOption({"demo", "Start a private redis-server with live traffic; it is gone at exit."});
    parser.addOption({"read-only",
                      "Change nothing on any server, until it is unlocked in the window. So does "
                      "RATEWARDEN_READ_ONLY=1."});
    parser.addOption({"dark", "Begin with the dark theme."});
    parser.addOption({"light", "Begin with the light theme."});
    parser.addOption(
        {"size", "The window's size in pixels, as in 1280x800. Pictures are 1440x900 without it.", "WxH"});
    parser.addOption(
        {"capture", "Render the pages, light and dark, as PNG files into DIR, and exit.", "DIR"});
}

std::optional<QSize> parseSize(const QString& text)
{
    const QStringList parts = text.split('x');
    const QSize size(parts.value(0).toInt(), parts.value(1).toInt());
    return parts.size() == 2 && size.width() >= 320 && size.height() >= 240 ? std::optional(size)
                                                                            : std::nullopt;
}

/// `--help` and `--version` must work without a display, and a QApplication without one aborts.
bool needsNoDisplay(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        for (const char* option : {"-h", "--help", "--help-all", "-v", "--version"})
            if (qstrcmp(argv[i], option) == 0)
                return true;
    return false;
}

/// Anything but what says no: who sets it wants it.
bool isSwitchedOn(const char* variable)
{
    const QString value = qEnvironmentVariable(variable).toLower();
    return !value.isEmpty() && value != "0" && value != "false" && value != "no" && value != "off";
}

QIcon windowIcon()
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/icons/ratewarden-%1.png").arg(size));
    return icon;
}

int complainOfUsage(const QCommandLineParser& parser)
{
    return complain(
        QString::fromStdString(joinSentences(parser.errorText().toStdString(), "Try ratewarden --help")),
        WrongUsage);
}

/// Whether the command line is wrong, as far as that is known before Qt has taken its own options out.
bool isSurelyWrong(QCommandLineParser& parser, int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
        const QString& one = arguments.last();
        if (i > 0 && one.startsWith('-') && (!one.startsWith("--") || one.startsWith("--platform")))
            return false; // it may be one of them
    }
    return !parser.parse(arguments);
}

int run(QApplication& application, int argc, char** argv)
{
    QCommandLineParser parser;
    addOptions(parser);
    const QStringList arguments = QApplication::arguments();
    hidePasswords(argc, argv);
    if (!parser.parse(arguments))
        return complainOfUsage(parser);
    const QStringList urls = parser.positionalArguments();
    if (urls.size() > 1 || (parser.isSet("demo") && !urls.isEmpty()))
        return complain("one server at a time: give a URL or --demo. Try ratewarden --help", WrongUsage);
    std::optional<QSize> size;
    if (parser.isSet("size") && !(size = parseSize(parser.value("size"))))
        return complain("--size wants width and height, as in 1280x800", WrongUsage);
    if (!size && parser.isSet("capture"))
        size = QSize(1440, 900);

    ui::themeSwitch().begin(ui::ThemeChoice::System);
    quitOnSignals(&application); // before there is anything to clear up
    const bool isReadOnly = parser.isSet("read-only") || isSwitchedOn("RATEWARDEN_READ_ONLY");
    Console console(size, parser.isSet("capture") ? Console::Memory::Off : Console::Memory::On,
                    isReadOnly ? GuardLevel::ReadOnly : GuardLevel::Free);
    if (parser.isSet("dark") || parser.isSet("light")) // instead of what is remembered
        ui::themeSwitch().begin(parser.isSet("dark") ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
    if (parser.isSet("demo")) {
        if (const QString problem = console.openDemo(); !problem.isEmpty())
            return complain(problem, Failed);
    } else if (!urls.isEmpty() && urls.first().endsWith(".ratewarden")) {
        console.openInvestigation(urls.first());
    } else if (!urls.isEmpty()) {
        console.openServer(parseEndpoint(urls.first().toStdString()));
    } else if (parser.isSet("capture")) {
        return complain("--capture wants a URL or --demo", WrongUsage);
    } else if (!console.openLastServer()) {
        console.ask();
    }
    std::optional<PageCapture> capture;
    if (parser.isSet("capture"))
        capture.emplace(*console.window(), QDir(parser.value("capture")));
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    keepStandardStreams();
    keepOutOfCoreDumps();
    QCoreApplication::setApplicationName("ratewarden");
    QCoreApplication::setApplicationVersion(RATEWARDEN_VERSION);
    if (needsNoDisplay(argc, argv)) {
        const QCoreApplication application(argc, argv);
        QCommandLineParser parser;
        addOptions(parser);
        if (!parser.parse(QCoreApplication::arguments()))
            return complainOfUsage(parser);
        return print(parser.isSet("version")
                         ? QString("ratewarden %1\n").arg(QCoreApplication::applicationVersion())
                         : parser.helpText());
    }
    for (int i = 1; i < argc; ++i)
        if (QByteArrayView(argv[i]).startsWith("--capture") && !hasDisplay())
            qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!hasDisplay()) {
        QCommandLineParser parser;
        addOptions(parser);
        if (isSurelyWrong(parser, argc, argv))
            return complainOfUsage(parser);
    }
    ui::keepFreedMemory();
    std::optional<NoDisplay> noDisplay(std::in_place);
    QApplication application(argc, argv);
    noDisplay.reset();
    QGuiApplication::setDesktopFileName("io.github.ratewarden.ratewarden");
    QApplication::setWindowIcon(windowIcon());
    try {
        return run(application, argc, argv);
    } catch (const InvalidArgument& error) {
        return complain(error.what(), WrongUsage);
    } catch (const Error& error) {
        return complain(error.what(), Failed);
    }
}
