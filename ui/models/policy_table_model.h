// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/policy_store.h"
#include "ui/models/column_model.h"

namespace ratewarden::ui {

struct PolicyRow {
    std::string name;
    std::optional<PublishedPolicy> policy; ///< empty: its document cannot be read
    Problem problem;                       ///< why
    friend bool operator==(const PolicyRow&, const PolicyRow&) = default;
};

/// The policies that are published, by name; also those whose documents cannot be read.
class PolicyTableModel final : public ColumnModel<PolicyRow> {
    Q_OBJECT

public:
    enum Column { Name, Rules, Algorithm, Mode, Version, ColumnCount };
    Q_ENUM(Column)

    explicit PolicyTableModel(QObject* parent = nullptr);

    void put(const PolicyBook& book);
    int rowOf(const std::string& name) const; ///< -1 when there is none
};

} // namespace ratewarden::ui
