// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/published_policy.h"
#include "ui/dialogs/guarded_dialog.h"

namespace ratewarden::ui {

/// A dialog that publishes a version of a policy: publishWanted() asks for it, and the owner may answer with
/// refuse(), too.
class PublishingDialog : public GuardedDialog {
    Q_OBJECT

public:
    using GuardedDialog::GuardedDialog;

    /// Somebody else has published in between: from now on what is entered stands on theirs.
    virtual void refuse(const PublishedPolicy& theirs) = 0;

Q_SIGNALS:
    void publishWanted(const ratewarden::PublishedPolicy& policy, const QString& reason);
};

} // namespace ratewarden::ui
