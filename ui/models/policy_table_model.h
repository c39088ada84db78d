// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/policy_store.h"

#include <QAbstractTableModel>

namespace ratewarden::ui {

/// The policies that are published, by name; also those whose documents cannot be read.
class PolicyTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Rules, Algorithm, Mode, Version, ColumnCount };
    Q_ENUM(Column)

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    void put(const PolicyBook& book);
    int rowOf(const std::string& name) const; ///< -1 when there is none
    const std::string& nameAt(int row) const { return m_rows[std::size_t(row)].name; }
    /// Null when its document cannot be read.
    const PublishedPolicy* policyAt(int row) const;
    /// Why its document cannot be read; nothing: it can.
    const Problem& problemAt(int row) const { return m_rows[std::size_t(row)].problem; }

private:
    struct Row {
        std::string name;
        std::optional<PublishedPolicy> policy;
        Problem problem;
        friend bool operator==(const Row&, const Row&) = default;
    };

    QString text(const Row& row, Column column) const;

    std::vector<Row> m_rows; // by name
};

} // namespace ratewarden::ui
