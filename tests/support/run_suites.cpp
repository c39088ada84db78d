// SPDX-License-Identifier: GPL-3.0-or-later
// The main() of each room's program; where the window is linked, suites find an application that has widgets.
#include "test_environment.h" // written by CMake
#include "tests/support/suites.h"

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

int main(int argc, char** argv)
{
    for (const auto& [name, value] : ratewarden::test::environment) {
        QByteArray its = value;
        if (argc > 1 && QByteArrayView(name).startsWith("XDG_")) // suites run side by side
            its += QByteArray("/") + argv[1];
        qputenv(name, its);
    }
    // Set it to see the window: QT_QPA_PLATFORM=xcb
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // as QTEST_MAIN has it
    const Application application(argc, argv);
    return ratewarden::test::runSuite(argc, argv);
}
