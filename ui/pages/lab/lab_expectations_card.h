// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/traffic_desk.h"
#include "ui/widgets/card.h"

class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ratewarden::ui {

/// The trial on the bench: what must come out of it, and what did, with a row for each expectation, suggested
/// ones, and a field for more. Saves it as a file that a pipeline runs.
class LabExpectationsCard final : public Card {
    Q_OBJECT

public:
    explicit LabExpectationsCard(LabBench& bench, QWidget* parent = nullptr);

    const std::vector<Expectation>& expectations() const { return m_expectations; }
    /// What the bench does not know of other traffic: the file that it is of, and what was expected. Says
    /// which tokens of its groups the traffic lacks; empty: none.
    QString take(const LabOpened& opened);
    /// The traffic was edited: it is in no file any more.
    void forgetFile();
    const QString& trafficFile() const { return m_path; } ///< empty: it is in none
    /// Shows itself, and checks; or hides.
    void open(bool isOpen);
    void save();
    /// Writes the trial as a file, and beside it the traffic where that is no file.
    void saveAs(const QString& path);
    /// The rows as they are read: "✓ denied(others) = 0 · A: 0".
    QStringList texts() const { return m_texts; }
    QString problem() const { return m_problem->text(); }

Q_SIGNALS:
    /// Why the trial cannot be saved; empty: it can.
    void problemChanged(const QString& problem);
    /// For the status line.
    void done(const QString& sentence);

private:
    using Question = LabRunner::Question;

    void add(const Expectation& expectation);
    void addEntered();
    void suggest();
    void showRows();
    QWidget* makeRow(std::size_t number, const QString& text, std::optional<bool> holds);
    QString unknownIn(const Expectation& expectation) const;
    bool canBeChecked() const;
    TrialFile trial() const;
    QString whyNotSaved(const TrialFile& trial) const;
    static QString savedText(const QString& name, const QString& traffic, const QString& untried);
    void check();
    void setResults(std::vector<ExpectationResult> results, const QString& problem);

    LabBench& m_bench;
    QString m_path;                    ///< of the traffic's file; empty: it is none
    std::vector<TokenGroup> m_others;  ///< groups of the trial that was opened, but for the marked tokens
    std::vector<std::string> m_absent; ///< tokens to be marked that the traffic does not have
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
