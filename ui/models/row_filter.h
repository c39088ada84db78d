// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <functional>
#include <utility>

namespace ratewarden::ui {

/// The rows of a table that its filter takes, in the order of a column.
class RowFilter final : public QSortFilterProxyModel {
public:
    /// `takes`: whether the source's row is listed.
    void setTakes(std::function<bool(int row)> takes)
    {
        m_takes = std::move(takes);
        invalidateFilter();
    }
    /// The source's row that is listed there.
    int rowAt(int listed) const { return mapToSource(index(listed, 0)).row(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override { return !m_takes || m_takes(row); }

private:
    std::function<bool(int row)> m_takes;
};

} // namespace ratewarden::ui
