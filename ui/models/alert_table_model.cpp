// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alert_table_model.h"

#include "ui/text/alert_text.h"
#include "ui/text/display_text.h"

#include <array>

namespace ratewarden::ui {
namespace {

QString alertNameCell(const AlertRow& row)
{
    return shown(row.alert.name);
}

QString alertNameTip(const AlertRow& row)
{
    return QStringLiteral("%1\n%2 %3")
        .arg(alertNameCell(row), boundText(row.alert), backText(row.alert))
        .trimmed();
}

QString alertOnCell(const AlertRow& row)
{
    return isOfServer(row.alert.measure) ? AlertTableModel::tr("the server")
           : row.alert.filter.empty()    ? AlertTableModel::tr("all tokens")
                                         : shown(row.alert.filter.text());
}

QString alertNowCell(const AlertRow& row)
{
    return row.stands ? figureText(row.alert.measure, row.stands->figure) : noValue();
}

QString alertSinceCell(const AlertRow& row)
{
    return row.stands && row.stands->phase != AlertPhase::Quiet ? briefMomentText(row.stands->since)
                                                                : QString();
}

QString alertStateCell(const AlertRow& row)
{
    const QString phase = row.stands ? phaseText(row.stands->phase) : noValue();
    const QString told = row.isSilenced ? AlertTableModel::tr("%1, silenced").arg(phase) : phase;
    return row.asOf ? AlertTableModel::tr("%1, as of %2").arg(told, briefMomentText(*row.asOf)) : told;
}

// In the order of AlertTableModel::Column.
constexpr std::array<ColumnOf<AlertRow>, AlertTableModel::ColumnCount> alertColumns{{
    {[] { return AlertTableModel::tr("Alert"); }, alertNameCell, false, nullptr, alertNameTip},
    {[] { return AlertTableModel::tr("On"); }, alertOnCell},
    {[] { return AlertTableModel::tr("Now"); }, alertNowCell, true,
     [] {
         return AlertTableModel::tr("What it measured in the last round that the history has");
     }},
    {[] { return AlertTableModel::tr("Since"); }, alertSinceCell},
    {[] { return AlertTableModel::tr("State"); }, alertStateCell},
}};

} // namespace

AlertTableModel::AlertTableModel(QObject* parent) : ColumnModel(alertColumns, parent) {}

void AlertTableModel::put(std::vector<AlertRow> rows)
{
    replace(std::move(rows),
            [](const AlertRow& a, const AlertRow& b) { return a.alert.name == b.alert.name; });
}

} // namespace ratewarden::ui
