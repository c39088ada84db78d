// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab_work.h"
#include "ui/widgets/card.h"

#include <QStringList>

#include <vector>

class QComboBox;
class QLineEdit;
class QMenu;
class QPushButton;

namespace ratewarden::ui {

class LabRuleRow;
class LabSentence;

/// The rules of one candidate of the lab: algorithm, a slider for each window, what the lab proposes, and the
/// tokens that are to be stopped.
class LabRulesCard final : public Card {
    Q_OBJECT

public:
    explicit LabRulesCard(QWidget* parent = nullptr);

    /// Shows the candidate, with a row for each of its windows and for those in `windows`. What is enforced
    /// is read-only.
    void present(const Candidate& candidate, std::vector<Micros> windows, bool readOnly);
    /// What is entered: rules of windows without a limit are left out.
    Candidate candidate() const;
    /// Of all rows, in order.
    std::vector<Micros> windows() const;
    /// The window whose limit was touched last.
    Micros window() const { return m_window; }

    struct Mark {
        TokenId token = 0;
        QString name; ///< as shown() gives it
    };
    void setMarks(std::vector<Mark> marks);
    /// Null: not computed.
    void setPeaks(const SharedPeaks& peaks);
    void setEffect(const LabEffect* effect);
    /// What bursts would do at these limits; null: not computed.
    void setBursts(const LabBursts* bursts);
    /// Whether only a part of the time is counted.
    void setStretched(bool stretched) { m_stretched = stretched; }
    /// The published policies that can have a candidate. `enforced`: the one that it is of, unless it is none
    /// of them; then one is asked for.
    void setPolicies(std::vector<std::string> policies, const std::string& enforced);
    LabRuleRow* row(Micros window) const;
    QString sentence() const;

Q_SIGNALS:
    /// The candidate, by the operator; many times while a limit is dragged.
    void changed();
    void windowChanged();
    /// The tokens behind what a limit does.
    void effectOpened();
    /// A rule with another window is wanted.
    void windowWanted(ratewarden::Micros window);
    /// A token was typed that is to be stopped.
    void markWanted(const QString& token);
    void unmarkWanted(ratewarden::TokenId token);
    /// The rules are to be the candidate of that policy.
    void candidateWanted(const std::string& published);
    /// The rules are to be published as the ones that are enforced.
    void publishWanted();

private:
    QMenu* makeWindowsMenu();
    QWidget* makeFooter();
    void makeRows(std::vector<Micros> windows);
    void updateButtons();
    void showBurstFields();
    void showSentence(const LabEffect* effect);
    void useProposal();

    std::string m_name;
    Policy m_policy; ///< all that is not edited here
    Micros m_window = std::chrono::minutes(1);
    std::vector<Mark> m_marks;
    SharedPeaks m_peaks;
    bool m_readOnly = false;
    bool m_stretched = false;
    std::optional<WindowProposal> m_proposal; ///< the one that the sentence is about
    PlainLabel* m_title;
    QPushButton* m_windows;
    QComboBox* m_algorithm;
    LabSentence* m_sentence;
    QVBoxLayout* m_rowsLayout;
    std::vector<LabRuleRow*> m_rows;
    QHBoxLayout* m_chips;
    QLineEdit* m_add;
    QPushButton* m_publish;
    QPushButton* m_set;
    QMenu* m_ofWhich;
    std::vector<std::string> m_policies;
    std::string m_enforced; // empty: none of them
};

} // namespace ratewarden::ui
