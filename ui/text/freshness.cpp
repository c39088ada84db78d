// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/freshness.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {

QString ageText(Freshness freshness, Instant at)
{
    switch (freshness) {
    case Freshness::Live:
        break;
    case Freshness::Paused:
        return QCoreApplication::translate("Freshness", "paused at %1").arg(momentText(at));
    case Freshness::Stale:
        return QCoreApplication::translate("Freshness", "as of %1").arg(momentText(at));
    }
    return QCoreApplication::translate("Freshness", "now");
}

} // namespace ratewarden::ui
