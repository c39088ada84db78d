// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/policy_table_model.h"

#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"

#include <algorithm>

namespace ratewarden::ui {

int PolicyTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int PolicyTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PolicyTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Version ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Name:
        return tr("Policy");
    case Rules:
        return tr("Rules");
    case Algorithm:
        return tr("Algorithm");
    case Mode:
        return tr("Mode");
    case Version:
        return tr("Version");
    case ColumnCount:
        break;
    }
    return {};
}

QString PolicyTableModel::text(const Row& row, Column column) const
{
    if (column == Name)
        return shown(row.name);
    if (!row.policy)
        return column == Rules ? tr("? cannot be read") : QString();
    switch (column) {
    case Rules:
        return rulesText(row.policy->policy.rules);
    case Algorithm:
        return algorithmText(row.policy->policy.algorithm);
    case Mode:
        if (!row.policy->policy.format.empty()) // another program decides
            return tr("keys of %1").arg(shown(row.policy->policy.format));
        return modeText(row.policy->mode) + (row.policy->candidate ? tr(" + candidate") : QString());
    case Version:
        return numberText(row.policy->version);
    case Name:
    case ColumnCount:
        break;
    }
    return {};
}

QVariant PolicyTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, Column(index.column()));
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(headerData(index.column(), Qt::Horizontal).toString(),
                                            text(row, Column(index.column())));
    case Qt::ToolTipRole:
        return plainToolTip(row.problem ? problemText(row.problem) : text(row, Column(index.column())));
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    default:
        return {};
    }
}

const PublishedPolicy* PolicyTableModel::policyAt(int row) const
{
    const auto& policy = m_rows[std::size_t(row)].policy;
    return policy ? &*policy : nullptr;
}

int PolicyTableModel::rowOf(const std::string& name) const
{
    const auto found = std::ranges::find(m_rows, name, &Row::name);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

void PolicyTableModel::put(const PolicyBook& book)
{
    std::vector<Row> rows;
    rows.reserve(book.published.size() + book.broken.size());
    for (const auto& [name, policy] : book.published)
        rows.push_back({name, policy, {}});
    for (const auto& [name, problem] : book.broken)
        rows.push_back({name, std::nullopt, problem});
    std::ranges::sort(rows, {}, &Row::name);
    if (rows == m_rows)
        return;
    // Row by row, so that the chosen one stays chosen.
    for (int row = int(m_rows.size()) - 1; row >= 0; --row)
        if (!std::ranges::binary_search(rows, nameAt(row), {}, &Row::name)) {
            beginRemoveRows({}, row, row);
            m_rows.erase(m_rows.begin() + row);
            endRemoveRows();
        }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i >= m_rows.size() || m_rows[i].name != rows[i].name) {
            beginInsertRows({}, int(i), int(i));
            m_rows.insert(m_rows.begin() + std::ptrdiff_t(i), rows[i]);
            endInsertRows();
        } else if (m_rows[i] != rows[i]) {
            m_rows[i] = rows[i];
            Q_EMIT dataChanged(index(int(i), 0), index(int(i), ColumnCount - 1));
        }
    }
}

} // namespace ratewarden::ui
