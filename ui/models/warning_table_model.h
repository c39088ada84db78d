// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/server_warnings.h"
#include "core/tokens/warning_tally.h"
#include "ui/models/column_model.h"

#include <variant>
#include <vector>

namespace ratewarden::ui {

using WarningRow = std::variant<ServerWarning, WarningGroup>;

/// What is wrong with the server, and with groups of tokens: the worst first. Rows keep their identity
/// through every refresh, so that the selection survives it.
class WarningTableModel final : public ColumnModel<WarningRow> {
    Q_OBJECT

public:
    enum Column { What, Format, Group, Tokens, Since, Advice, ColumnCount };
    Q_ENUM(Column)

    explicit WarningTableModel(QObject* parent = nullptr);

    void put(const std::vector<ServerWarning>& server, const std::vector<WarningGroup>& groups);
};

/// What the row means: a sentence.
QString warningSentence(const WarningRow& row);
/// What to do about it.
QString warningAdvice(const WarningRow& row);

} // namespace ratewarden::ui
