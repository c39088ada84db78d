// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QWidget;

namespace ratewarden::ui {

/// Asks for a place, while the window goes on, and writes the content there: all of it, or nothing. `then` is
/// told what became of it; not called when the operator thinks better of it.
void saveFile(QWidget* window, const QString& title, const QString& suggestedName, const QByteArray& content,
              std::function<void(const QString& sentence)> then);

/// The same with a choice of kinds, as QFileDialog::setNameFilters() takes them: the first one's suffix is
/// that of the name. What is written follows from the path.
void saveFile(QWidget* window, const QString& title, const QString& suggestedName, const QStringList& kinds,
              std::function<QByteArray(const QString& path)> contentFor,
              std::function<void(const QString& sentence)> then);

/// The token as part of a file's name: what is not a letter, digit, dot or dash becomes an underscore.
QString fileNamePart(const std::string& token);

/// A picture of the widget.
QByteArray pngOf(QWidget* widget);

} // namespace ratewarden::ui
