// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/display_text.h"

#include "core/model/rule.h"
#include "core/model/text.h"
#include "core/redis/server_info.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {

namespace {

struct DisplayText {
    Q_DECLARE_TR_FUNCTIONS(DisplayText)
};

// A key may have half a gigabyte; text of that length would take a label minutes to lay out.
constexpr std::size_t mostBytesShown = 1000;
constexpr std::size_t endBytesShown = 200;

QDateTime localTime(Instant moment)
{
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count());
}

QString withoutMiddle(const std::string& begin, const std::string& end, std::size_t bytes)
{
    return QStringLiteral("%1 … %2 (%3)")
        .arg(QString::fromStdString(begin), QString::fromStdString(end), bytesText(std::int64_t(bytes)));
}

/// In this machine's time zone; with the date when it is another day.
QString localText(Instant moment, const QString& time)
{
    const QDateTime local = localTime(moment);
    const bool today = local.date() == QDate::currentDate();
    return local.toString(today ? time : "yyyy-MM-dd " + time);
}

} // namespace

QString shown(std::string_view bytes)
{
    if (bytes.size() <= mostBytesShown)
        return QString::fromStdString(printable(bytes));
    return withoutMiddle(printable(bytes.substr(0, mostBytesShown - endBytesShown)),
                         printable(bytes.substr(bytes.size() - endBytesShown)), bytes.size());
}

QString noValue()
{
    return QStringLiteral("–");
}

QString withoutKeys(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString asRead(QString text)
{
    static const QRegularExpression marks(QStringLiteral("&(.?)"));
    return text.replace(marks, QStringLiteral("\\1"));
}

QString engineText(const ServerInfo& info)
{
    if (!info.version)
        return {};
    const bool isValkey = info.engine == ServerEngine::Valkey;
    return (isValkey ? QStringLiteral("valkey %1") : QStringLiteral("redis %1")).arg(shown(*info.version));
}

QString ofNode(const QString& node, const QString& text)
{
    return node.isEmpty() ? text : QStringLiteral("%1: %2").arg(node, text);
}

QString shortened(const QString& text, int longest)
{
    return text.size() <= longest
               ? text
               : text.left(longest / 2) + QStringLiteral("…") + text.right(longest - longest / 2 - 1);
}

QString shownCommand(const Command& command)
{
    std::string text = command.text();
    if (const Script* const script = command.script()) // it is named in place of its sum
        if (const std::size_t at = text.find(script->sha); at != std::string::npos)
            text.replace(at, script->sha.size(), script->name + ".lua");
    if (text.size() <= mostBytesShown)
        return QString::fromStdString(text);
    return withoutMiddle(text.substr(0, mostBytesShown - endBytesShown),
                         text.substr(text.size() - endBytesShown), text.size());
}

QString numberText(Units number)
{
    return QLocale().toString(qlonglong(number));
}

QString bytesText(std::int64_t bytes)
{
    constexpr std::int64_t fewBytes = 1000;
    return bytes < fewBytes ? DisplayText::tr("%Ln byte(s)", nullptr, pluralNumber(bytes))
                            : QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat);
}

QString tokensText(Units count)
{
    return DisplayText::tr("%Ln token(s)", nullptr, pluralNumber(count));
}

QString briefNumberText(Units number)
{
    constexpr std::array<const char*, 6> suffixes{"", "k", "M", "G", "T", "P"};
    std::size_t suffix = 0;
    Units scale = 1;
    for (; number / scale >= 1000 && suffix + 1 < suffixes.size(); ++suffix)
        scale *= 1000;
    const Units whole = number / scale;
    const int digits = scale == 1 || whole >= 100 ? 0 : whole >= 10 ? 1 : 2;
    const Units parts = digits == 0 ? 1 : digits == 1 ? 10 : 100;
    const Units cutOff = whole * parts + number % scale / std::max<Units>(scale / parts, 1);
    // Up to 2^53 a double has all the digits that are shown.
    QString text = QLocale().toString(double(cutOff) / double(parts), 'f', digits);
    if (digits > 0) {
        while (text.endsWith(QLocale().zeroDigit()))
            text.chop(1);
        if (text.endsWith(QLocale().decimalPoint()))
            text.chop(1);
    }
    return text + QLatin1String(suffixes.at(suffix));
}

QString percentText(Units used, Units capacity)
{
    if (used <= 0 && capacity > 0)
        return QStringLiteral("0 %");
    if (capacity <= 0)
        return QStringLiteral("100 %");
    const Units percent = used / capacity * 100 + used % capacity * 100 / capacity;
    return percent == 0 ? QStringLiteral("<1 %") : numberText(percent) + " %";
}

