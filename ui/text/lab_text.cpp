// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/lab_text.h"

#include "core/algorithms/algorithm.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct LabText {
    Q_DECLARE_TR_FUNCTIONS(LabText)
};

QString limitsText(const Band& band)
{
    return band.lowest == band.highest
               ? numberText(band.lowest)
               : LabText::tr("%1 to %2").arg(numberText(band.lowest), numberText(band.highest));
}

QString waitsText(const RuleStep& rule)
{
    const QString toWait = rule.wait ? LabText::tr("%1 to wait").arg(waitText(*rule.wait)) : QString();
    switch (rule.reason) {
    case WaitReason::EntryInWindow: {
        const auto newest = rule.entries >= rule.entry ? rule.entries - rule.entry + 1 : rule.entry;
        return LabText::tr("the request %1 back is %2 old, %3 needed: %4")
            .arg(numberText(Units(newest)), waitText(rule.entryAge), briefWindowText(rule.rule.window),
                 toWait);
    }
    case WaitReason::WindowNotOver:
        return LabText::tr("%1 in the window since %2, which is not over: %3")
            .arg(numberText(rule.inWindow), momentText(rule.windowStart), toWait);
    case WaitReason::WindowSlides:
        return LabText::tr("%1 in this window and a part of %2 in the one before: %3")
            .arg(numberText(rule.inWindow), numberText(rule.inWindowBefore), toWait);
    case WaitReason::BucketNotDrained:
        return LabText::tr("%1 used, one is freed every %2: %3")
            .arg(numberText(rule.used), waitText(rule.perUnit), toWait);
    case WaitReason::NeverFits:
        return LabText::tr("the cost is above the limit: it can never pass");
    case WaitReason::None:
        break;
    }
    return LabText::tr("%1 used").arg(numberText(rule.used));
}

} // namespace

QString perWindowText(Micros window)
{
    if (window == 1s)
        return LabText::tr("per second");
    if (window == 1min)
        return LabText::tr("per minute");
    if (window == 1h)
        return LabText::tr("per hour");
    if (window == 24h)
        return LabText::tr("per day");
    return LabText::tr("per %1").arg(briefWindowText(window));
}

QString briefWindowText(Micros window)
{
    return waitText(window).replace(QStringLiteral(".0 "), QStringLiteral(" "));
}

QString candidateText(const Candidate& candidate)
{
    QStringList rules;
    for (const Rule& rule : candidate.policy.rules)
        rules << ruleText(rule);
    QString text = rules.isEmpty() ? LabText::tr("no limit") : rules.join(QStringLiteral(" + "));
    const auto algorithm = std::ranges::find(algorithms(), candidate.policy.algorithm, &Algorithm::name);
    const bool isLog = algorithm != algorithms().end() && algorithm->keeps == Keeps::Charges;
    if (!isLog) // the usual one goes without saying
        text.prepend(QString::fromStdString(candidate.policy.algorithm) + QLatin1Char(' '));
    return candidate.name.empty() ? text : shown(candidate.name) + QStringLiteral(" · ") + text;
}

QString marksText(const QStringList& names)
{
    return names.size() == 1 ? shortened(names.front(), 40) : tokensText(names.size());
}

QString bandSentence(const WindowProposal& proposal, const QStringList& marks)
{
    return LabText::tr("%1 %2 stops %3 and nobody else.")
        .arg(limitsText(*proposal.band), perWindowText(proposal.window), marksText(marks));
}

QString noBandSentence(const QStringList& marks)
{
    return LabText::tr("No single limit stops %1 and nobody else.").arg(marksText(marks));
}

Units limitWithin(const Band& band)
{
    constexpr double room = 1.25;
    const double wanted = double(band.lowest) * room;
    const double step = std::pow(10.0, std::max(0.0, std::floor(std::log10(wanted)) - 1));
    const auto rounded = Units(std::ceil(wanted / step) * step);
    return std::clamp(rounded, band.lowest, band.highest);
}

QString effectText(const LimitEffect& effect, std::size_t marked)
{
    if (marked == 0)
        return LabText::tr("denies %1").arg(tokensText(Units(effect.hurt)));
    return LabText::tr("stops %1, hurts %2")
        .arg(numberText(Units(effect.stopped)), numberText(Units(effect.hurt)));
}

QString explanationText(const QString& name, const StepExplanation& explanation)
{
    const RequestStep& step = explanation.step;
    if (step.allowed()) {
        QStringList used;
        for (const RuleStep& rule : explanation.rules)
            used << LabText::tr("%1 of %2 used").arg(numberText(rule.used), ruleText(rule.rule));
        return used.isEmpty() ? LabText::tr("%1 allows: it has no limit").arg(name)
                              : LabText::tr("%1 allows: %2").arg(name, used.join(QStringLiteral(", ")));
    }
    if (!step.rule || *step.rule >= explanation.rules.size())
        return LabText::tr("%1 denies").arg(name);
    const RuleStep& rule = explanation.rules[*step.rule];
    return LabText::tr("%1 denies by %2: %3").arg(name, ruleText(rule.rule), waitsText(rule));
}

QString rejectedText(const RejectedLine& line)
{
    const auto why = [&] {
        switch (line.fault) {
        case LineFault::Syntax:
            return LabText::tr("is not written like the others");
        case LineFault::NoToken:
            return LabText::tr("has no token");
        case LineFault::NoTime:
            return LabText::tr("has no time");
        case LineFault::BadTime:
            return LabText::tr("has a time that cannot be read");
        case LineFault::NoCost:
            return LabText::tr("has no cost");
        case LineFault::BadCost:
            return LabText::tr("has a cost that cannot be read");
        case LineFault::TooLong:
            return LabText::tr("is too long");
        case LineFault::None:
            break;
        }
        return QString();
    };
    return LabText::tr("line %1 %2").arg(numberText(Units(line.number)), why());
}

QString faultText(const TrafficSummary& summary)
{
    switch (summary.fault) {
    case SourceFault::Truncated:
        return LabText::tr("The compressed data end in the middle; shown is what came before.");
    case SourceFault::Corrupt:
        return LabText::tr("The compressed data are damaged; shown is what came before.");
    case SourceFault::Cancelled:
        return LabText::tr("Reading was cancelled; shown is what came before.");
    case SourceFault::Unreadable:
        return LabText::tr("Reading failed (%1); shown is what came before.").arg(shown(summary.faultText));
    case SourceFault::None:
        break;
    }
    return {};
}

QString sourceText(const TrafficSummary& summary)
{
    QStringList parts;
    if (summary.format)
        parts << QString::fromUtf8(nameOf(summary.format->syntax).data(),
                                   qsizetype(nameOf(summary.format->syntax).size()));
    else if (summary.kind == TrafficKind::Trace)
        parts << LabText::tr("trace file");
    if (!summary.compression.empty())
        parts << shown(summary.compression);
    return parts.join(QStringLiteral(", "));
}

QString exactMomentText(Instant moment)
{
    const auto milliseconds =
        std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count();
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(milliseconds);
    return local.toString(local.date() == QDate::currentDate() ? QStringLiteral("HH:mm:ss.zzz")
                                                               : QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
}

} // namespace ratewarden::ui
