// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/change.h"
#include "ui/dialogs/act_dialog.h"
#include "ui/state/session.h"

#include <cstddef>
#include <functional>

namespace ratewarden::ui {

/// For as long as it is open, the dialog asks for what the session's level wants then: for the name of the
/// server, or not.
void followLevel(GuardedDialog* dialog, Session& session);

/// The commands of a change for what is entered, at most so many; what it throws is the dialog's to show.
using CommandPreview = std::function<Preview(const ActDialog::Entered& entered, std::size_t most)>;

/// A dialog over `parent` that shows these commands before they are sent, and follows the session's level.
ActDialog* makeActDialog(Session& session, ActDialog::Form form, const CommandPreview& preview,
                         QWidget* parent);

/// Makes this window ask, over whatever is open, when a change cannot be recorded in the audit trail: why,
/// what can be done about it, what would be sent, and whether it is to be made all the same.
void askInWindow(Session& session, QWidget* window);

} // namespace ratewarden::ui
