// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/policy_effect.h"
#include "ui/dialogs/publishing_dialog.h"

#include <QTimer>

#include <functional>
#include <optional>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ratewarden::ui {

class FailureRow;
class CandidateRow;
class EffectPanel;
class PlainLabel;
class QuestionBar;
class RuleEnvelope;
class RuleTable;

/// Edits a policy, and tells while one types what is wrong with the rules, what they allow, what would
/// change, and what that does to the tokens there are. Looking at the tokens is its owner's business, as
/// publishing is: settled() asks for that, and the owner answers with setEffect(), many times if it likes.
/// What was entered is not lost without a question.
class PolicyDialog final : public PublishingDialog {
    Q_OBJECT

public:
    enum class Form {
        Policy,    ///< everything that a policy has
        Candidate, ///< the candidate of the base; nothing that is enforced can be changed
        Limits     ///< of another program's keys: their pattern and the rules; it obeys nothing else
    };

    /// `base` is what is published now; empty: a new policy. `start` is what stands in the fields at first,
    /// as when an earlier version is to be published anew; empty: the base. `clock` is the server's.
    PolicyDialog(Form form, const std::optional<PublishedPolicy>& base,
                 const std::optional<PublishedPolicy>& start, std::function<Instant()> clock,
                 QWidget* parent);

    /// What is entered, standing on the version that is published; empty while it is not valid.
    const std::optional<PublishedPolicy>& entered() const { return m_entered; }

    /// What the entered policy would do to the tokens that were looked at, of `total`; of which not all
    /// are known yet unless `all`.
    void setEffect(const PolicyEffect& effect, Units total, bool all);
    /// What the candidate did whose rules are to be enforced, as far as that was read.
    void setCandidateSeen(const QString& sentence);
    /// How many of the keys of its format that were found the entered pattern is for.
    void setReach(Units reached, Units found);
    /// The rest cannot be looked at.
    void failEffect(const QString& message);
    void refuse(const PublishedPolicy& theirs) override;
    /// Closes it, unless something was entered that would be lost: then it asks.
    void reject() override;

Q_SIGNALS:
    /// What is entered is another than before, or the effect is not to be looked for any more.
    void changed();
    /// It has stayed so for a moment, and is valid; or the effect is to be looked for once more.
    void settled();
    /// A token on which what is entered would have an effect is to be looked at.
    void tokenWanted(const std::string& token);

private:
    QWidget* makeFields();
    void addPolicyFields(QGridLayout* grid);
    void addRulesRow(QGridLayout* grid);
    QWidget* makeConsequences();
    void connectFields();
    void fill(const PublishedPolicy& policy);
    const PublishedPolicy* base() const;
    std::optional<PublishedPolicy> read(QString* problem) const;
    QStringList texts() const;
    bool isIncomplete() const;
    void update();
    void showRules(const QString& problem);
    void showChanges();
    void remark(const QString& sentences);
    void showWaiting(bool waiting) override;

    const Form m_form;
    std::optional<PublishedPolicy> m_base;
    PublishedPolicy m_origin;   // what stood in the fields at first, and what they do not show
    QStringList m_textsAtFirst; // in the fields
    std::optional<PublishedPolicy> m_entered;
    Policy m_ruled; // of what is entered, the one whose rules are edited here
    std::function<Instant()> m_clock;
    QTimer m_settles;

    QWidget* m_fields = nullptr;
    QLineEdit* m_name = nullptr; // null: it has one
    QLineEdit* m_description;
    QComboBox* m_algorithm;
    RuleTable* m_rules;
    QSpinBox* m_cost;
    QComboBox* m_mode;
    CandidateRow* m_candidate;
    FailureRow* m_failure;
    QCheckBox* m_counters;
    QCheckBox* m_remembers;
    QSpinBox* m_denials;
    QCheckBox* m_leases;
    QSpinBox* m_leaseLife; // in milliseconds
    QCheckBox* m_hashes;
    QLineEdit* m_reason;
    PlainLabel* m_pasteRemarks;
    PlainLabel* m_problem;
    PlainLabel* m_changes;
    PlainLabel* m_candidateSeen;
    EffectPanel* m_effect;
    RuleEnvelope* m_envelope;
    PlainLabel* m_reach;
    QuestionBar* m_discard;
    QPushButton* m_publish;
    QPushButton* m_cancel;
};

} // namespace ratewarden::ui
