// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/end_time.h"

#include "core/model/errors.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr Micros longestEnd = std::chrono::days(36'600);
constexpr Micros secondsShownBelow = 10min; // of a time of day that is so near

struct EndTimeText {
    Q_DECLARE_TR_FUNCTIONS(EndTime)
};

/// Goes through the text word by word. A part that is not there takes nothing.
class EndTimeReader {
public:
    EndTimeReader(const QString& text, Instant now, const QTimeZone& zone)
        : m_text(text), m_now(now), m_zone(zone)
    {
        skipSpaces();
    }

    std::variant<EndTime, EndTimeProblem> read();

private:
    using Result = std::variant<EndTime, EndTimeProblem>;

    void skipSpaces()
    {
        while (m_at < m_text.size() && m_text.at(m_at).isSpace())
            ++m_at;
    }
    bool atEnd() const { return m_at == m_text.size(); }
    QRegularExpressionMatch accept(const QString& pattern);
    bool acceptWord(const QString& word) { return accept(word + QStringLiteral("\\b")).hasMatch(); }
    EndTimeProblem notUnderstood() const { return {m_at, EndTimeText::tr("this is not understood")}; }
    Result readDurations();
    Result readMoment();
    std::optional<EndTimeProblem> readDate();
    std::optional<EndTimeProblem> readTime();
    QDateTime localNow(const QTimeZone& zone) const
    {
        return QDateTime::fromMSecsSinceEpoch(
            std::chrono::floor<std::chrono::milliseconds>(m_now).time_since_epoch().count(), zone);
    }

    const QString& m_text;
    Instant m_now;
    QTimeZone m_zone;
    qsizetype m_at = 0;
    std::optional<QDate> m_date;
    std::optional<QTime> m_time;
    int m_daysLater = 0; // "24:00", and the end of today
};

QRegularExpressionMatch EndTimeReader::accept(const QString& pattern)
{
    const QRegularExpression expression(pattern, QRegularExpression::CaseInsensitiveOption);
    QRegularExpressionMatch match = expression.match(m_text, m_at, QRegularExpression::NormalMatch,
                                                     QRegularExpression::AnchorAtOffsetMatchOption);
    if (match.hasMatch()) {
        m_at = match.capturedEnd();
        skipSpaces();
    }
    return match;
}

EndTimeReader::Result EndTimeReader::read()
{
    if (atEnd())
        return EndTimeProblem{0, EndTimeText::tr("say how long, or until when")};
    if (accept(QStringLiteral("(for\\s+good|for\\s*ever|never)\\b")).hasMatch())
        return atEnd() ? Result(EndTime(ForGood())) : notUnderstood();
    if (acceptWord(QStringLiteral("(until|till)")))
        return readMoment();
    if (acceptWord(QStringLiteral("(for|in)")))
        return readDurations();
    // "2h" and "9:00" both begin with a number, as does a date; "day" and "Monday" with a letter.
    const qsizetype start = m_at;
    const bool isMoment =
        accept(QStringLiteral("\\d+(:|-\\d|\\s*[ap]m\\b)|(today|tomorrow|at|noon|midnight|mon(day)?|tue(sday)"
                              "?|wed(nesday)?|thu(rsday)?|fri(day)?|sat(urday)?|sun(day)?)\\b"))
            .hasMatch();
    m_at = start;
    if (isMoment)
        return readMoment();
    const bool hasNumber = m_text.at(m_at).isDigit();
    Result durations = readDurations();
    if (hasNumber || std::holds_alternative<EndTime>(durations))
        return durations;
    return EndTimeProblem{start, EndTimeText::tr("this is not understood")}; // not that "soon" is no unit
}

EndTimeReader::Result EndTimeReader::readDurations()
{
    Micros sum{};
    if (atEnd())
        return EndTimeProblem{m_at, EndTimeText::tr("say how long: 2h, 30 min, 3 days")};
    while (!atEnd()) {
        const qsizetype start = m_at;
        const QRegularExpressionMatch part = accept(QStringLiteral("[\\d.,]*\\s*[^\\W\\d]*"));
        if (m_at == start)
            return notUnderstood();
        const QString text = part.captured().trimmed().toLower();
        if (text.front().isDigit() && !text.back().isLetter())
            return EndTimeProblem{part.capturedEnd(),
                                  EndTimeText::tr("a unit is missing: min, h, days or weeks")};
        try {
            sum += parseDuration(text.toStdString());
        } catch (const BadNotation& error) {
            return EndTimeProblem{start + qsizetype(error.position()), problemText(error.reason())};
        }
    }
    if (sum <= Micros::zero())
        return EndTimeProblem{0, EndTimeText::tr("it would end at once")};
    if (sum > longestEnd)
        return EndTimeProblem{0, EndTimeText::tr("the longest is 100 years")};
    return EndTime(sum);
}

std::optional<EndTimeProblem> EndTimeReader::readDate()
{
    const QDate today = localNow(m_zone).date();
    const qsizetype start = m_at;
    if (const auto match = accept(QStringLiteral("(\\d{4})-(\\d\\d?)-(\\d\\d?)(?!\\d)(t(?=\\d))?"));
        match.hasMatch()) {
        m_date = QDate(match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt());
        if (!m_date->isValid())
            return EndTimeProblem{start, EndTimeText::tr("there is no such day")};
    } else if (acceptWord(QStringLiteral("today"))) {
        m_date = today;
        m_daysLater = 1; // unless a time follows
    } else if (acceptWord(QStringLiteral("tomorrow"))) {
        m_date = today.addDays(1);
    } else {
        for (int day = 1; day <= 7 && !m_date; ++day) {
            const QString name = QLocale::c().dayName(today.addDays(day).dayOfWeek());
            if (acceptWord(QStringLiteral("(%1|%2)").arg(name, name.left(3))))
                m_date = today.addDays(day);
        }
    }
    return {};
}

