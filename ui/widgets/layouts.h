// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QBoxLayout;
class QDialog;
class QHBoxLayout;
class QLayout;
class QPushButton;
class QVBoxLayout;
class QWidget;

namespace ratewarden::ui {

/// A row, or a column, whose parts are so far apart: without margins that of `owner`, or else to be put into
/// another layout.
QHBoxLayout* rowLayout(int spacing, QWidget* owner = nullptr);
QVBoxLayout* columnLayout(int spacing, QWidget* owner = nullptr);

/// The object, which has that objectName from now on.
template <class Object>
Object* named(const char* name, Object* object)
{
    object->setObjectName(name);
    return object;
}

/// The column in which a dialog's parts stand, with the margins that all dialogs have.
QVBoxLayout* makeDialogColumn(QWidget* dialog, int spacing = 12);

/// The last row of a dialog: "Cancel" and, as what Return does, the button that confirms.
void addDialogButtons(QBoxLayout* column, QDialog* dialog, QPushButton* confirm);

/// Removes all items, and their widgets when control is back in the event loop: a click on one of them may
/// be why.
void clearLayout(QLayout* layout);

} // namespace ratewarden::ui
