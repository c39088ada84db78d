// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/alert_text.h"

#include "ui/text/display_text.h"
#include "ui/text/end_time.h"
#include "ui/text/lab_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace ratewarden::ui {
namespace {

struct AlertTexts {
    Q_DECLARE_TR_FUNCTIONS(AlertTexts)
};

QString withUnit(AlertMeasure measure, const QString& number)
{
    return unitOf(measure) == "%" ? AlertTexts::tr("%1 %").arg(number) : number;
}

QString measuredText(AlertMeasure measure, double number)
{
    return withUnit(measure, number == std::round(number) ? numberText(Units(std::llround(number)))
                                                          : rateText(number));
}

// All its digits: it is a setting.
QString exactText(AlertMeasure measure, double number)
{
    return withUnit(measure, QLocale().toString(number, 'f', QLocale::FloatingPointShortest));
}

/// What rounds measured, each between `low` and `high`, in some time.
struct MeasuredTime {
    std::size_t rounds = 0; ///< of which something is known
    double leastLow = std::numeric_limits<double>::infinity();
    double leastHigh = std::numeric_limits<double>::infinity();
    double mostLow = 0;
    double mostHigh = 0;
    double lowSum = 0;
    double highSum = 0;
    Micros beyond{};  ///< the bound
    Micros unknown{}; ///< whether it was

    void add(const AlertFigure& figure)
    {
        ++rounds;
        leastLow = std::min(leastLow, figure.low);
        leastHigh = std::min(leastHigh, figure.high);
        mostLow = std::max(mostLow, figure.low);
        mostHigh = std::max(mostHigh, figure.high);
        lowSum += figure.low;
        highSum += figure.high;
    }
};

// A round's figure stands until the next round. An area ends just behind the last round that it has.
MeasuredTime measuredIn(const TimeRange& area, const Alert& alert, const std::vector<MeasuredRound>& rounds)
{
    MeasuredTime its;
    const Instant to = area.to - Micros(1);
    auto round = std::ranges::upper_bound(rounds, area.from, {}, &MeasuredRound::at);
    if (round != rounds.begin())
        --round;
    for (; round != rounds.end() && round->at <= to; ++round) {
        const AlertFigure& figure = round->figure;
        if (const auto next = std::next(round); next != rounds.end()) {
            const Micros lasts = std::min(next->at, to) - std::max(round->at, area.from);
            const std::optional<bool> isBeyond = alert.bound.holds(figure);
            its.beyond += isBeyond.value_or(false) ? lasts : Micros::zero();
            its.unknown += isBeyond ? Micros::zero() : lasts;
        }
        if (figure.low > 0 || figure.high < largestOf(alert.measure))
            its.add(figure);
    }
    return its;
}

// Of very many only the newest are known: what was before these is not counted.
QString firedText(const BackTestedAlert& tested, const TimeRange& area)
{
    if (tested.fired > tested.firings.size() && area.from < tested.firings.front().from)
        return {};
    const auto fired = std::ranges::count_if(tested.firings, [&](const BackTestFiring& firing) {
        return firing.from < area.to && (!firing.to || *firing.to > area.from);
    });
    return fired == 0 ? AlertTexts::tr("would not have fired")
                      : AlertTexts::tr("would have fired %Ln time(s)", nullptr, pluralNumber(Units(fired)));
}

} // namespace

QString measureName(AlertMeasure measure)
{
    const std::string_view name = nameOf(measure);
    return QString::fromLatin1(name.data(), qsizetype(name.size()));
}

QString figureText(AlertMeasure measure, const AlertFigure& figure)
{
    if (figure.isExact())
        return measuredText(measure, figure.low);
    if (std::isfinite(figure.high) && (figure.low > 0 || unitOf(measure) != "%"))
        return AlertTexts::tr("%1 to %2")
            .arg(measuredText(measure, figure.low), measuredText(measure, figure.high));
    return figure.low > 0 ? AlertTexts::tr("%1 or more").arg(measuredText(measure, figure.low))
                          : AlertTexts::tr("not known");
}

QString boundText(const Alert& alert)
{
    const QString at = exactText(alert.measure, alert.bound.at);
    const QString text = (alert.bound.isAbove ? AlertTexts::tr("%1 above %2") : AlertTexts::tr("%1 below %2"))
                             .arg(measureName(alert.measure), at);
    return alert.wait > Micros::zero() ? AlertTexts::tr("%1 for %2").arg(text, briefWindowText(alert.wait))
                                       : text;
}

QString backText(const Alert& alert)
{
    if (!alert.bound.back)
        return {};
    return (alert.bound.isAbove ? AlertTexts::tr("back below %1") : AlertTexts::tr("back above %1"))
        .arg(exactText(alert.measure, *alert.bound.back));
}

