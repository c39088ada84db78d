// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/trial.h"
#include "ui/lab/recorded_lab.h"
#include "ui/models/column_model.h"

#include <memory>
#include <optional>

namespace ratewarden::ui {

struct TrialRow {
    Candidate candidate;
    std::shared_ptr<const Trial> trial;  ///< null: being computed
    std::optional<DeniedAmong> innocent; ///< empty: no token is marked
};

/// Those of a recording whose trial was known.
std::vector<TrialRow> trialRows(const RecordedLab& recorded);

/// Candidates of the lab, and what each does to the same traffic.
class TrialTableModel final : public ColumnModel<TrialRow> {
    Q_OBJECT

public:
    enum Column { Name, Allowed, Denied, Tokens, Hurt, LongestWait, Burst, Bytes, ColumnCount };
    Q_ENUM(Column)
    static constexpr int WarnRole = Qt::UserRole; ///< it is to be looked at

    explicit TrialTableModel(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    void put(std::vector<TrialRow> rows);
};

} // namespace ratewarden::ui
