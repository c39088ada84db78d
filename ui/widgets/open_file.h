// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace ratewarden::ui {

/// Asks for a file that is there, while the window goes on. `kinds`: as QFileDialog::setNameFilters() takes
/// them. `then` is not called when the operator thinks better of it, or `over` is gone.
void openFile(QWidget* over, const QString& title, const QStringList& kinds,
              std::function<void(const QString& path)> then);

} // namespace ratewarden::ui
