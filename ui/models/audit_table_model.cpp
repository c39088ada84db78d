// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/audit_table_model.h"

#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"

#include <algorithm>

namespace ratewarden::ui {

int AuditTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int AuditTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AuditTableModel::text(const AuditEntry& entry, Column column) const
{
    switch (column) {
    case When:
        return momentText(entry.at);
    case Who:
        return authorText(entry);
    case What:
        return actText(entry);
    case Whose:
        return whoseText(entry);
    case Policy:
        return entry.policies.size() > 1 ? tr("%1 policies").arg(numberText(Units(entry.policies.size())))
               : entry.policies.empty()  ? QString()
                                         : shown(entry.policies.front());
    case Why:
        return shown(entry.reason);
    case Result:
        return resultText(entry);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant AuditTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == When)
        return tr("By the server's clock");
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case When:
        return tr("When");
    case Who:
        return tr("Who");
    case What:
        return tr("Change");
    case Whose:
        return tr("Of");
    case Policy:
        return tr("Policy");
    case Why:
        return tr("Reason");
    case Result:
        return tr("Result");
    case ColumnCount:
        break;
    }
    return {};
}

QVariant AuditTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const AuditEntry& entry = at(index.row());
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, column);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal).toString(),
                                            text(entry, column));
    case Qt::ToolTipRole:
        return plainToolTip(column == Result ? resultSentence(entry) : text(entry, column));
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    default:
        return {};
    }
}

void AuditTableModel::put(std::vector<AuditEntry> entries)
{
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        const auto now = std::ranges::find(entries, at(old.row()).id, &AuditEntry::id);
        after << (now == entries.end() ? QModelIndex()
                                       : createIndex(int(now - entries.begin()), old.column()));
    }
    m_entries = std::move(entries);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

} // namespace ratewarden::ui
