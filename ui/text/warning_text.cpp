// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/warning_text.h"

#include "core/formats/format.h"
#include "ui/text/display_text.h"
#include "ui/text/filter_offers.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

struct WarningText {
    Q_DECLARE_TR_FUNCTIONS(WarningText)
};

QStringList numberTexts(const Warning& warning, WarningNumber number)
{
    switch (number) {
    case WarningNumber::None:
        return {};
    case WarningNumber::Whole:
        return {QLocale().toString(warning.number, 'f', 0)};
    case WarningNumber::Times:
        return {QLocale().toString(warning.number, 'f', 1)};
    case WarningNumber::Rate:
        return {rateText(warning.number)};
    case WarningNumber::Span:
        return {waitText(spanOf(warning))};
    case WarningNumber::TwoUnits:
        if (const auto units = mistakenUnit(warning))
            return {patternText(unitPattern(units->written), {}), patternText(unitPattern(units->read), {})};
    }
    return {};
}

QString serverSentence(const ServerWarning& warning)
{
    const QString value = warning.code == ServerWarningCode::CertificateEnds ? momentText(warning.ends)
                          : warning.code == ServerWarningCode::HasEvicted    ? numberText(warning.evicted)
                                                                             : shown(warning.policy);
    const QString text = patternText(textsOf(warning.code).sentence, {value});
    return warning.most > 0 && warning.used
               ? text + WarningText::tr(" It uses %1 of %2 now.")
                            .arg(bytesText(*warning.used), bytesText(warning.most))
               : text;
}

} // namespace

QString warningSentence(const Warning& warning)
{
    const WarningFacts& facts = warningFacts(warning.code);
    const QStringList values = numberTexts(warning, facts.number);
    return patternText(values.isEmpty() ? facts.texts.sentence : facts.numbered, values);
}

QString warningAdvice(WarningCode code, bool blocked)
{
    return blocked && code == WarningCode::RetryStorm
               ? WarningText::tr("Find out why the client ignores its denials.")
               : findingAdvice(code);
}

QString findingTitle(const FindingKind& kind)
{
    return patternText(textsOf(kind).title, {});
}

QString findingSentence(const Finding& finding)
{
    if (finding.server)
        return serverSentence(*finding.server);
    return patternText(textsOf(finding.kind).sentence,
                       {finding.share  ? percentText(*finding.share)
                        : finding.rate ? numberText(Units(std::llround(*finding.rate)))
                                       : shown(finding.other)});
}

QString findingAction(const FindingKind& kind)
{
    return patternText(textsOf(kind).action, {});
}

QString findingAdvice(const FindingKind& kind)
{
    return patternText(textsOf(kind).advice, {});
}

QString findingFilter(const Finding& finding)
{
    QStringList terms;
    if (const auto* const code = std::get_if<WarningCode>(&finding.kind))
        terms << filterTerm("warning", nameOf(*code)) << filterTerm("format", finding.format->name())
              << filterTerm("policy", finding.others ? std::string() : finding.group);
    else if (finding.kind == FindingKind(PatternCode::TwoAlgorithms))
        terms << filterTerm("format", finding.other) << filterTerm("policy", finding.group);
    else if (finding.kind == FindingKind(PatternCode::TwoPolicies))
        terms << filterTerm("policy", finding.group) << filterTerm("policy", finding.other);
    terms.removeAll(QString());
    return terms.join(' ');
}

QString severityText(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Critical:
        return WarningText::tr("critical");
    case FindingSeverity::Warning:
        return WarningText::tr("warning");
    case FindingSeverity::Note:
        return WarningText::tr("note");
    }
    return {};
}

QChar severityMark(FindingSeverity severity)
{
    constexpr std::array marks{u'■', u'▲', u'○'};
    return marks.at(std::size_t(severity));
}

QString whatIsChecked()
{
    return WarningText::tr(
        "Nothing is wrong. All tokens are checked for keys that never expire or expire far too late, stale "
        "locks, slots that are\nnever given back, counts below zero or far above the limit, counters that "
        "fell, times ahead or in a wrong unit,\nlogs that are never trimmed, clients that go on though they "
        "are denied, and proxies that share one limit; policies, for keys\nthat follow them; the server, for "
        "settings that may evict blocks.");
}

} // namespace ratewarden::ui
