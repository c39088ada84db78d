// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_facts_text.h"

#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/meaning_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"
#include "ui/text/warning_text.h"

#include <QCoreApplication>

#include <set>

namespace ratewarden::ui {
namespace {

struct KeyFactsText {
    Q_DECLARE_TR_FUNCTIONS(KeyFactsText)
};

const CatalogueFormat* foreignFormat(const KeyDetail& detail)
{
    return detail.subject ? dynamic_cast<const CatalogueFormat*>(detail.subject->format) : nullptr;
}

QString ownKeyText(OwnKey key)
{
    switch (key) {
    case OwnKey::Policies:
        return KeyFactsText::tr("the published policies: see the Policies page");
    case OwnKey::PolicyHistory:
        return KeyFactsText::tr("every version of the policies: see the Policies page");
    case OwnKey::PolicySample:
        return KeyFactsText::tr(
            "a sample of what the policy's limiters have denied: see ratewarden-ctl denials");
    case OwnKey::Watch:
        return KeyFactsText::tr(
            "which of several watchers tells, and what it has told: see ratewarden-ctl watch");
    case OwnKey::Audit:
        return KeyFactsText::tr("the audit trail, who has changed what: see the Audit page");
    }
    return {};
}

QString keyUsedText(const KeyDetail& detail)
{
    const Reading& reading = detail.token->reading;
    QStringList parts;
    if (reading.decision)
        for (std::size_t i = 0; i < reading.decision->usage.size(); ++i) {
            const RuleUsage& usage = reading.decision->usage[i];
            parts << KeyFactsText::tr("%1 of %2")
                         .arg(numberText(usage.used), ruleTextOf(*reading.subject.format, i, usage.rule));
        }
    else if (reading.used)
        parts << KeyFactsText::tr("%1, the limit is not known").arg(numberText(*reading.used));
    else
        parts << KeyFactsText::tr("not known");
    QString text = parts.join(QStringLiteral(", "));
    if (const CatalogueFormat* const format = foreignFormat(detail);
        format && format->file().denied == Denied::Counts)
        text += KeyFactsText::tr("; denied requests count too");
    return text;
}

QString windowText(const KeyDetail& detail)
{
    const Reading& reading = detail.token->reading;
    if (reading.policy) {
        QStringList windows;
        for (const Rule& rule : reading.policy->rules)
            windows << waitText(rule.window);
        return KeyFactsText::tr("%1; rules from the policy \"%2\"")
            .arg(windows.join(QStringLiteral(", ")), shown(reading.policy->name));
    }
    if (reading.decision) {
        QStringList windows;
        for (const RuleUsage& usage : reading.decision->usage)
            windows << waitText(usage.rule.window);
        return KeyFactsText::tr("%1; rules stored with the key").arg(windows.join(QStringLiteral(", ")));
    }
    if (!reading.window)
        return KeyFactsText::tr("not known: publish its rules on the Policies page");
    return reading.windowInferred
               ? KeyFactsText::tr("%1, inferred from its keys").arg(waitText(*reading.window))
               : waitText(*reading.window);
}

QString freesText(const KeyDetail& detail, Micros since)
{
    const Reading& reading = detail.token->reading;
    const Format& format = *reading.subject.format;
    std::optional<Micros> resets = reading.expiresIn;
    if (reading.decision)
        resets = reading.decision->usage[reading.decision->tightestRule()].resetAfter;
    if (resets && *resets <= Micros::zero())
        return KeyFactsText::tr("nothing is used");
    const QString in = resets ? countdownText(*resets - since) : QString();
    if (format.hasLog())
        return in.isEmpty() ? KeyFactsText::tr("request by request")
                            : KeyFactsText::tr("request by request, all of it in %1").arg(in);
    if (format.drains())
        return in.isEmpty() ? KeyFactsText::tr("unit by unit")
                            : KeyFactsText::tr("unit by unit, all of it in %1").arg(in);
    const auto* const foreign = dynamic_cast<const CatalogueFormat*>(&format);
    if (foreign && foreign->file().shape == Shape::Slices && !in.isEmpty())
        return KeyFactsText::tr("slice by slice, all of it in %1").arg(in);
    return in.isEmpty() ? KeyFactsText::tr("never: the key does not expire")
                        : KeyFactsText::tr("all at once in %1").arg(in);
}

QString blockText(const KeyDetail& detail)
{
    const CatalogueFormat* const format = foreignFormat(detail);
    if (!format)
        return KeyFactsText::tr("a control key that every script reads; any policy");
    switch (format->file().tier) {
    case Tier::Safe:
        return KeyFactsText::tr("writes a state on which its own client refuses");
    case Tier::Care:
        return KeyFactsText::tr(
            "possible, but check the commands first: values of this format are easily misread, or it is "
            "known from its source alone");
    case Tier::Label:
        break;
    }
    return KeyFactsText::tr("not possible: what its client would refuse is not known");
}

QString promiseText(const KeyDetail& detail)
{
    QStringList texts;
    for (const Caution caution : detail.cautions)
        texts << cautionText(caution);
    return texts.isEmpty() ? QString() : texts.join(QLatin1Char(' '));
}

struct KeyScanText {
    Q_DECLARE_TR_FUNCTIONS(KeyScanText)
};

QString scanText(const KeyBrowser& browser)
{
    using State = KeyBrowser::State;
    const State state = browser.state();
    if (state != State::Scanning && state != State::Stopped)
        return {};
    const KeyBrowser::Progress& progress = browser.progress();
    QString named = numberText(Units(progress.named));
    if (progress.total)
        named = KeyScanText::tr("%1 of ~%2").arg(named, numberText(*progress.total));
    return state == State::Stopped          ? KeyScanText::tr("scan stopped at %1").arg(named)
           : browser.knownAt() != Instant{} ? KeyScanText::tr("scanning, %1").arg(named)
                                            : named;
}

} // namespace

std::vector<std::pair<QString, QString>> keyFactLines(const KeyDetail& detail, Micros since)
{
    std::vector<std::pair<QString, QString>> lines;
    if (detail.problem)
        lines.emplace_back(KeyFactsText::tr("not read"), problemText(detail.problem));
    if (const auto own = ownKey(detail.facts.key))
        lines.emplace_back(KeyFactsText::tr("what it is"), ownKeyText(*own));
    if (!detail.subject || !detail.token)
        return lines;
    const Reading& reading = detail.token->reading;
    lines.emplace_back(KeyFactsText::tr("token"), shown(reading.subject.token));
    if (!reading.subject.format->hasState())
        return lines;
    lines.emplace_back(KeyFactsText::tr("used"), keyUsedText(detail));
    lines.emplace_back(KeyFactsText::tr("window"), windowText(detail));
    lines.emplace_back(KeyFactsText::tr("resets"), freesText(detail, since));
    lines.emplace_back(KeyFactsText::tr("block"), blockText(detail));
    if (const QString text = promiseText(detail); !text.isEmpty())
        lines.emplace_back(KeyFactsText::tr("limitations"), text);
    for (const Warning& warning : reading.warnings)
        lines.emplace_back(KeyFactsText::tr("▲ warning"), warningSentence(warning));
    if (!detail.ties.empty()) {
        QStringList titles;
        for (const Format* const tie : detail.ties)
            titles << shown(tie->title());
        lines.emplace_back(KeyFactsText::tr("fits as well"), titles.join(QStringLiteral(", ")));
    }
    const auto catalogue = currentCatalogue();
    if (const auto beginning = catalogue->chosenFor(reading.subject); !beginning.empty())
        lines.emplace_back(KeyFactsText::tr("format"),
                           KeyFactsText::tr("chosen for keys that begin with %1").arg(shown(beginning)));
    return lines;
}

QString keyFormatText(const KeyDetail& detail)
{
    if (!detail.subject)
        return ownKey(detail.facts.key) ? QStringLiteral("Ratewarden") : QString();
    const CatalogueFormat* const format = foreignFormat(detail);
    if (!format)
        return QStringLiteral("Ratewarden · %1").arg(shown(detail.subject->format->title()));
    const QString shape = briefShapeText(format->file().shape);
    if (guessOf(*format))
        return QStringLiteral("%1 · %2").arg(formatText(*format), shape);
    const QString share = percentText(detail.confidence).replace(QLatin1Char(' '), QChar::Nbsp);
    return QStringLiteral("%1 · %2 · %3").arg(shown(format->title()), share, shape);
}

QString keyAboutText(const KeyFacts& facts, Instant now)
{
    QStringList parts;
    parts << (facts.type ? typeText(*facts.type) : KeyFactsText::tr("type not known"));
    if (facts.encoding)
        parts << shown(*facts.encoding);
    if (facts.length && facts.kind() != KeyType::String)
        parts << KeyFactsText::tr("%Ln element(s)", nullptr, pluralNumber(*facts.length));
    if (facts.memory)
        parts << bytesText(*facts.memory);
    if (facts.expires)
        parts << (*facts.expires == FoundKeyFacts::never
                      ? KeyFactsText::tr("no TTL")
                      : KeyFactsText::tr("TTL %1").arg(
                            countdownText(Instant(std::chrono::milliseconds(*facts.expires)) - now)));
    return parts.join(QStringLiteral(" · "));
}

QString keyExpiryText(const KeyFacts& facts)
{
    if (!facts.expires)
        return problemText(facts.expires.problem);
    if (*facts.expires == FoundKeyFacts::never)
        return KeyFactsText::tr("never");
    const QString at = exactMomentText(std::chrono::milliseconds(*facts.expires));
    return facts.expiryExact ? QStringLiteral("%1 · %2").arg(QString::number(*facts.expires), at)
                             : KeyFactsText::tr("about %1").arg(at);
}

QString scanCountsText(const KeyBrowser& browser, const SharedKeySummary& summary, Instant now)
{
    const bool known = browser.knownAt() != Instant{};
    QStringList parts;
    if (summary && known)
        parts << (summary->totals.keys == summary->all
                      ? keysText(Units(summary->all))
                      : KeyScanText::tr("%1 of %2")
                            .arg(numberText(Units(summary->totals.keys)), numberText(Units(summary->all))));
    if (const QString scan = scanText(browser); !scan.isEmpty())
        parts << scan;
    if (summary) {
        std::set<QString> formats;
        for (const KeyTotals::Share& share : summary->totals.shares)
            if (share.format)
                formats.insert(briefTitle(*share.format));
        if (!formats.empty())
            parts << KeyScanText::tr("%Ln format(s)", nullptr, pluralNumber(Units(formats.size())));
        if (const std::size_t unread = keysOfKind(summary->totals, KeyKind::Unread); unread > 0)
            parts << KeyScanText::tr("%1 not readable").arg(numberText(Units(unread)));
        if (summary->leftOut > 0)
            parts << KeyScanText::tr("%1 more not listed: limit reached")
                         .arg(numberText(Units(summary->leftOut)));
    }
    if (known)
        parts << KeyScanText::tr("scan %1, %2")
                     .arg(agoText(now - browser.knownAt()), countdownText(browser.lastTook()));
    return parts.join(QStringLiteral(" · "));
}

QString unreadKeysText(const KeyBrowser& browser, const SharedKeySummary& summary)
{
    const ScanProblems& problems = browser.progress().problems;
    const std::size_t unread = summary ? keysOfKind(summary->totals, KeyKind::Unread) : 0;
    const Problem& first = problems.type ? problems.type : problems.value;
    if (unread > 0 && first)
        return KeyScanText::tr("%Ln key(s) could not be read: %1", nullptr, pluralNumber(Units(unread)))
            .arg(problemText(first));
    if (problems.expiry)
        return KeyScanText::tr("Not all TTLs could be read: %1").arg(problemText(problems.expiry));
    return problems.memory
               ? KeyScanText::tr("The memory of keys could not be read: %1").arg(problemText(problems.memory))
               : QString();
}

} // namespace ratewarden::ui
