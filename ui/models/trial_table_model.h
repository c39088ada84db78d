// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/trial.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace ratewarden::ui {

/// Candidates of the lab, and what each does to the same traffic.
class TrialTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Allowed, Denied, Tokens, Hurt, LongestWait, Burst, Bytes, ColumnCount };
    Q_ENUM(Column)
    static constexpr int WarnRole = Qt::UserRole; ///< it is to be looked at

    struct Row {
        Candidate candidate;
        std::shared_ptr<const Trial> trial;  ///< null: being computed
        std::optional<DeniedAmong> innocent; ///< empty: no token is marked
    };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    void put(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return m_rows; }

private:
    std::vector<Row> m_rows;
};

} // namespace ratewarden::ui
