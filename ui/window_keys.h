// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/keys_dialog.h"
#include "ui/main_window.h"

#include <vector>

namespace ratewarden::ui {

/// What keys do in the lists and charts of a page, beside those of its actions.
std::vector<KeysDialog::Group> keysIn(MainWindow::Page page);

} // namespace ratewarden::ui
