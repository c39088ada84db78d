// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/warning_table_model.h"

#include "core/formats/format.h"
#include "ui/text/display_text.h"
#include "ui/text/warning_text.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

using Row = WarningTableModel::Row;

bool isSame(const Row& a, const Row& b)
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

QString groupText(const WarningGroup& group, WarningTableModel::Column column)
{
    switch (column) {
    case WarningTableModel::What:
        return QStringLiteral("▲ ") + warningName(group.code);
    case WarningTableModel::Format:
        return shown(group.format->name());
    case WarningTableModel::Group:
        return group.others ? WarningTableModel::tr("other groups") : shown(group.policy);
    case WarningTableModel::Tokens:
        return numberText(Units(group.tokens));
    case WarningTableModel::Since:
        return momentText(group.since);
    case WarningTableModel::Advice:
        return warningAction(group.code);
    case WarningTableModel::ColumnCount:
        break;
    }
    return {};
}

QString serverText(const ServerWarning& warning, WarningTableModel::Column column)
{
    switch (column) {
    case WarningTableModel::What:
        return QStringLiteral("▲ ") + warningName(warning.code);
    case WarningTableModel::Format:
        return WarningTableModel::tr("the server");
    case WarningTableModel::Advice:
        return warningAction(warning.code);
    default:
        return {};
    }
}

QString textOf(const Row& row, WarningTableModel::Column column)
{
    const auto* const server = std::get_if<ServerWarning>(&row);
    return server ? serverText(*server, column) : groupText(std::get<WarningGroup>(row), column);
}

} // namespace

int WarningTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int WarningTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant WarningTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Tokens ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Since)
        return tr("When this window first saw it, by the server's clock");
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case What:
        return tr("Warning");
    case Format:
        return tr("Format");
    case Group:
        return tr("Policy or group");
    case Tokens:
        return tr("Tokens");
    case Since:
        return tr("Seen since");
    case Advice:
        return tr("What to do");
    case ColumnCount:
        break;
    }
    return {};
}

QVariant WarningTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = at(index.row());
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, column);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal).toString(),
                                            textOf(row, column));
    case Qt::ToolTipRole:
        return plainToolTip(column == What     ? ui::warningSentence(row)
                            : column == Advice ? ui::warningAdvice(row)
                                               : textOf(row, column));
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    default:
        return {};
    }
}

void WarningTableModel::put(const std::vector<ServerWarning>& server, const std::vector<WarningGroup>& groups)
{
    std::vector<Row> rows(server.begin(), server.end());
    rows.insert(rows.end(), groups.begin(), groups.end());
    if (rows == m_rows)
        return;
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        const auto now =
            std::ranges::find_if(rows, [&](const Row& row) { return isSame(row, at(old.row())); });
        after << (now == rows.end() ? QModelIndex() : createIndex(int(now - rows.begin()), old.column()));
    }
    m_rows = std::move(rows);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

QString warningSentence(const WarningTableModel::Row& row)
{
    const auto* const server = std::get_if<ServerWarning>(&row);
    return server ? warningSentence(*server) : warningSentence(std::get<WarningGroup>(row).code);
}

QString warningAdvice(const WarningTableModel::Row& row)
{
    const auto* const server = std::get_if<ServerWarning>(&row);
    return server ? warningAdvice(server->code) : warningAdvice(std::get<WarningGroup>(row).code);
}

} // namespace ratewarden::ui
