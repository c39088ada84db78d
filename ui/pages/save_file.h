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

/// The same in parts. Of kinds, as QFileDialog::setNameFilters() takes them, the first one's suffix is that
/// of the name; `then` is called with the path, unless the operator thinks better of it.
void askWhereToSave(QWidget* window, const QString& title, const QString& suggestedName,
                    const QStringList& kinds, std::function<void(const QString& path)> then);
/// Writes all of it, or nothing, and says what became of it. In any thread.
QString writeFile(const QString& path, const QByteArray& content);

/// The token as part of a file's name: what is not a letter, digit, dot or dash becomes an underscore.
QString fileNamePart(const std::string& token);

/// A picture of the widget.
QByteArray pngOf(QWidget* widget);

} // namespace ratewarden::ui
