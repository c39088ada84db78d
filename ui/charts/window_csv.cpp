// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/window_csv.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <cmath>
#include <utility>

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

QByteArray usageCsv(std::vector<Rule> rules, const UsageHistory& history)
{
    const Limits* limits = nullptr;
    for (const UsageSample& sample : history.samples())
        if (std::exchange(limits, sample.limits.get()) != sample.limits.get())
            for (const Rule& rule : limits->rules)
                if (std::ranges::find(rules, rule) == rules.end())
                    rules.push_back(rule);
    QByteArray csv("time,microseconds");
    for (const Rule& rule : rules) // digits, letters, a slash
        csv += ",used of " + QByteArray::fromStdString(notation(rule));
    csv += "\r\n";
    for (const UsageSample& sample : history.samples()) {
        csv += momentCells(sample.at);
        for (const Rule& rule : rules) {
            csv += ',';
            const auto i =
                std::size_t(std::ranges::find(sample.limits->rules, rule) - sample.limits->rules.begin());
            if (i < sample.shares.size())
                csv +=
                    QByteArray::number(qlonglong(std::llround(sample.shares[i] * double(rule.capacity()))));
        }
        csv += "\r\n";
    }
    return csv;
}

} // namespace ratewarden::ui
