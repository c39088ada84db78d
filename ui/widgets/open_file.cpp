// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/open_file.h"

#include <QFileDialog>

#include <utility>

namespace ratewarden::ui {

void openFile(QWidget* over, const QString& title, const QStringList& kinds,
              std::function<void(const QString& path)> then)
{
    auto* const dialog = new QFileDialog(over, title);
    dialog->setObjectName("openFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (!kinds.isEmpty())
        dialog->setNameFilters(kinds);
    QObject::connect(dialog, &QFileDialog::fileSelected, over, std::move(then));
    dialog->open();
}

} // namespace ratewarden::ui
