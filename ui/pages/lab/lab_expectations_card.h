// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/trial_file.h"
#include "ui/widgets/card.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ratewarden::ui {

/// What must come out of the lab's trial, and what did: a row for each expectation, suggested ones, and a
/// field for more. The same file runs in a pipeline.
class LabExpectationsCard final : public Card {
    Q_OBJECT

public:
    explicit LabExpectationsCard(QWidget* parent = nullptr);

    const std::vector<Expectation>& expectations() const { return m_expectations; }
    void setExpectations(std::vector<Expectation> expectations);
    /// Those that may be named; an expectation of others cannot be checked.
    /// `suggested`: the candidate for which more are suggested; empty: for all.
    void setNames(std::vector<std::string> candidates, std::vector<std::string> groups,
                  const std::string& suggested);
    /// Whether every candidate and group that is named is there.
    bool canBeChecked() const;
    /// What came out; `problem`: why nothing did. Neither: it is being computed.
    void setResults(std::vector<ExpectationResult> results, const QString& problem);
    /// The rows as they are read: "✓ denied(others) = 0 · A: 0".
    QStringList texts() const { return m_texts; }
    QString problem() const { return m_problem->text(); }

Q_SIGNALS:
    /// By the operator.
    void changed();
    void saveWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void add(const Expectation& expectation);
    void addEntered();
    void suggest();
    void showRows();
    QWidget* makeRow(std::size_t number, const QString& text, std::optional<bool> holds);
    QString unknownIn(const Expectation& expectation) const;

    std::vector<Expectation> m_expectations;
    std::vector<std::string> m_candidates;
    std::vector<std::string> m_groups;
    std::string m_suggestedFor;
    std::vector<ExpectationResult> m_results;
    QStringList m_texts;
    PlainLabel* m_sum;
    PlainLabel* m_problem;
    QVBoxLayout* m_rows;
    QHBoxLayout* m_suggested;
    QLineEdit* m_field;
    QPushButton* m_add;
};

} // namespace ratewarden::ui
