// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/policy_effect.h"
#include "core/policies/published_policy.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class Banner;
class PlainLabel;
class RuleEnvelope;

/// Edits a policy, and tells while one types what is wrong with the rules, what they allow, what would
/// change, and what that does to the tokens there are. Publishing is its owner's business: publishWanted()
/// asks for it once, and the owner answers with succeed(), fail() or refuse(). Closed before the answer, it
/// does not take the change back.
class PolicyDialog final : public QDialog {
    Q_OBJECT

public:
    /// `base` is what is published now; empty: a new policy. `start` is what stands in the fields at first,
    /// as when an earlier version is to be published anew; empty: the base.
    PolicyDialog(const std::optional<PublishedPolicy>& base, const std::optional<PublishedPolicy>& start,
                 QWidget* parent);

    /// What is entered, standing on the version that is published; empty while it is not valid.
    const std::optional<PublishedPolicy>& entered() const { return m_entered; }

    /// What the entered policy would do to the tokens; `whole` once all have been looked at.
    void setEffect(const PolicyEffect& effect, bool whole);
    void fail(const QString& message);
    /// Somebody else has published in between: from now on what is entered stands on theirs.
    void refuse(const PublishedPolicy& theirs);
    void succeed() { accept(); }

Q_SIGNALS:
    /// What is entered is another than before.
    void changed();
    /// It has stayed so for a moment, and is valid.
    void settled();
    void publishWanted(const ratewarden::PublishedPolicy& policy, const QString& reason);

private:
    QWidget* makeFields();
    QWidget* makeConsequences();
    void fill(const PublishedPolicy& policy);
    void update();
    std::optional<PublishedPolicy> read(QString* problem) const;
    void showConsequences(const QString& problem);
    void setWaiting(bool waiting);

    std::optional<PublishedPolicy> m_base;
    PublishedPolicy m_origin; // what stood in the fields at first, and what they do not show
    std::optional<PublishedPolicy> m_entered;
    QTimer m_settles;
    bool m_waiting = false;

    QLineEdit* m_name = nullptr; // null: it has one
    QLineEdit* m_description;
    QComboBox* m_algorithm;
    QLineEdit* m_rules;
    QComboBox* m_mode;
    QLineEdit* m_candidate;
    QCheckBox* m_counters;
    QCheckBox* m_hashes;
    QLineEdit* m_reason;
    PlainLabel* m_problem;
    PlainLabel* m_changes;
    PlainLabel* m_effect;
    RuleEnvelope* m_envelope;
    Banner* m_banner;
    QPushButton* m_publish;
    QPushButton* m_cancel;
};

} // namespace ratewarden::ui
