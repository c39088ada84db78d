// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <functional>
#include <utility>
#include <vector>

namespace ratewarden::ui {

/// What a chart shows, as text: the same range, and its numbers at least as exact. A text is made when it is
/// looked at, as there may be very many rows.
struct ChartTable {
    QString about;        ///< which time it shows, and what it does not know; may be empty
    QStringList headings; ///< with the units of their columns
    int rowCount = 0;
    std::function<QString(int row, int column)> cell;

    /// Of a map, or of pairs: what comes second in each.
    void setRowsOf(auto& keyed)
    {
        std::vector<QStringList> rows;
        for (auto& [key, row] : keyed)
            rows.push_back(std::move(row));
        setRows(std::move(rows));
    }
    void setRows(std::vector<QStringList> rows)
    {
        rowCount = int(rows.size());
        cell = [rows = std::move(rows)](int row, int column) {
            return rows[std::size_t(row)].value(column);
        };
    }
};

} // namespace ratewarden::ui
