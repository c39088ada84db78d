// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/changes.h"

namespace ratewarden::ui {

class Session;

/// Makes this window ask, over whatever is open, when a change cannot be recorded in the audit trail: why,
/// what can be done about it, what would be sent, and whether it is to be made all the same.
void askInWindow(Session& session, QWidget* window);

} // namespace ratewarden::ui
