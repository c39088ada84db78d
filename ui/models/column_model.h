// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/cell_model.h"

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

/// A table of rows, with a column for each entry of a table of columns.
template <class Row>
class ColumnModel : public CellModel {
public:
    /// The columns must outlive it.
    explicit ColumnModel(std::span<const ColumnOf<Row>> columns, QObject* parent = nullptr)
        : CellModel(parent), m_columns(columns)
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
    const ColumnOf<Row>& column(int place) const { return m_columns[std::size_t(place)]; }
    QString title(int place) const final { return column(place).title(); }
    QString titleTip(int place) const final { return column(place).tip ? column(place).tip() : QString(); }
    bool isNumber(int place) const final { return column(place).isNumber; }
    QString cellText(int row, int place) const final { return column(place).text(at(row)); }
    QString cellTip(int row, int place) const final
    {
        const auto tip = column(place).cellTip;
        return tip ? tip(at(row)) : cellText(row, place);
    }

    std::span<const ColumnOf<Row>> m_columns;
};

} // namespace ratewarden::ui
