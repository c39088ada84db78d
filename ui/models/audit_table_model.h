// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "ui/models/column_model.h"

namespace ratewarden::ui {

/// What was changed on the server, the newest first. Rows keep their identity when they are read again, so
/// that the selection survives it.
class AuditTableModel final : public ColumnModel<AuditEntry> {
    Q_OBJECT

public:
    enum Column { When, Who, What, Whose, Policy, Why, Result, ColumnCount };
    Q_ENUM(Column)

    explicit AuditTableModel(QObject* parent = nullptr);

    void put(std::vector<AuditEntry> entries);
};

} // namespace ratewarden::ui
