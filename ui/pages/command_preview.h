// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/change.h"
#include "ui/dialogs/act_dialog.h"

#include <cstddef>
#include <functional>

namespace ratewarden::ui {

/// What a dialog shows of the commands of a change, and what it copies. `preview` gives them for what is
/// entered, at most so many; what it throws is the dialog's to show.
ActDialog::Preview
commandPreview(const std::function<Preview(const ActDialog::Entered& entered, std::size_t most)>& preview);

} // namespace ratewarden::ui
