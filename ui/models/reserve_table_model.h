// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/reserving.h"
#include "ui/models/column_model.h"

namespace ratewarden::ui {

/// Ways of reserving units for requests whose costs are known afterwards, and what each does to the traffic
/// of the lab.
class ReserveTableModel final : public ColumnModel<ReserveTrial> {
    Q_OBJECT

public:
    enum Column { Way, Denied, Falsely, Overshoot, Unused, ColumnCount };
    Q_ENUM(Column)
    static constexpr int WarnRole = Qt::UserRole; ///< it is to be looked at

    explicit ReserveTableModel(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    void put(const std::vector<ReserveTrial>& trials);
};

} // namespace ratewarden::ui
