// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/copy_bytes.h"

#include "ui/text/display_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QStringDecoder>

namespace ratewarden::ui {
namespace {

const QString exactType = QStringLiteral("application/octet-stream");

} // namespace

void copyBytes(std::string_view bytes)
{
    const QByteArray exact(bytes.data(), qsizetype(bytes.size()));
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(exact);
    auto* const data = new QMimeData; // the clipboard takes it
    data->setText(decoder.hasError() ? shown(bytes) : text);
    data->setData(exactType, exact);
    QGuiApplication::clipboard()->setMimeData(data);
}

std::vector<std::string> pastedLines()
{
    const QMimeData* const data = QGuiApplication::clipboard()->mimeData();
    if (!data)
        return {};
    const QByteArray bytes = data->hasFormat(exactType) ? data->data(exactType) : data->text().toUtf8();
    std::vector<std::string> lines;
    for (const QByteArray& line : bytes.split('\n')) {
        std::string text = line.toStdString();
        if (text.ends_with('\r'))
            text.pop_back();
        if (!text.empty())
            lines.push_back(std::move(text));
    }
    return lines;
}

} // namespace ratewarden::ui
