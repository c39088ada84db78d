// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/published_policy.h"
#include "ui/dialogs/guarded_dialog.h"

namespace ratewarden::ui {

/// A dialog that publishes a version of a policy. Publishing is its owner's business: publishWanted() asks
/// for it once, and the owner answers with succeed(), fail() or refuse(). Closed before the answer, it does
/// not undo the change.
class PublishingDialog : public GuardedDialog {
    Q_OBJECT

public:
    using GuardedDialog::GuardedDialog;

    void succeed() { accept(); }
    virtual void fail(const QString& message) = 0;
    /// Somebody else has published in between: from now on what is entered stands on theirs.
    virtual void refuse(const PublishedPolicy& theirs) = 0;

Q_SIGNALS:
    void publishWanted(const ratewarden::PublishedPolicy& policy, const QString& reason);
};

} // namespace ratewarden::ui
