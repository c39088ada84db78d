// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;

namespace ratewarden::ui {

/// Keeps a dialog high enough for all of its text at its width: it grows when a sentence appears in it, and
/// shrinks again when that goes, unless somebody has made it higher. For dialogs in which nothing else could
/// give way. It stays at least `width` wide.
void fitToText(QDialog* dialog, int width);

} // namespace ratewarden::ui
