// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

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

/// Begins a dialog, which goes when it is closed. Returns the column in which its parts stand, with the
/// margins that all dialogs have, below the heading, unless that is empty.
QVBoxLayout* beginDialog(QDialog* dialog, const QString& heading = {}, int spacing = 12);

/// The last row of a dialog: "Cancel", which is returned, and, as what Return does, the button that confirms.
QPushButton* addDialogButtons(QBoxLayout* column, QDialog* dialog, QPushButton* confirm);

/// The last row of a dialog in which nothing is to be confirmed: a button that Return presses, too.
void addCloseButton(QBoxLayout* column, QDialog* dialog, const QString& text);

/// Removes all items, and their widgets when control is back in the event loop: a click on one of them may
/// be why.
void clearLayout(QLayout* layout);

} // namespace ratewarden::ui
