// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/save_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QSaveFile>

namespace ratewarden::ui {

void saveFile(QWidget* window, const QString& title, const QString& suggestedName, const QByteArray& content,
              std::function<void(const QString& sentence)> then)
{
    auto* const dialog = new QFileDialog(window, title);
    dialog->setObjectName("saveFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suggestedName.section(QLatin1Char('.'), -1));
    dialog->selectFile(suggestedName);
    QObject::connect(dialog, &QFileDialog::fileSelected, window,
                     [content, then = std::move(then)](const QString& path) {
                         QSaveFile file(path);
                         const bool saved = file.open(QIODevice::WriteOnly) &&
                                            file.write(content) == content.size() && file.commit();
                         then(saved ? QCoreApplication::translate("SaveFile", "Saved %1").arg(path)
                                    : QCoreApplication::translate("SaveFile", "%1 was not saved: %2")
                                          .arg(path, file.errorString()));
                     });
    dialog->open();
}

QString fileNamePart(const std::string& token)
{
    constexpr std::size_t longest = 60;
    QString part;
    for (const char c : token.substr(0, longest)) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                           c == '-' || (c == '.' && !part.isEmpty());
        part += QLatin1Char(plain ? c : '_');
    }
    return part;
}

QByteArray pngOf(QWidget* widget)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    widget->grab().save(&buffer, "PNG");
    return bytes;
}

} // namespace ratewarden::ui
