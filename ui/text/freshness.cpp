// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/freshness.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>

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
    case Freshness::Recorded:
        return QCoreApplication::translate("Freshness", "recorded at %1").arg(momentText(at));
    }
    return QCoreApplication::translate("Freshness", "now");
}

QString pausedText(Micros since, std::optional<Units> newer)
{
    const auto seconds = std::max<std::int64_t>(0, since / std::chrono::seconds(1));
    QString time = QStringLiteral("%1:%2")
                       .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
                       .arg(seconds % 60, 2, 10, QLatin1Char('0'));
    if (seconds >= 3600)
        time = QStringLiteral("%1:%2").arg(seconds / 3600).arg(time);
    return newer ? QCoreApplication::translate("Freshness", "paused %1 · %2 newer")
                       .arg(time, numberText(*newer))
                 : QCoreApplication::translate("Freshness", "paused %1").arg(time);
}

} // namespace ratewarden::ui
