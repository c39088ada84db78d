// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/copy_bytes.h"

#include "ui/text/display_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QStringDecoder>

namespace ratewarden::ui {

void copyBytes(std::string_view bytes)
{
    const QByteArray exact(bytes.data(), qsizetype(bytes.size()));
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(exact);
    auto* const data = new QMimeData; // the clipboard takes it
    data->setText(decoder.hasError() ? shown(bytes) : text);
    data->setData(QStringLiteral("application/octet-stream"), exact);
    QGuiApplication::clipboard()->setMimeData(data);
}

} // namespace ratewarden::ui
