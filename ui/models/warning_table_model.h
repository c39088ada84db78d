// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/server_warnings.h"
#include "core/admin/warning_tally.h"

#include <QAbstractTableModel>

#include <variant>
#include <vector>

namespace ratewarden::ui {

/// What is wrong with the server, and with groups of tokens: the worst first. Rows keep their identity
/// through every refresh, so that the selection survives it.
class WarningTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { What, Format, Group, Tokens, Since, Advice, ColumnCount };
    Q_ENUM(Column)
    using Row = std::variant<ServerWarning, WarningGroup>;

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    void put(const std::vector<ServerWarning>& server, const std::vector<WarningGroup>& groups);
    const Row& at(int row) const { return m_rows[std::size_t(row)]; }

private:
    std::vector<Row> m_rows;
};

/// What the row means: a sentence.
QString warningSentence(const WarningTableModel::Row& row);
/// What to do about it.
QString warningAdvice(const WarningTableModel::Row& row);

} // namespace ratewarden::ui