std::optional<EndTimeProblem> EndTimeReader::readTime()
{
    const bool mustFollow = acceptWord(QStringLiteral("at"));
    const qsizetype start = m_at;
    if (acceptWord(QStringLiteral("noon"))) {
        m_time = QTime(12, 0);
    } else if (acceptWord(QStringLiteral("midnight"))) {
        m_time = QTime(0, 0);
    } else if (const auto clock =
                   accept(QStringLiteral("(\\d\\d?)(?::(\\d\\d)(?::(\\d\\d))?)?\\s*([ap]m\\b)?(?![\\d:.])"));
               clock.hasMatch()) {
        int hour = clock.captured(1).toInt();
        const QString half = clock.captured(4).toLower();
        if (half.isEmpty() && clock.captured(2).isEmpty()) {
            m_at = start;
            return EndTimeProblem{start, EndTimeText::tr("write a time as 18:00 or 6 pm")};
        }
        const bool isTwelve = !half.isEmpty();
        const bool inRange = isTwelve ? hour >= 1 && hour <= 12 : hour <= 24;
        if (isTwelve)
            hour = hour % 12 + (half == QLatin1String("pm") ? 12 : 0);
        m_daysLater = !isTwelve && hour == 24 ? 1 : 0;
        m_time = QTime(m_daysLater > 0 ? 0 : hour, clock.captured(2).toInt(), clock.captured(3).toInt());
        if (!inRange || !m_time->isValid() || (m_daysLater > 0 && *m_time != QTime(0, 0)))
            return EndTimeProblem{start, EndTimeText::tr("there is no such time of day")};
        return {};
    } else if (mustFollow) {
        return EndTimeProblem{start, EndTimeText::tr("write a time as 18:00 or 6 pm")};
    }
    if (m_time)
        m_daysLater = 0;
    return {};
}

EndTimeReader::Result EndTimeReader::readMoment()
{
    // Which day today is depends on it.
    const QRegularExpression utc(QStringLiteral("(\\d|\\s)(z|utc)\\s*$"),
                                 QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch zoneName = utc.match(m_text, m_at);
    if (zoneName.hasMatch())
        m_zone = QTimeZone::utc();
    const QDateTime now = localNow(m_zone);
    if (atEnd())
        return EndTimeProblem{m_at, EndTimeText::tr("say until when: 18:00, tomorrow 9:00, 2026-12-01")};
    if (const auto problem = readDate())
        return *problem;
    if (!atEnd() && (!m_date || !zoneName.hasMatch() || m_at != zoneName.capturedStart(2)))
        if (const auto problem = readTime())
            return *problem;
    if (zoneName.hasMatch() && m_at == zoneName.capturedStart(2))
        accept(QStringLiteral("z|utc"));
    if (!atEnd() || (!m_date && !m_time))
        return notUnderstood();
    const QTime time = m_time.value_or(QTime(0, 0));
    QDateTime end(m_date.value_or(now.date()).addDays(m_daysLater), time, m_zone);
    if (!m_date && end <= now)
        end = QDateTime(end.date().addDays(1), time, m_zone);
    if (!end.isValid() || end.time() != time)
        return EndTimeProblem{0, EndTimeText::tr("the clocks are put forward over this time of that day")};
    const Instant at{std::chrono::milliseconds(end.toMSecsSinceEpoch())};
    if (at <= m_now)
        return EndTimeProblem{0, EndTimeText::tr("this has passed")};
    return EndTime(at);
}

} // namespace

std::variant<EndTime, EndTimeProblem> parseEndTime(const QString& text, Instant now, const QTimeZone& zone)
{
    return EndTimeReader(text, now, zone).read();
}

std::optional<Instant> endAt(const EndTime& end, Instant now)
{
    if (std::holds_alternative<ForGood>(end))
        return std::nullopt;
    const Micros* const duration = std::get_if<Micros>(&end);
    return duration ? now + *duration : std::get<Instant>(end);
}

QString untilText(const std::optional<Instant>& until)
{
    return until ? EndTimeText::tr("until %1").arg(momentText(*until)) : EndTimeText::tr("for good");
}

QString endTimeText(const EndTime& end, Instant now, const QTimeZone& zone)
{
    const std::optional<Instant> at = endAt(end, now);
    if (!at)
        return EndTimeText::tr("for good");
    const auto local = [&zone](Instant moment) {
        return QDateTime::fromMSecsSinceEpoch(
            std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count(), zone);
    };
    const QDateTime when = local(*at);
    const qint64 days = local(now).date().daysTo(when.date());
    const QString time = when.toString(
        *at - now < secondsShownBelow || (std::holds_alternative<Instant>(end) && when.time().second() != 0)
            ? QStringLiteral("HH:mm:ss")
            : QStringLiteral("HH:mm"));
    const QString day = days == 0   ? QString()
                        : days == 1 ? EndTimeText::tr("tomorrow")
                                    : QLocale().dayName(when.date().dayOfWeek());
    const QString wall =
        days == 0 ? time : QStringLiteral("%1, %2 %3").arg(day, when.date().toString(Qt::ISODate), time);
    return EndTimeText::tr("until %1, in %2").arg(wall, waitText(*at - now));
}

} // namespace ratewarden::ui
