// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/change.h"

namespace ratewarden {

// Changes of plain keys, and how they are undone. Private to core/admin.

/// Throws Unavailable.
void readStandings(Server& server, Change& change);
/// Throws InvalidArgument for what is invalid, and for keys whose standings were not read.
Preview previewOfKeys(const Change& change, std::size_t shown);
/// Throws InvalidArgument for plain keys that could not be kept for undo, unless the change says so.
void refuseToLose(const Change& change);
void applyToKeys(Server& server, ChangeOutcome& outcome);
Undoing undoOfKeys(Server& server, ChangeOutcome& outcome, bool replace);
Undoing foreseeUndoOfKeys(Server& server, const ChangeOutcome& outcome);
Preview previewUndoOfKeys(const ChangeOutcome& outcome, bool replace, std::size_t shown);

} // namespace ratewarden