QString phaseText(AlertPhase phase)
{
    switch (phase) {
    case AlertPhase::Quiet:
        return AlertTexts::tr("quiet");
    case AlertPhase::Pending:
        return AlertTexts::tr("▲ pending");
    case AlertPhase::Firing:
        return AlertTexts::tr("■ firing");
    case AlertPhase::Recovering:
        return AlertTexts::tr("▲ recovering");
    }
    return {};
}

QString silenceText(const AlertSilence& silence)
{
    return AlertTexts::tr("Silenced %1: %2").arg(untilText(silence.until), shown(silence.reason));
}

QString tellersText(const AlertFile& file)
{
    QStringList tellers;
    for (const AlertTeller& one : file.tell)
        tellers << (one.command.empty() ? AlertTexts::tr("webhook %1").arg(shown(one.webhook))
                                        : AlertTexts::tr("command %1").arg(shown(one.command.front())));
    return tellers.isEmpty()
               ? AlertTexts::tr(
                     "ratewarden-ctl watch prints it and tells nobody: \"tell\" in the file says whom")
               : AlertTexts::tr("ratewarden-ctl watch tells: %1").arg(tellers.join(QStringLiteral(", ")));
}

QString answerText(const HistoryEvent& answer)
{
    return (answer.event == "told" ? AlertTexts::tr("%1 was told at %3: %2")
            : answer.event == "telling again"
                ? AlertTexts::tr("%1 was not told at %3, and is tried again: %2")
                : AlertTexts::tr("%1 was not told at %3, and is not tried again: %2"))
        .arg(shown(answer.about), shown(answer.text), briefMomentText(answer.at));
}

QString doubtText(FigureDoubt doubt)
{
    return doubt == FigureDoubt::None ? QString() : patternText(patternOf(doubt), {});
}

QString backTestText(AlertMeasure measure, const BackTestedAlert& tested, Instant first,
                     const std::optional<Instant>& last)
{
    const auto times = [](std::size_t fired) {
        return fired == 0 ? AlertTexts::tr("never")
                          : AlertTexts::tr("%Ln time(s)", nullptr, pluralNumber(Units(fired)));
    };
    const QString fired = tested.fired == 0 ? AlertTexts::tr("Would not have fired")
                                            : AlertTexts::tr("%1, longest %2")
                                                  .arg(AlertTexts::tr("Would have fired %Ln time(s)", nullptr,
                                                                      pluralNumber(Units(tested.fired))),
                                                       spanText(tested.longest));
    QString text = last ? AlertTexts::tr("%1; no data before %2 and after %3.")
                              .arg(fired, briefMomentText(first), briefMomentText(*last))
                        : AlertTexts::tr("%1; no data before %2.").arg(fired, briefMomentText(first));
    if (tested.unknown > Micros::zero())
        text += QLatin1Char(' ') + AlertTexts::tr("For %1 it is not known: %2.")
                                       .arg(spanText(tested.unknown), doubtText(tested.doubt));
    if (tested.withoutBack)
        text += QLatin1Char(' ') +
                AlertTexts::tr("Without hysteresis: %1.").arg(times(tested.withoutBack->fired));
    if (tested.stricter)
        text += QLatin1Char(' ') +
                AlertTexts::tr("At %1: %2.")
                    .arg(exactText(measure, tested.stricter->at), times(tested.stricter->fired));
    return text;
}

QString alertAreaText(const Alert& alert, const std::vector<MeasuredRound>& rounds,
                      const BackTestedAlert& tested, const TimeRange& area)
{
    const MeasuredTime its = measuredIn(area, alert, rounds);
    const auto figure = [&](double low, double high) {
        return figureText(alert.measure, {low, high, FigureDoubt::None, {}});
    };
    QStringList parts{spanText(area.length() - Micros(1))};
    if (its.rounds > 0)
        parts << AlertTexts::tr("%1: least %2, most %3, mean %4")
                     .arg(measureName(alert.measure), figure(its.leastLow, its.leastHigh),
                          figure(its.mostLow, its.mostHigh),
                          figure(its.lowSum / double(its.rounds), its.highSum / double(its.rounds)));
    const QString at = exactText(alert.measure, alert.bound.at);
    if (its.beyond > Micros::zero())
        parts << (alert.bound.isAbove ? AlertTexts::tr("above %1 for %2") : AlertTexts::tr("below %1 for %2"))
                     .arg(at, spanText(its.beyond));
    else if (its.rounds > 0)
        parts << (alert.bound.isAbove ? AlertTexts::tr("never above %1") : AlertTexts::tr("never below %1"))
                     .arg(at);
    if (its.unknown > Micros::zero())
        parts << AlertTexts::tr("not known for %1").arg(spanText(its.unknown));
    if (const QString fired = firedText(tested, area); !fired.isEmpty())
        parts << fired;
    return parts.join(QStringLiteral(" · "));
}

} // namespace ratewarden::ui
