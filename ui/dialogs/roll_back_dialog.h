// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/policy_store.h"
#include "ui/dialogs/publishing_dialog.h"

class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class PlainLabel;

/// Publishes an earlier version of a policy anew: shows whose it was and what changes, and asks why. Nothing
/// of it can be edited here.
class RollBackDialog final : public PublishingDialog {
    Q_OBJECT

public:
    /// `current` is what is published now, `version` that to which it is to go back; its policy must be
    /// readable.
    RollBackDialog(const PublishedPolicy& current, const PolicyVersion& version, QWidget* parent);

    /// To which it goes back.
    std::int64_t version() const { return m_version; }
    void refuse(const PublishedPolicy& theirs) override;

private:
    void setCurrent(const PublishedPolicy& current);
    void showWaiting(bool waiting) override;
    void update();

    const std::int64_t m_version;
    PublishedPolicy m_target; // standing on the version that is published
    bool m_changes = true;    // it differs from what is published
    PlainLabel* m_differences;
    QLineEdit* m_reason;
    QPushButton* m_rollBack;
    QPushButton* m_cancel = nullptr;
};

} // namespace ratewarden::ui
