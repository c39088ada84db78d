// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/environment.h"

#include <QCoreApplication>

namespace ratewarden::ui {

QString environmentText(Environment environment)
{
    switch (environment) {
    case Environment::None:
        break;
    case Environment::Development:
        return QCoreApplication::translate("Environment", "development");
    case Environment::Staging:
        return QCoreApplication::translate("Environment", "staging");
    case Environment::Production:
        return QCoreApplication::translate("Environment", "production");
    }
    return {};
}

} // namespace ratewarden::ui
