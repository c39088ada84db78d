// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/change.h"

namespace ratewarden {

// Changes that publish a policy, and how they are undone. Private to core/admin.

Preview previewPublishing(const PublishIntent& intent, Publisher publisher);
void applyPublishing(Server& server, ChangeOutcome& outcome);

/// Publishes the former document as a new version; a policy that had none is removed. Only if what was
/// published is still there, or with `replace` whatever is.
Undoing undoPublishing(Server& server, ChangeOutcome& outcome, bool replace);
Undoing foreseeUndoOfPublishing(Server& server, const ChangeOutcome& outcome);
/// Fills ChangeOutcome::policyNow.
void readPolicyToReplace(Server& server, ChangeOutcome& outcome);
Preview previewUndoOfPublishing(const ChangeOutcome& outcome, bool replace);

} // namespace ratewarden
