// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/reserve_table_model.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <array>

namespace ratewarden::ui {
namespace {

QString reserveWayCell(const ReserveTrial& trial)
{
    return reserveWayText(trial.way);
}

QString reserveDeniedCell(const ReserveTrial& trial)
{
    return numberText(Units(trial.denied));
}

QString reserveFalselyCell(const ReserveTrial& trial)
{
    return numberText(Units(trial.falselyDenied));
}

QString reserveOvershootCell(const ReserveTrial& trial)
{
    return trial.overshoot > 0 ? numberText(trial.overshoot) : ReserveTableModel::tr("never");
}

QString reserveUnusedCell(const ReserveTrial& trial)
{
    return numberText(trial.unused);
}

// In the order of ReserveTableModel::Column.
constexpr std::array<ColumnOf<ReserveTrial>, ReserveTableModel::ColumnCount> reserveColumns{{
    {[] { return ReserveTableModel::tr("Reserved per request"); }, reserveWayCell, false,
     [] {
         return ReserveTableModel::tr("The cost is known when the request has ended. Until then so much is "
                                      "charged: the service decides it, not the policy");
     }},
    {[] { return ReserveTableModel::tr("Denied"); }, reserveDeniedCell, true,
     [] {
         return ReserveTableModel::tr("Requests, of all the traffic");
     }},
    {[] { return ReserveTableModel::tr("Falsely"); }, reserveFalselyCell, true,
     [] {
         return ReserveTableModel::tr(
             "Of these, how many would have stayed within every limit, had each cost "
             "been known before");
     }},
    {[] { return ReserveTableModel::tr("Above limit"); }, reserveOvershootCell, true,
     [] {
         return ReserveTableModel::tr("The most units that one token used beyond a limit in any of its "
                                      "windows");
     }},
    {[] { return ReserveTableModel::tr("Unused"); }, reserveUnusedCell, true,
     [] {
         return ReserveTableModel::tr("Units that would have been used within the limits, had each cost been "
                                      "known before, and were not");
     }},
}};

} // namespace

ReserveTableModel::ReserveTableModel(QObject* parent) : ColumnModel(reserveColumns, parent) {}

QVariant ReserveTableModel::data(const QModelIndex& index, int role) const
{
    if (role != WarnRole || !index.isValid())
        return ColumnModel::data(index, role);
    return index.column() == Overshoot && at(index.row()).overshoot > 0;
}

void ReserveTableModel::put(const std::vector<ReserveTrial>& trials)
{
    replace(trials, [](const ReserveTrial& a, const ReserveTrial& b) { return a.way.kind == b.way.kind; });
}

} // namespace ratewarden::ui
