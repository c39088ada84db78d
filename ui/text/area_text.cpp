// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/area_text.h"

#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace ratewarden::ui {
namespace {

struct AreaText {
    Q_DECLARE_TR_FUNCTIONS(AreaText)
};

// "1 s", "15 min"; no "1.0 s", as it is exact.
QString exactSpanText(Micros span)
{
    if (span % std::chrono::seconds(1) != Micros::zero())
        return waitText(span);
    QString text = QString::fromStdString(spanNotation(span));
    const auto unit = std::ranges::find_if(text, [](QChar one) { return one.isLetter(); });
    return text.insert(unit - text.begin(), QLatin1Char(' '));
}

QString deniedText(const AreaSummary& summary, const AreaFacts& facts)
{
    const QString denied = numberText(std::max(summary.denied, facts.deniedAtMost));
    if (facts.deniedAtMost > summary.denied)
        return (facts.wouldBe ? AreaText::tr("up to %1 would be denied") : AreaText::tr("up to %1 denied"))
            .arg(denied);
    if (facts.rule.isEmpty() || summary.denied == 0)
        return (facts.wouldBe ? AreaText::tr("%1 would be denied") : AreaText::tr("%1 denied")).arg(denied);
    return (facts.wouldBe ? AreaText::tr("%1 would be denied by %2") : AreaText::tr("%1 denied by %2"))
        .arg(denied, facts.rule);
}

} // namespace

QString areaText(const AreaSummary& summary, const AreaFacts& facts)
{
    QStringList parts;
    const bool isWhole = facts.areDeniedKnown && facts.deniedAtMost <= summary.denied;
    if (isWhole)
        parts << AreaText::tr("%Ln request(s)", nullptr, pluralNumber(summary.requests()));
    if (facts.areJudged && (summary.requests() > 0 || !isWhole))
        parts << AreaText::tr("%1 allowed").arg(numberText(summary.allowed));
    if (facts.areJudged && facts.areDeniedKnown && (summary.requests() > 0 || facts.deniedAtMost > 0))
        parts << deniedText(summary, facts);
    if (summary.requests() > 1 && facts.window > Micros::zero())
        parts << (facts.each > Micros(1) ? AreaText::tr("most %1 in %2") : AreaText::tr("most %1 in any %2"))
                     .arg(numberText(summary.most), exactSpanText(facts.window));
    if (summary.longestGap > facts.each)
        parts << AreaText::tr("longest gap %1")
                     .arg(waitText(facts.each > Micros(1) ? summary.longestGap - facts.each
                                                          : summary.longestGap));
    return parts.join(QStringLiteral(" · "));
}

QString areaText(std::span<const AreaRequests> requests, const TimeRange& area,
                 const std::vector<Rule>& rules, AreaFacts facts)
{
    AreaSummary summary = summaryOf(requests, area, std::chrono::seconds(1));
    const Rule* const rule = summary.rule && *summary.rule < rules.size() ? &rules[*summary.rule] : nullptr;
    if (facts.each > Micros(1))
        facts.window = facts.each;
    else if (!rules.empty())
        facts.window = (rule ? *rule : std::ranges::min(rules, {}, &Rule::window)).window;
    if (facts.window > Micros::zero())
        summary = summaryOf(requests, area, facts.window);
    if (rule)
        facts.rule = ruleText(*rule);
    return areaText(summary, facts);
}

} // namespace ratewarden::ui