QString percentText(double share)
{
    constexpr Units parts = 1'000'000'000;
    Units used = Units(std::llround(std::min(share, 1e6) * double(parts)));
    if (share < 1)
        used = std::min(used, parts - 1); // however close, it is not full
    if (share > 0)
        used = std::max<Units>(used, 1);
    return percentText(used, parts);
}

QString rateText(double perSecond)
{
    if (perSecond == 0)
        return QStringLiteral("0");
    return QLocale().toString(perSecond, 'f', perSecond < 0.095 ? 2 : perSecond < 100 ? 1 : 0);
}

QString perSecondText(double rate)
{
    return DisplayText::tr("%1/s").arg(rateText(rate));
}

QString ruleText(const Rule& rule)
{
    if (rule.atOnce)
        return rule.window == usualSlotLife
                   ? DisplayText::tr("%1 at once").arg(numberText(rule.limit))
                   : DisplayText::tr("%1 at once for %2")
                         .arg(numberText(rule.limit), QString::fromStdString(spanNotation(rule.window)));
    const QString text = numberText(rule.limit) + "/" + QString::fromStdString(durationNotation(rule.window));
    return rule.burst > 0 ? DisplayText::tr("%1 burst %2").arg(text, numberText(rule.burst)) : text;
}

QString waitText(Micros wait)
{
    QString text = QString::fromStdString(durationText(wait));
    text.replace(QLatin1Char('.'), QLocale().decimalPoint());
    const bool isSeveral = text.contains(QLatin1String("days"));
    return text.replace(isSeveral ? QLatin1String("days") : QLatin1String("day"),
                        isSeveral ? DisplayText::tr("days") : DisplayText::tr("day"));
}

QString spanText(std::chrono::nanoseconds span)
{
    return waitText(std::chrono::duration_cast<Micros>(span));
}

QString countdownText(Micros left)
{
    return waitText(std::max(left, Micros(std::chrono::milliseconds(100))));
}

QString briefCountdownText(Micros left)
{
    // To the nearest: a minute less than an hour is an hour, not 59 min.
    using namespace std::chrono;
    for (const Micros unit : {Micros(days(1)), Micros(hours(1)), Micros(minutes(1))})
        if (left >= unit) {
            left = (left + unit / 2) / unit * unit;
            break;
        }
    return countdownText(left).section(QLatin1Char(' '), 0, 1);
}

QString clockOffsetText(const std::optional<Micros>& offset)
{
    if (!offset)
        return noValue();
    const auto milliseconds = std::chrono::round<std::chrono::milliseconds>(*offset).count();
    return QStringLiteral("%1%2 ms").arg(milliseconds < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                                         numberText(std::abs(milliseconds)));
}

QString costText(double share)
{
    return share < 0.0005 ? DisplayText::tr("under %1 %").arg(percentNumberText(0.001))
                          : DisplayText::tr("%1 %").arg(percentNumberText(share));
}

QString momentText(Instant moment)
{
    return localText(moment, QStringLiteral("HH:mm:ss"));
}

QString exactMomentText(Instant moment)
{
    return localText(moment, QStringLiteral("HH:mm:ss.zzz"));
}

QString percentNumberText(double share)
{
    return QLocale().toString(share * 100, 'f', 1);
}

QString plainToolTip(const QString& text)
{
    return text.isEmpty() ? text : "<span style='white-space:pre-wrap'>" + text.toHtmlEscaped() + "</span>";
}

QString briefMomentText(Instant moment)
{
    const QDateTime local = localTime(moment);
    const QDate today = QDate::currentDate();
    if (local.date() == today)
        return local.toString(QStringLiteral("HH:mm:ss"));
    return local.date().year() == today.year() ? dayText(local) + local.toString(QStringLiteral(" HH:mm"))
                                               : dayText(local) + local.toString(QStringLiteral(" yyyy"));
}

QString stretchText(const TimeRange& stretch)
{
    const QDateTime from = localTime(stretch.from);
    const QDateTime to = localTime(stretch.to);
    const QString time = QStringLiteral("HH:mm:ss");
    if (from.date() == to.date()) // the date stands there once
        return QStringLiteral("%1 – %2").arg(momentText(stretch.from), to.toString(time));
    const QString both = QStringLiteral("yyyy-MM-dd ") + time;
    return QStringLiteral("%1 – %2").arg(from.toString(both), to.toString(both));
}

} // namespace ratewarden::ui
