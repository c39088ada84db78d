// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/alert_text.h"

#include "ui/text/display_text.h"
#include "ui/text/end_time.h"
#include "ui/text/lab_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

#include <cmath>

namespace ratewarden::ui {
namespace {

struct AlertTexts {
    Q_DECLARE_TR_FUNCTIONS(AlertTexts)
};

QString measuredText(AlertMeasure measure, double number)
{
    const QString text =
        number == std::round(number) ? numberText(Units(std::llround(number))) : rateText(number);
    return unitOf(measure) == "%" ? AlertTexts::tr("%1 %").arg(text) : text;
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
    const QString at = measuredText(alert.measure, alert.bound.at);
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
        .arg(measuredText(alert.measure, *alert.bound.back));
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

QString doubtText(FigureDoubt doubt)
{
    return doubt == FigureDoubt::None ? QString() : patternText(patternOf(doubt), {});
}

QString backTestText(const BackTestedAlert& tested, Instant first, const std::optional<Instant>& last)
{
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
    return text;
}

} // namespace ratewarden::ui
