// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QBoxLayout;
class QDialog;
class QLayout;
class QPushButton;
class QVBoxLayout;
class QWidget;

namespace ratewarden::ui {

/// The column in which a dialog's parts stand, with the margins that all dialogs have.
QVBoxLayout* makeDialogColumn(QWidget* dialog, int spacing = 12);

/// The last row of a dialog: "Cancel" and, as what Return does, the button that confirms.
void addDialogButtons(QBoxLayout* column, QDialog* dialog, QPushButton* confirm);

/// Removes all items, and their widgets when control is back in the event loop: a click on one of them may
/// be why.
void clearLayout(QLayout* layout);

} // namespace ratewarden::ui
