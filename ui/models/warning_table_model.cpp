// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/warning_table_model.h"

#include "core/formats/format.h"
#include "ui/text/display_text.h"
#include "ui/text/warning_text.h"

#include <array>

namespace ratewarden::ui {
namespace {

bool isSameRow(const WarningRow& a, const WarningRow& b)
{
    if (a.index() != b.index())
        return false;
    if (const auto* const server = std::get_if<ServerWarning>(&a))
        return server->code == std::get<ServerWarning>(b).code;
    const auto& one = std::get<WarningGroup>(a);
    const auto& other = std::get<WarningGroup>(b);
    return one.code == other.code && one.format == other.format && one.policy == other.policy &&
           one.others == other.others;
}

template <class OfGroup, class OfServer>
QString warningCell(const WarningRow& row, OfGroup ofGroup, OfServer ofServer)
{
    const auto* const group = std::get_if<WarningGroup>(&row);
    return group ? ofGroup(*group) : ofServer(std::get<ServerWarning>(row));
}

QString noCell(const ServerWarning&)
{
    return {};
}

QString warningNameCell(const WarningRow& row)
{
    return QStringLiteral("▲ ") + std::visit([](const auto& one) { return warningName(one.code); }, row);
}

QString warningFormatCell(const WarningRow& row)
{
    return warningCell(
        row, [](const WarningGroup& group) { return shown(group.format->name()); },
        [](const ServerWarning&) { return WarningTableModel::tr("the server"); });
}

QString warningGroupCell(const WarningRow& row)
{
    return warningCell(
        row,
        [](const WarningGroup& group) {
            return group.others ? WarningTableModel::tr("other groups") : shown(group.policy);
        },
        noCell);
}

QString warningTokensCell(const WarningRow& row)
{
    return warningCell(
        row, [](const WarningGroup& group) { return numberText(Units(group.tokens)); }, noCell);
}

QString warningSinceCell(const WarningRow& row)
{
    return warningCell(
        row, [](const WarningGroup& group) { return momentText(group.since); }, noCell);
}

QString warningAdviceCell(const WarningRow& row)
{
    return std::visit([](const auto& one) { return warningAction(one.code); }, row);
}

// In the order of WarningTableModel::Column.
constexpr std::array<ColumnOf<WarningRow>, WarningTableModel::ColumnCount> warningColumns{{
    {[] { return WarningTableModel::tr("Warning"); }, warningNameCell, false, nullptr, warningSentence},
    {[] { return WarningTableModel::tr("Format"); }, warningFormatCell},
    {[] { return WarningTableModel::tr("Policy or group"); }, warningGroupCell},
    {[] { return WarningTableModel::tr("Tokens"); }, warningTokensCell, true},
    {[] { return WarningTableModel::tr("Seen since"); }, warningSinceCell, false,
     [] {
         return WarningTableModel::tr("When this window first saw it, by the server's clock");
     }},
    {[] { return WarningTableModel::tr("What to do"); }, warningAdviceCell, false, nullptr, warningAdvice},
}};

} // namespace

WarningTableModel::WarningTableModel(QObject* parent) : ColumnModel(warningColumns, parent) {}

void WarningTableModel::put(const std::vector<ServerWarning>& server, const std::vector<WarningGroup>& groups)
{
    std::vector<WarningRow> now(server.begin(), server.end());
    now.insert(now.end(), groups.begin(), groups.end());
    if (now != rows())
        replace(std::move(now), isSameRow);
}

QString warningSentence(const WarningRow& row)
{
    const auto* const server = std::get_if<ServerWarning>(&row);
    return server ? warningSentence(*server) : warningSentence(std::get<WarningGroup>(row).code);
}

QString warningAdvice(const WarningRow& row)
{
    const auto* const server = std::get_if<ServerWarning>(&row);
    return server ? warningAdvice(server->code) : warningAdvice(std::get<WarningGroup>(row).code);
}

} // namespace ratewarden::ui
