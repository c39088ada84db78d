// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/lab_bench.h"
#include "ui/pages/lab/lab_sentence.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/state/session.h"
#include "ui/widgets/card.h"

class QComboBox;
class QLineEdit;
class QMenu;
class QPushButton;

namespace ratewarden::ui {

class LabRuleRow;
class LabSlotsRow;

/// The rules of the bench's chosen candidate: algorithm, requests at once, a slider for each window, what the
/// lab proposes, and the tokens that are to be stopped.
class LabRulesCard final : public Card {
    Q_OBJECT

public:
    LabRulesCard(Session& session, LabBench& bench, QWidget* parent = nullptr);

    LabRuleRow* row(Micros window) const;
    QString sentence() const { return m_sentence->text(); }

Q_SIGNALS:
    /// The window whose limit was touched last.
    void windowChanged(ratewarden::Micros window);
    /// The tokens behind what a limit does.
    void filterWanted(const QString& words);
    /// Why a token cannot be marked; empty: it is.
    void problemChanged(const QString& problem);
    /// The rules are to be the candidate of that policy.
    void candidateWanted(const std::string& published, const ratewarden::CandidateRules& rules);
    /// The rules are to be the ones that the policy enforces, or a new policy's if there is no name.
    void publishWanted(const std::string& published, const ratewarden::Policy& rules);

private:
    QMenu* makeWindowsMenu();
    QWidget* makeFooter();
    void connectAll();
    void makeRows(std::vector<Micros> windows);
    Policy entered() const;
    std::vector<Micros> windows() const;
    void takeChanged(LabBench::Inputs inputs);
    void takeEntered() { m_bench.setRules(entered(), windows()); }
    void setWindow(Micros window);
    void present();
    void showMarks();
    void showPeaks();
    void showEffect();
    void showBursts();
    void showAlgorithmFields();
    void showSentence();
    void markTyped();
    void useProposal();
    void listPolicies();
    CandidateRules asCandidate() const;
    void proposeFor(const std::string& policy) { Q_EMIT candidateWanted(policy, asCandidate()); }
    void updateButtons();

    Session& m_session;
    LabBench& m_bench;
    Policy m_policy; ///< all that is not edited here
    Micros m_window = std::chrono::minutes(1);
    std::optional<WindowProposal> m_proposal; ///< the one that the sentence is about
    PlainLabel* m_title;
    QPushButton* m_windows;
    QComboBox* m_algorithm;
    LabSentence* m_sentence;
    LabSlotsRow* m_slots;
    QVBoxLayout* m_rowsLayout;
    std::vector<LabRuleRow*> m_rows;
    QHBoxLayout* m_chips;
    QLineEdit* m_add;
    QPushButton* m_publish;
    QPushButton* m_set;
    QMenu* m_ofWhich;
    std::vector<std::string> m_policies; // that can have a candidate
    std::string m_enforced;              // empty: none of them
};

} // namespace ratewarden::ui
