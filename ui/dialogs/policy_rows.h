// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/published_policy.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QSpinBox;

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

/// The fields for what limiters do when Redis is unreachable, and of the local fallback at which share of
/// each limit.
class FailureRow final : public QWidget {
    Q_OBJECT

public:
    explicit FailureRow(QWidget* parent = nullptr);

    void put(std::optional<OnFailure> onFailure, double share);
    std::optional<OnFailure> onFailure() const;
    /// A share that percents cannot say stays as it was put until another is entered; 1 unless it has a
    /// meaning.
    double share() const;
    /// What stands in the fields.
    QStringList texts() const;

Q_SIGNALS:
    void changed();

private:
    void update();

    QComboBox* m_onFailure;
    QSpinBox* m_percent;
    double m_shown = 1; // the share, exactly
    int m_percentShown = 100;
};

} // namespace ratewarden::ui
