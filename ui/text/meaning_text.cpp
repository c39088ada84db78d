// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/meaning_text.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct MeaningWords {
    Q_DECLARE_TR_FUNCTIONS(MeaningText)

public:
    // In the order of MeaningCode.
    static constexpr std::array<const char*, std::size_t(MeaningCode::Other)> names{
        QT_TR_NOOP("used units"),
        QT_TR_NOOP("units left"),
        QT_TR_NOOP("units of the window before"),
        QT_TR_NOOP("theoretical arrival time"),
        QT_TR_NOOP("last update"),
        QT_TR_NOOP("request"),
        QT_TR_NOOP("newest entry"),
        QT_TR_NOOP("oldest entry"),
        QT_TR_NOOP("start of the window"),
        QT_TR_NOOP("end"),
        QT_TR_NOOP("all is free again"),
        QT_TR_NOOP("cost of the request"),
        QT_TR_NOOP("limit"),
        QT_TR_NOOP("window"),
        QT_TR_NOOP("blocked"),
        QT_TR_NOOP("number of the window"),
        QT_TR_NOOP("token")};
    static_assert(names.back() != nullptr);
    // In the order of Shape.
    static constexpr std::array<const char*, std::size_t(Shape::None) + 1> shapes{
        QT_TR_NOOP("counter"), QT_TR_NOOP("two windows"), QT_TR_NOOP("slices"),    QT_TR_NOOP("arrival time"),
        QT_TR_NOOP("bucket"),  QT_TR_NOOP("log"),         QT_TR_NOOP("in flight"), QT_TR_NOOP("not read")};
    static_assert(shapes.back() != nullptr);
};

// Up to where a double tells whole numbers apart.
constexpr double largestWhole = 9e15;

QString quantityText(double number)
{
    return std::abs(number) < largestWhole && number == std::floor(number)
               ? numberText(Units(number))
               : QLocale().toString(number, 'g', 6);
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
    if (meaning.code == MeaningCode::Other)
        return shown(meaning.capture);
    if (meaning.code == MeaningCode::LikelyTime)
        return MeaningWords::tr("perhaps a time in %1").arg(unitText(meaning.unit.value_or(1s)));
    return MeaningWords::tr(MeaningWords::names.at(std::size_t(meaning.code)));
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
    return MeaningWords::tr(MeaningWords::shapes.at(std::size_t(shape)));
}

} // namespace ratewarden::ui
