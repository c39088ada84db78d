// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

class QComboBox;
class QGridLayout;
class QSpinBox;
class QWidget;

namespace ratewarden::ui {

class PlainLabel;

/// How long nothing is typed before what takes a while is worked out anew.
inline constexpr std::chrono::milliseconds settleTime{400};

/// A field for a whole number, without arrows.
QSpinBox* numberField(int least, int most);

/// What it is called to those who hear it, also when the focus is in its line.
void nameNumberField(QSpinBox* field, const QString& spoken);

/// Adds every algorithm, by its title; the data of an item is the algorithm's name.
void addAlgorithms(QComboBox* box);

/// What the widget is called in the code, and to those who hear it.
void nameWidget(QWidget* widget, QAnyStringView name, const QString& spoken);

/// The title of a field: muted, and never cut.
PlainLabel* fieldTitle(const QString& title);

/// A grid of fields beside their titles, which has all the room that the titles leave. `owner`: whose layout
/// it is, without margins; null: it is part of another one.
QGridLayout* makeFieldGrid(int horizontalSpacing, int verticalSpacing, QWidget* owner = nullptr);

/// Adds a row: the title, which is returned, and the field, which is called so to those who hear it.
PlainLabel* addField(QGridLayout* grid, const QString& title, const char* name, QWidget* field,
                     int columns = 1);

/// Both in one row without margins; the left one has a little more room.
void addSideBySide(QWidget* row, QWidget* wide, QWidget* narrow);

} // namespace ratewarden::ui
