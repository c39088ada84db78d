// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <limits>

// English has the plurals of every sentence, so it lies below the language of the desktop, which may lack
// some. Q_INIT_RESOURCE must stand in no namespace.
static void loadTranslations()
{
    Q_INIT_RESOURCE(translations);
    for (const QLocale& locale : {QLocale(QLocale::English), QLocale()}) {
        auto* const translator = new QTranslator(QCoreApplication::instance());
        if (translator->load(locale, QStringLiteral("ratewarden"), QStringLiteral("_"),
                             QStringLiteral(":/i18n")))
            QCoreApplication::installTranslator(translator);
    }
}

Q_COREAPP_STARTUP_FUNCTION(loadTranslations)

namespace ratewarden::ui {

int pluralNumber(Units count)
{
    return int(std::clamp<Units>(count, 0, std::numeric_limits<int>::max()));
}

} // namespace ratewarden::ui
