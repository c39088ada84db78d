// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/display_text.h"

#include "core/model/text.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace ratewarden::ui {

QString shown(std::string_view bytes)
{
    return QString::fromStdString(printable(bytes));
}

QString numberText(Units number)
{
    return QLocale().toString(qlonglong(number));
}

QString countText(Units number, const QString& one, const QString& many)
{
    return number == 1 ? one : many.arg(numberText(number));
}

QString ruleText(const Rule& rule)
{
    return numberText(rule.limit) + "/" + QString::fromStdString(durationNotation(rule.window));
}

QString waitText(Micros wait)
{
    return QString::fromStdString(durationText(wait));
}

QString countdownText(Micros left)
{
    return waitText(std::max(left, Micros(std::chrono::milliseconds(100))));
}

QString momentText(Instant moment)
{
    const auto milliseconds =
        std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count();
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(milliseconds);
    const bool today = local.date() == QDate::currentDate();
    return local.toString(today ? "HH:mm:ss" : "yyyy-MM-dd HH:mm:ss");
}

QString plainToolTip(const QString& text)
{
    return text.isEmpty() ? text : "<span style='white-space:pre-wrap'>" + text.toHtmlEscaped() + "</span>";
}

QString withoutMnemonics(QString text)
{
    return text.replace('&', "&&");
}

} // namespace ratewarden::ui
