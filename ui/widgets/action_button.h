// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAction;
class QPushButton;

namespace ratewarden::ui {

/// A button that does what the action does, and follows its text, and whether it can be done and is to be
/// seen. Its tooltip names the key.
QPushButton* buttonFor(QAction* action, bool prominent);

} // namespace ratewarden::ui
