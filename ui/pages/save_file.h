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

/// The token as part of a file's name: what is not a letter, digit, dot or dash becomes an underscore.
QString fileNamePart(const std::string& token);

/// A picture of the widget.
QByteArray pngOf(QWidget* widget);

} // namespace ratewarden::ui
