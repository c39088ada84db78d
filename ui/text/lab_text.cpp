// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/lab_text.h"

#include "core/algorithms/algorithm.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct LabText {
    Q_DECLARE_TR_FUNCTIONS(LabText)

public:
    // In the order of LineFault.
    static constexpr std::array<const char*, lineFaults> faults{"",
                                                                QT_TR_NOOP("is not written like the others"),
                                                                QT_TR_NOOP("has no token"),
                                                                QT_TR_NOOP("has no time"),
                                                                QT_TR_NOOP("has a time that cannot be read"),
                                                                QT_TR_NOOP("has no cost"),
                                                                QT_TR_NOOP("has a cost that cannot be read"),
                                                                QT_TR_NOOP("is too long")};
    static_assert(faults.back() != nullptr);
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

/// Whom limits stop: the token, or "3 tokens". `names` as shown() gives them.
QString marksText(const QStringList& names)
{
    return names.size() == 1 ? shortened(names.front(), 40) : tokensText(names.size());
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
    return waitText(window).replace(QLocale().decimalPoint() + QLatin1String("0 "), QStringLiteral(" "));
}

QString candidateName(const std::string& name)
{
    return name == enforcedName ? LabText::tr("Enforced") : shown(name);
}

QString requestsText(const QString& name, bool isEdited, Units requests, Units tokens, const TimeRange& time)
{
    return QStringList{isEdited ? LabText::tr("%1, edited").arg(name) : name,
                       LabText::tr("%Ln request(s)", nullptr, pluralNumber(requests)), tokensText(tokens),
                       LabText::tr("%1 – %2").arg(momentText(time.from), momentText(time.to))}
        .join(QStringLiteral(" · "));
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
    return candidate.name.empty() ? text : candidateName(candidate.name) + QStringLiteral(" · ") + text;
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

QString burstSentence(const BurstProposal& proposal, std::size_t marked)
{
    const bool isOne = marked == 1;
    if (!proposal.band)
        return isOne ? LabText::tr("no burst stops it and nobody else")
                     : LabText::tr("no burst stops them and nobody else");
    const QString bursts = limitsText(*proposal.band);
    return isOne ? LabText::tr("%1 stops it and nobody else").arg(bursts)
                 : LabText::tr("%1 stops them and nobody else").arg(bursts);
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
    QString text = LabText::tr("%1 denies by %2: %3").arg(name, ruleText(rule.rule), waitsText(rule));
    for (std::size_t i = 0; i < explanation.rules.size(); ++i)
        if (i != *step.rule)
            text += QStringLiteral("; ") + ruleStepText(explanation.rules[i], 1);
    return text;
}

QString ruleStepText(const RuleStep& rule, Units cost)
{
    if (rule.reason != WaitReason::None)
        return LabText::tr("%1 denies: %2").arg(ruleText(rule.rule), waitsText(rule));
    const Units left = std::max<Units>(0, rule.rule.capacity() - rule.used);
    const QString text = LabText::tr("%1 allows: %2 used, %3 left")
                             .arg(ruleText(rule.rule), numberText(rule.used), numberText(left));
    return cost == 1 ? text : LabText::tr("%1 before it").arg(text);
}

QString betweenText(std::uint64_t one, std::uint64_t other)
{
    constexpr std::uint64_t longest = 99'999; // of which two have room
    const auto [low, high] = std::minmax(one, other);
    if (low == high)
        return numberText(Units(low));
    const auto text = [brief = high > longest](std::uint64_t number) {
        return brief ? briefNumberText(Units(number)) : numberText(Units(number));
    };
    return QStringLiteral("%1–%2").arg(text(low), text(high));
}

QString reserveWayText(const ReserveWay& way)
{
    switch (way.kind) {
    case ReserveWay::Kind::Afterwards:
        return LabText::tr("1 unit, the rest afterwards");
    case ReserveWay::Kind::Max:
        return LabText::tr("the most it can cost");
    case ReserveWay::Kind::Constant:
        return LabText::tr("the average cost, %1").arg(numberText(way.units));
    case ReserveWay::Kind::Learned:
        break;
    }
    return LabText::tr("what was learned, at %1").arg(percentText(way.quantile));
}

QString reserveMeaning(const ReserveTrial& trial, const MeteredTraffic& traffic)
{
    constexpr std::size_t mostNamed = 4;
    QStringList text;
    switch (trial.way.kind) {
    case ReserveWay::Kind::Afterwards:
        text << LabText::tr("Nothing limits what unfinished requests cost.");
        break;
    case ReserveWay::Kind::Max:
        text << LabText::tr("No limit is ever exceeded; what a request did not need is returned when it has "
                            "ended, and others may have been denied by then.");
        break;
    case ReserveWay::Kind::Constant:
        text << LabText::tr("If a request costs more, the difference is charged when it has ended, above the "
                            "limit if need be; if it costs less, the rest is returned.");
        break;
    case ReserveWay::Kind::Learned: {
        text << LabText::tr("%1 of the requests cost no more than is reserved for them, as the Estimator of "
                            "the library has learned.")
                    .arg(percentText(trial.way.quantile));
        QStringList learned;
        for (std::size_t i = 0; i < std::min(mostNamed, trial.learned.size()); ++i)
            learned << LabText::tr("%1 %2").arg(shown(trial.learned[i].key),
                                                percentText(trial.learned[i].ratio));
        if (trial.learned.size() > mostNamed)
            learned << QStringLiteral("…");
        if (!learned.isEmpty())
            text << LabText::tr("Reserved, as a share of what is declared: %1.")
                        .arg(learned.join(QStringLiteral(", ")));
        break;
    }
    }
    if (traffic.assumedAnswer > 0)
        text << LabText::tr(
                    "The file does not say what requests declare; taken is their input and an answer of %1.")
                    .arg(numberText(traffic.assumedAnswer));
    return text.join(QLatin1Char(' '));
}

QStringList boundsText(const TrafficSummary& summary)
{
    constexpr std::size_t mostNamed = 3;
    QStringList lines{LabText::tr("%1: %2 of %3")
                          .arg(stretchText({summary.from, summary.to}),
                               LabText::tr("%Ln request(s)", nullptr, pluralNumber(Units(summary.requests))),
                               tokensText(Units(summary.tokens)))};
    if (summary.kind == TrafficKind::Generated) {
        lines << LabText::tr("made up, no line was read");
        return lines;
    }
    if (summary.refusals && summary.refusals->requests > 0)
        lines << LabText::tr("%1 of %2 had been denied when it was recorded")
                     .arg(LabText::tr("%Ln request(s)", nullptr,
                                      pluralNumber(Units(summary.refusals->requests))),
                          tokensText(Units(summary.refusals->tokens)));
    if (summary.kind != TrafficKind::Log)
        return lines;
    QString read = LabText::tr("%Ln line(s) read", nullptr, pluralNumber(Units(summary.lines)));
    if (summary.rejected == 0)
        return lines << LabText::tr("%1, none rejected").arg(read);
    QStringList named;
    for (const RejectedLine& line : summary.firstRejected)
        if (std::size_t(named.size()) < mostNamed)
            named << rejectedText(line);
    if (summary.rejected > std::uint64_t(named.size()))
        named << LabText::tr("and %1 more").arg(numberText(Units(summary.rejected) - named.size()));
    return lines << LabText::tr("%1, %2 rejected: %3")
                        .arg(read, numberText(Units(summary.rejected)), named.join(QStringLiteral(", ")));
}

QString untriedText(const std::vector<Candidate>& candidates)
{
    QStringList rules;
    for (const Candidate& candidate : candidates)
        for (const Rule& rule : candidate.policy.rules)
            if (rule.atOnce)
                rules << QStringLiteral("%1: %2").arg(candidateName(candidate.name), ruleText(rule));
    return rules.join(QStringLiteral(", "));
}

QStringList unknownsText(const TrafficSummary& summary)
{
    QStringList lines{LabText::tr("what tokens had used before the first request")};
    if (summary.kind == TrafficKind::Log || summary.kind == TrafficKind::Trace)
        lines << LabText::tr("whether a client that is denied repeats its request, or gives up");
    if (summary.kind != TrafficKind::Generated && summary.resolution >= std::chrono::seconds(1))
        lines << LabText::tr(
            "the order within a second: of two figures one is for all requests of a second at once, the "
            "other for the same spread over it");
    if (summary.kind == TrafficKind::Redis)
        lines << LabText::tr("denied requests, which a log in Redis does not have, and entries that were "
                             "trimmed from it");
    if (summary.cutTokens > 0)
        lines << LabText::tr("older requests of %1, whose logs are longer than what is read")
                     .arg(tokensText(Units(summary.cutTokens)));
    if (summary.fault != SourceFault::None)
        lines << LabText::tr("what follows the place where the source could not be read on");
    return lines;
}

QString rejectedText(const RejectedLine& line)
{
    return LabText::tr("line %1 %2")
        .arg(numberText(Units(line.number)), LabText::tr(LabText::faults.at(std::size_t(line.fault))));
}

QString faultText(const TrafficSummary& summary)
{
    switch (summary.fault) {
    case SourceFault::Truncated:
        return LabText::tr("The compressed data end in the middle; shown is what came before.");
    case SourceFault::Corrupt:
        return LabText::tr("The compressed data are damaged; shown is what came before.");
    case SourceFault::Cancelled:
        return LabText::tr("Reading was canceled; shown is what came before.");
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
        parts << QString::fromStdString(std::string(nameOf(*summary.format)));
    else if (summary.kind == TrafficKind::Trace)
        parts << LabText::tr("trace file");
    if (!summary.compression.empty())
        parts << shown(summary.compression);
    return parts.join(QStringLiteral(", "));
}

} // namespace ratewarden::ui
