// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/live_trial_text.h"

#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct LiveTrialText {
    Q_DECLARE_TR_FUNCTIONS(LiveTrialText)
};

QString requestsText(std::uint64_t requests)
{
    return LiveTrialText::tr("%Ln request(s)", nullptr, pluralNumber(Units(requests)));
}

} // namespace

QString concernText(LiveConcern concern)
{
    switch (concern) {
    case LiveConcern::HighRate:
        return LiveTrialText::tr("More than %1 requests in one second may slow the server for others.")
            .arg(numberText(Units(harmlessRate)));
    case LiveConcern::Evicts:
        return LiveTrialText::tr("When its memory is full, this server evicts keys: the trial's keys could "
                                 "displace others.");
    case LiveConcern::MemoryTight:
        return LiveTrialText::tr(
            "The trial's keys could fill the server's memory, so that it refuses the writes of others.");
    case LiveConcern::MuchMemory:
        return LiveTrialText::tr(
                   "The trial's keys may take more than %1, and the server has no memory limit.")
            .arg(bytesText(harmlessMemory));
    case LiveConcern::ServerUnknown:
        return LiveTrialText::tr(
            "This user may not run INFO, so nobody knows how much memory the server has left.");
    }
    return {};
}

QString estimateText(const LiveTrialEstimate& estimate)
{
    const ArrivalSums& sums = estimate.arrivals;
    QStringList parts{
        LiveTrialText::tr("%1 from %2, up to %3 in one second")
            .arg(requestsText(sums.requests), tokensText(Units(sums.tokens)), numberText(Units(sums.peak))),
        LiveTrialText::tr("scratch keys up to %1").arg(bytesText(estimate.bytes))};
    if (estimate.memory && estimate.maxmemory.value_or(0) > 0)
        parts << LiveTrialText::tr("server uses %1 of %2")
                     .arg(bytesText(*estimate.memory), bytesText(*estimate.maxmemory));
    else if (estimate.memory)
        parts << LiveTrialText::tr("server uses %1").arg(bytesText(*estimate.memory));
    return parts.join(QStringLiteral(" · "));
}

QString resultText(const LiveTrial& trial)
{
    const LiveCounts& counts = trial.counts;
    const QString denied = counts.denied == 0
                               ? LiveTrialText::tr("none denied")
                               : LiveTrialText::tr("%1 denied, from %2")
                                     .arg(percentText(Units(counts.denied), Units(counts.answered)),
                                          tokensText(Units(trial.tokensDenied)));
    QString text = LiveTrialText::tr("%1 of %2 answered, %3 a second; %4.")
                       .arg(numberText(Units(counts.answered)), requestsText(counts.planned),
                            rateText(trial.answeredPerSecond()), denied);
    if (counts.answered > 0)
        text += LiveTrialText::tr(" Half within %1, 99 % within %2, all within %3.")
                    .arg(waitText(trial.latency.quantile(0.5)), waitText(trial.latency.quantile(0.99)),
                         waitText(trial.latency.max()));
    if (counts.dropped > 0)
        text += LiveTrialText::tr(" %1 dropped: too many waited for answers.")
                    .arg(numberText(Units(counts.dropped)));
    if (counts.late > 0)
        text += LiveTrialText::tr(" %1 left late, by %2 on average.")
                    .arg(numberText(Units(counts.late)), waitText(trial.meanLateness));
    for (const LiveErrors& errors : trial.errors)
        text +=
            LiveTrialText::tr(" %1 errors: %2.").arg(numberText(Units(errors.count)), shown(errors.first));
    if (trial.end == LiveTrial::End::Stopped)
        text += LiveTrialText::tr(" Stopped before the end.");
    if (trial.end == LiveTrial::End::ConnectionLost)
        text += LiveTrialText::tr(" Ended early: %1.").arg(problemText(trial.problem));
    return text;
}

QString removalText(const LiveTrial& trial)
{
    if (trial.leftOver.empty())
        return LiveTrialText::tr("All %Ln scratch key(s) removed.", nullptr,
                                 pluralNumber(Units(trial.keysRemoved)));
    return LiveTrialText::tr("Some scratch keys may be left. They expire by themselves; the next live trial, "
                             "or ratewarden-ctl lab clean, removes them.");
}

} // namespace ratewarden::ui
