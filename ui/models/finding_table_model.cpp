// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/finding_table_model.h"

#include "core/formats/format.h"
#include "ui/text/display_text.h"
#include "ui/text/end_time.h"
#include "ui/text/warning_text.h"

#include <array>

namespace ratewarden::ui {
namespace {

bool isSameRow(const Finding& a, const Finding& b)
{
    return a.name() == b.name() && a.others == b.others;
}

QString findingWhatCell(const Finding& row)
{
    return QStringLiteral("%1 %2").arg(severityMark(severityOf(row.kind))).arg(findingTitle(row.kind));
}

QString findingFormatCell(const Finding& row)
{
    return row.server   ? FindingTableModel::tr("the server")
           : row.format ? shown(row.format->name())
                        : FindingTableModel::tr("policies");
}

QString findingGroupCell(const Finding& row)
{
    return row.others ? FindingTableModel::tr("other groups") : shown(row.group);
}

QString findingTokensCell(const Finding& row)
{
    return row.share ? percentText(*row.share) : row.tokens > 0 ? numberText(Units(row.tokens)) : QString();
}

QString findingSinceCell(const Finding& row)
{
    return momentText(row.firstSeen);
}

QString findingSeenCell(const Finding& row)
{
    return row.isGone ? FindingTableModel::tr("gone, %1").arg(momentText(row.lastSeen))
                      : FindingTableModel::tr("now");
}

QString findingAdviceCell(const Finding& row)
{
    if (!row.dismissed)
        return findingAction(row.kind);
    return FindingTableModel::tr("Dismissed %1 by %2: %3")
        .arg(untilText(row.dismissed->until), shown(row.dismissed->by), shown(row.dismissed->reason));
}

QString findingAdviceTip(const Finding& row)
{
    return row.dismissed ? findingAdviceCell(row) : findingAdvice(row.kind);
}

QString findingWhatTip(const Finding& row)
{
    return QStringLiteral("%1: %2").arg(severityText(severityOf(row.kind)), findingSentence(row));
}

// In the order of FindingTableModel::Column.
constexpr std::array<ColumnOf<Finding>, FindingTableModel::ColumnCount> findingColumns{{
    {[] { return FindingTableModel::tr("Finding"); }, findingWhatCell, false, nullptr, findingWhatTip},
    {[] { return FindingTableModel::tr("Format"); }, findingFormatCell},
    {[] { return FindingTableModel::tr("Group"); }, findingGroupCell},
    {[] { return FindingTableModel::tr("How many"); }, findingTokensCell, true,
     [] {
         return FindingTableModel::tr("Tokens that have it; of one address its share of all requests");
     }},
    {[] { return FindingTableModel::tr("Since"); }, findingSinceCell, false,
     [] {
         return FindingTableModel::tr("When this window first saw it, by the server's clock");
     }},
    {[] { return FindingTableModel::tr("Seen"); }, findingSeenCell, false,
     [] {
         return FindingTableModel::tr("When this window saw it last");
     }},
    {[] { return FindingTableModel::tr("What to do"); }, findingAdviceCell, false, nullptr, findingAdviceTip},
}};

} // namespace

FindingTableModel::FindingTableModel(QObject* parent) : ColumnModel(findingColumns, parent) {}

void FindingTableModel::put(std::vector<Finding> findings)
{
    if (findings != rows())
        replace(std::move(findings), isSameRow);
}

} // namespace ratewarden::ui
