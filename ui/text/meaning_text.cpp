// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/meaning_text.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct MeaningWords {
    Q_DECLARE_TR_FUNCTIONS(MeaningText)
};

// Up to where a double tells whole numbers apart.
constexpr double largestWhole = 9e15;

QString quantityText(double number)
{
    return std::abs(number) < largestWhole && number == std::floor(number)
               ? numberText(Units(number))
               : QLocale().toString(number, 'g', 6);
}

} // namespace

QString unitText(Nanos unit)
{
    return unit >= 1s    ? MeaningWords::tr("seconds")
           : unit >= 1ms ? MeaningWords::tr("milliseconds")
           : unit >= 1us ? MeaningWords::tr("microseconds")
                         : MeaningWords::tr("nanoseconds");
}

QString meaningName(const Meaning& meaning)
{
    switch (meaning.code) {
    case MeaningCode::Count:
        return MeaningWords::tr("used units");
    case MeaningCode::Left:
        return MeaningWords::tr("units left");
    case MeaningCode::Previous:
        return MeaningWords::tr("units of the window before");
    case MeaningCode::Tat:
        return MeaningWords::tr("theoretical arrival time");
    case MeaningCode::Stamp:
        return MeaningWords::tr("last update");
    case MeaningCode::EntryTime:
        return MeaningWords::tr("request");
    case MeaningCode::NewestEntry:
        return MeaningWords::tr("newest entry");
    case MeaningCode::OldestEntry:
        return MeaningWords::tr("oldest entry");
    case MeaningCode::Start:
        return MeaningWords::tr("start of the window");
    case MeaningCode::End:
        return MeaningWords::tr("end");
    case MeaningCode::Reset:
        return MeaningWords::tr("all is free again");
    case MeaningCode::Cost:
        return MeaningWords::tr("cost of the request");
    case MeaningCode::Limit:
        return MeaningWords::tr("limit");
    case MeaningCode::Window:
        return MeaningWords::tr("window");
    case MeaningCode::Blocked:
        return MeaningWords::tr("blocked");
    case MeaningCode::Bucket:
        return MeaningWords::tr("number of the window");
    case MeaningCode::Token:
        return MeaningWords::tr("token");
    case MeaningCode::LikelyTime:
        return MeaningWords::tr("perhaps a time in %1").arg(unitText(meaning.unit.value_or(1s)));
    case MeaningCode::Other:
        break;
    }
    return shown(meaning.capture);
}

QString meaningText(const Meaning& meaning)
{
    const QString name = meaningName(meaning);
    const QString value = meaning.moment ? exactMomentText(*meaning.moment)
                          : meaning.span ? waitText(std::chrono::round<Micros>(*meaning.span))
                          : meaning.number && meaning.code != MeaningCode::Token
                              ? quantityText(*meaning.number)
                              : QString();
    return value.isEmpty() ? name : QStringLiteral("%1 · %2").arg(name, value);
}

QString meaningsText(const std::vector<Meaning>& meanings)
{
    QStringList texts;
    for (const Meaning& meaning : meanings)
        texts << meaningText(meaning);
    texts.removeDuplicates();
    return texts.join(QStringLiteral(", "));
}

QString exactMomentText(Nanos sinceEpoch)
{
    const QDateTime local =
        QDateTime::fromMSecsSinceEpoch(std::chrono::floor<std::chrono::milliseconds>(sinceEpoch).count());
    const bool today = local.date() == QDate::currentDate();
    return local.toString(today ? "HH:mm:ss.zzz" : "yyyy-MM-dd HH:mm:ss.zzz");
}

QString briefShapeText(Shape shape)
{
    switch (shape) {
    case Shape::Counter:
        return MeaningWords::tr("counter");
    case Shape::Pair:
        return MeaningWords::tr("two windows");
    case Shape::Slices:
        return MeaningWords::tr("slices");
    case Shape::Tat:
        return MeaningWords::tr("arrival time");
    case Shape::Bucket:
        return MeaningWords::tr("bucket");
    case Shape::Log:
        return MeaningWords::tr("log");
    case Shape::Slots:
        return MeaningWords::tr("in flight");
    case Shape::None:
        break;
    }
    return MeaningWords::tr("not read");
}

} // namespace ratewarden::ui
