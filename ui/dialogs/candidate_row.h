// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/published_policy.h"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace ratewarden::ui {

/// The fields for a policy's candidate: other rules, another algorithm, or both.
class CandidateRow final : public QWidget {
    Q_OBJECT

public:
    explicit CandidateRow(QWidget* parent = nullptr);

    void put(const std::optional<CandidateRules>& candidate, const Policy& policy);
    /// For a policy with these rules and this algorithm; empty: it has no candidate. Throws InvalidArgument
    /// for rules that cannot be read.
    std::optional<CandidateRules> read(const Policy& policy) const;
    /// What stands in the fields.
    QStringList texts() const;

Q_SIGNALS:
    void changed();

private:
    QLineEdit* m_rules;
    QComboBox* m_algorithm;
};

} // namespace ratewarden::ui
