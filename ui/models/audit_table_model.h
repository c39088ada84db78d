// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"

#include <QAbstractTableModel>

#include <vector>

namespace ratewarden::ui {

/// What was changed on the server, the newest first. Rows keep their identity when they are read again, so
/// that the selection survives it.
class AuditTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { When, Who, What, Whose, Policy, Why, Result, ColumnCount };
    Q_ENUM(Column)

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    void put(std::vector<AuditEntry> entries);
    const AuditEntry& at(int row) const { return m_entries[std::size_t(row)]; }

private:
    QString text(const AuditEntry& entry, Column column) const;

    std::vector<AuditEntry> m_entries;
};

} // namespace ratewarden::ui
