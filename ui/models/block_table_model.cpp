// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/block_table_model.h"

#include "ui/widgets/display_text.h"

#include <algorithm>

namespace ratewarden::ui {

int BlockTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int BlockTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BlockTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Token:
        return tr("Token");
    case Reason:
        return tr("Reason");
    case By:
        return tr("By");
    case Since:
        return tr("Since");
    case Ends:
        return tr("Ends");
    case ColumnCount:
        break;
    }
    return {};
}

QString BlockTableModel::text(const Block& block, Column column) const
{
    switch (column) {
    case Token:
        return shown(block.token);
    case Reason:
        return shown(block.reason);
    case By:
        return shown(block.by);
    case Since:
        return momentText(block.since);
    case Ends:
        return block.until ? tr("in %1").arg(countdownText(*block.until - m_now)) : tr("never");
    case ColumnCount:
        break;
    }
    return {};
}

QVariant BlockTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Block& block = blockAt(index.row());
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(block, column);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal).toString(),
                                            text(block, column));
    case Qt::ToolTipRole:
        return plainToolTip(column == Ends && block.until ? momentText(*block.until) : text(block, column));
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    default:
        return {};
    }
}

int BlockTableModel::rowOf(std::string_view token) const
{
    const auto found =
        std::ranges::find(m_rows, token, [](const Row& row) -> std::string_view { return row.block.token; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

void BlockTableModel::insert(const Block& block)
{
    const auto place = std::ranges::find_if(m_rows, [&](const Row& row) {
        return row.block.since < block.since ||
               (row.block.since == block.since && row.block.token > block.token);
    });
    const int row = int(place - m_rows.begin());
    beginInsertRows({}, row, row);
    m_rows.insert(place, {block, m_scan});
    endInsertRows();
}

void BlockTableModel::remove(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
}

void BlockTableModel::put(const std::vector<TokenReading>& readings)
{
    const std::size_t before = m_rows.size();
    for (const TokenReading& reading : readings) {
        if (reading.key.algorithm || !reading.problem.empty())
            continue;
        int row = rowOf(reading.key.token);
        if (row >= 0 && (!reading.block || blockAt(row).since != reading.block->since)) {
            remove(row); // lifted, ended, or another block by now
            row = -1;
        }
        if (!reading.block)
            continue;
        if (row < 0) {
            insert(*reading.block);
            continue;
        }
        Row& known = m_rows[std::size_t(row)];
        known.scan = m_scan;
        if (known.block != *reading.block) {
            known.block = *reading.block;
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    }
    if (m_rows.size() != before)
        Q_EMIT countChanged();
}

void BlockTableModel::dropUnseen()
{
    const std::size_t before = m_rows.size();
    for (int row = int(m_rows.size()) - 1; row >= 0; --row)
        if (m_rows[std::size_t(row)].scan != m_scan)
            remove(row);
    ++m_scan;
    if (m_rows.size() != before)
        Q_EMIT countChanged();
}

void BlockTableModel::setNow(Instant now)
{
    m_now = now;
    const std::size_t before = m_rows.size();
    for (int row = int(m_rows.size()) - 1; row >= 0; --row)
        if (blockAt(row).until && *blockAt(row).until <= now) // no reading is needed to know
            remove(row);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Ends), index(int(m_rows.size()) - 1, Ends), {Qt::DisplayRole});
    if (m_rows.size() != before)
        Q_EMIT countChanged();
}

} // namespace ratewarden::ui
