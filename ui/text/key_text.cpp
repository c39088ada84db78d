// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/key_text.h"

#include "core/keys/key_tree.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct KeyText {
    Q_DECLARE_TR_FUNCTIONS(KeyText)
};

} // namespace

QString keysText(Units count)
{
    return KeyText::tr("%Ln key(s)", nullptr, pluralNumber(count));
}

QString folderText(std::string_view folder)
{
    return folder == KeyTree::withoutPrefix ? KeyText::tr("no prefix") : shown(folder);
}

QString typeText(std::string_view type)
{
    return type == "zset" ? KeyText::tr("sorted set") : shown(type);
}

QString hexText(std::string_view bytes, std::size_t most)
{
    const bool cut = bytes.size() > most;
    const std::string_view first = bytes.substr(0, most);
    QString text = QString::fromLatin1(QByteArray(first.data(), qsizetype(first.size())).toHex(' '));
    return cut ? text + QStringLiteral(" …") : text;
}

QString expiryText(const std::optional<Micros>& left)
{
    return left ? countdownText(*left) : KeyText::tr("never");
}

QString agoText(Micros since)
{
    return KeyText::tr("%1 ago").arg(briefCountdownText(since));
}

} // namespace ratewarden::ui
