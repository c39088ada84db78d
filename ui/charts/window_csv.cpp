// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/window_csv.h"

#include <QDateTime>
#include <QTimeZone>

#include <cmath>

namespace ratewarden::ui {
namespace {

QByteArray momentCells(Instant moment)
{
    const std::int64_t micros = moment.time_since_epoch().count();
    const std::int64_t seconds = std::chrono::floor<std::chrono::seconds>(moment).time_since_epoch().count();
    return QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::utc())
               .toString("yyyy-MM-ddTHH:mm:ss")
               .toLatin1() +
           '.' + QByteArray::number(qlonglong(micros - seconds * 1'000'000)).rightJustified(6, '0') + "Z," +
           QByteArray::number(qlonglong(micros));
}

} // namespace

QByteArray requestsCsv(const TokenDetail& window)
{
    QByteArray csv("time,microseconds,cost\r\n");
    for (const LogEntry& entry : window.log.entries)
        csv += momentCells(entry.at) + ',' + QByteArray::number(qlonglong(entry.cost)) + "\r\n";
    return csv;
}

QByteArray usageCsv(const std::vector<Rule>& rules, const UsageHistory& history)
{
    QByteArray csv("time,microseconds");
    for (const Rule& rule : rules) // digits, letters, a slash
        csv += ",used of " + QByteArray::fromStdString(notation(rule));
    csv += "\r\n";
    for (const UsageSample& sample : history.samples()) {
        csv += momentCells(sample.at);
        for (std::size_t i = 0; i < rules.size(); ++i) {
            csv += ',';
            if (i < sample.shares.size())
                csv += QByteArray::number(
                    qlonglong(std::llround(sample.shares[i] * double(rules[i].capacity()))));
        }
        csv += "\r\n";
    }
    return csv;
}

} // namespace ratewarden::ui
