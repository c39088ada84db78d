// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/finding.h"
#include "ui/models/column_model.h"

#include <vector>

namespace ratewarden::ui {

/// What is wrong on a server: the worst first. Rows keep their identity through every refresh, so that the
/// selection survives it.
class FindingTableModel final : public ColumnModel<Finding> {
    Q_OBJECT

public:
    enum Column { What, Format, Group, Tokens, Since, Seen, Advice, ColumnCount };
    Q_ENUM(Column)

    explicit FindingTableModel(QObject* parent = nullptr);

    void put(std::vector<Finding> findings);
};

} // namespace ratewarden::ui
