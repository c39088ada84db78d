// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/key_rows.h"

#include "core/formats/foreign/catalogue_format.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

#include <algorithm>

namespace ratewarden::ui {
namespace {

struct KeyKinds {
    Q_DECLARE_TR_FUNCTIONS(KeyKinds)
};

QString kindText(const KeyTotals::Share& share)
{
    switch (share.kind) {
    case KeyKind::Limiter:
        return share.format ? briefTitle(*share.format) : QString();
    case KeyKind::Unknown:
        return KeyKinds::tr("unknown");
    case KeyKind::NotLimiter:
        return KeyKinds::tr("not a limiter");
    case KeyKind::Unread:
        return KeyKinds::tr("not readable");
    }
    return {};
}

} // namespace

QString briefTitle(const Format& format)
{
    if (format.isOurs())
        return QStringLiteral("Ratewarden");
    const QString title = shown(format.title());
    const qsizetype aside = title.indexOf(QLatin1String(" ("));
    const QString brief = aside > 0 ? title.left(aside) : title; // without "(npm)"
    return guessOf(format) ? brief + QLatin1Char('?') : brief;
}

QString kindsText(const KeyTotals& totals)
{
    QStringList kinds;
    for (const KeyTotals::Share& share : totals.shares)
        if (const QString kind = kindText(share); !kinds.contains(kind))
            kinds << kind;
    if (kinds.size() <= 1)
        return kinds.value(0);
    return KeyKinds::tr("%1 and %Ln more", nullptr, pluralNumber(kinds.size() - 1)).arg(kinds.first());
}

std::size_t keysOfKind(const KeyTotals& totals, KeyKind kind)
{
    std::size_t keys = 0;
    for (const KeyTotals::Share& share : totals.shares)
        keys += share.kind == kind ? share.keys : 0;
    return keys;
}

bool mostlyUnknown(const KeyTotals& totals)
{
    return !totals.shares.empty() && totals.shares.front().kind == KeyKind::Unknown;
}

} // namespace ratewarden::ui
