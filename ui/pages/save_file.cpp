// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/save_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QSaveFile>

namespace ratewarden::ui {

void askWhereToSave(QWidget* window, const QString& title, const QString& suggestedName,
                    const QStringList& kinds, std::function<void(const QString& path)> then)
{
    auto* const dialog = new QFileDialog(window, title);
    dialog->setObjectName("saveFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    if (!kinds.isEmpty())
        dialog->setNameFilters(kinds);
    dialog->setDefaultSuffix(suggestedName.section(QLatin1Char('.'), -1));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& kind) {
        dialog->setDefaultSuffix(kind.section(QLatin1String("*."), -1).chopped(1));
    });
    dialog->selectFile(suggestedName);
    QObject::connect(dialog, &QFileDialog::fileSelected, window, std::move(then));
    dialog->open();
}

QString writeFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    const bool saved =
        file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit();
    return saved ? QCoreApplication::translate("SaveFile", "Saved %1").arg(path)
                 : QCoreApplication::translate("SaveFile", "%1 was not saved: %2")
                       .arg(path, file.errorString());
}

void saveFile(QWidget* window, const QString& title, const QString& suggestedName, const QByteArray& content,
              std::function<void(const QString& sentence)> then)
{
    askWhereToSave(
        window, title, suggestedName, QStringList(),
        [content, then = std::move(then)](const QString& path) { then(writeFile(path, content)); });
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
