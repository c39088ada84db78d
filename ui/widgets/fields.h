// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QComboBox;
class QSpinBox;
class QWidget;

namespace ratewarden::ui {

/// A field for a whole number, without arrows.
QSpinBox* numberField(int least, int most);

/// Adds every algorithm, by its title; the data of an item is the algorithm's name.
void addAlgorithms(QComboBox* box);

/// Both in one row without margins; the left one has a little more room.
void addSideBySide(QWidget* row, QWidget* wide, QWidget* narrow);

} // namespace ratewarden::ui
