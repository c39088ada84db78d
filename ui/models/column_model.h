// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/display_text.h"

#include <QAbstractTableModel>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace ratewarden::ui {

/// One column of a table: everything that its model knows of it.
template <class Row>
struct ColumnOf {
    QString (*title)();
    QString (*text)(const Row& row);
    bool isNumber = false;                        ///< stands at the right
    QString (*tip)() = nullptr;                   ///< of its header
    QString (*cellTip)(const Row& row) = nullptr; ///< null: the text
};

/// A table of rows, with a column for each entry of a table of columns. Cells have tooltips, and texts for
/// those who hear the table.
template <class Row>
class ColumnModel : public QAbstractTableModel {
public:
    /// The columns must outlive it.
    explicit ColumnModel(std::span<const ColumnOf<Row>> columns, QObject* parent = nullptr)
        : QAbstractTableModel(parent), m_columns(columns)
    {
        Q_ASSERT(columns.back().title); // none is missing
    }

    const std::vector<Row>& rows() const { return m_rows; }
    const Row& at(int row) const { return m_rows[std::size_t(row)]; }

    int rowCount(const QModelIndex& parent = {}) const final
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const final
    {
        return parent.isValid() ? 0 : int(m_columns.size());
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
            return {};
        const ColumnOf<Row>& column = m_columns[std::size_t(section)];
        switch (role) {
        case Qt::DisplayRole:
            return column.title();
        case Qt::ToolTipRole:
            return column.tip ? plainToolTip(column.tip()) : QVariant();
        case Qt::TextAlignmentRole:
            return int((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        default:
            return {};
        }
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const ColumnOf<Row>& column = m_columns[std::size_t(index.column())];
        const Row& row = at(index.row());
        switch (role) {
        case Qt::DisplayRole:
            return column.text(row);
        case Qt::AccessibleTextRole:
            return QStringLiteral("%1: %2").arg(headerData(index.column(), Qt::Horizontal).toString(),
                                                column.text(row));
        case Qt::ToolTipRole:
            return plainToolTip(column.cellTip ? column.cellTip(row) : column.text(row));
        case Qt::TextAlignmentRole:
            return headerData(index.column(), Qt::Horizontal, role);
        default:
            return {};
        }
    }

protected:
    /// Puts other rows in place of these. Those that are the same keep their identity, so that the selection
    /// survives it.
    template <class IsSame>
    void replace(std::vector<Row> rows, IsSame isSame)
    {
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

    std::vector<Row> m_rows;

private:
    std::span<const ColumnOf<Row>> m_columns;
};

} // namespace ratewarden::ui
