// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/back_test.h"
#include "ui/models/column_model.h"

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// An alert of a file, and how it stands at the end of its history.
struct AlertRow {
    Alert alert;
    std::optional<BackTestedAlert> stands; ///< empty: there is no history
    bool isSilenced = false;
    std::optional<Instant> asOf; ///< how it stands since is not known
};

/// The alerts of a file, in its order.
class AlertTableModel final : public ColumnModel<AlertRow> {
    Q_OBJECT

public:
    enum Column { Name, On, Now, Since, State, ColumnCount };
    Q_ENUM(Column)

    explicit AlertTableModel(QObject* parent = nullptr);

    void put(std::vector<AlertRow> rows);
};

} // namespace ratewarden::ui
