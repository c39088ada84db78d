// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/no_display.h"

#include <QString>

#include <cstdio>
#include <cstdlib>

namespace {

QString& said() // by the plugins that open displays
{
    static QString text;
    return text;
}

void listen(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg) {
        const QString reason = hasDisplay() ? "no window can be opened: " + said().trimmed()
                                            : QStringLiteral("there is no display to open a window on");
        std::fprintf(stderr,
                     "ratewarden: %s\n"
                     "Start it in a desktop session. Without one, ratewarden-ctl works in the terminal, and "
                     "--capture DIR renders the pages as pictures.\n",
                     qPrintable(reason));
        std::_Exit(1); // nothing is open yet, and returning would abort
    }
    if (QByteArrayView(context.category).startsWith("qt.qpa."))
        said() += message.trimmed() + ' ';
    else
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, message)));
}

} // namespace

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

NoDisplay::NoDisplay() : m_former(qInstallMessageHandler(listen)) {}

NoDisplay::~NoDisplay()
{
    qInstallMessageHandler(m_former);
}
