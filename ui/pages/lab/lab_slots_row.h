// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rule.h"

#include <QWidget>

#include <vector>

class QLineEdit;
class QSpinBox;

namespace ratewarden::ui {

/// The rule of a candidate in the lab that is Rule::atOnce: it is edited with the others, and published, but
/// not tried.
class LabSlotsRow final : public QWidget {
    Q_OBJECT

public:
    explicit LabSlotsRow(QWidget* parent = nullptr);

    /// Shows the one among the rules, if there is one.
    void present(const std::vector<Rule>& rules);
    /// Adds it, if there is one.
    void addTo(std::vector<Rule>& rules) const;

Q_SIGNALS:
    /// By the operator.
    void ruleChosen();

private:
    void takeLife();

    Micros m_life = usualSlotLife;
    QSpinBox* m_number;
    QLineEdit* m_lifeField;
};

} // namespace ratewarden::ui
