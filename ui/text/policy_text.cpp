// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/policy_text.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/foreign/catalogue_format.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <string>

namespace ratewarden::ui {
namespace {

struct PolicyText {
    Q_DECLARE_TR_FUNCTIONS(PolicyText)

public:
    // In the order of PolicyField.
    static constexpr std::array<const char*, std::size_t(PolicyField::Candidate) + 1> labels{
        QT_TR_NOOP("Description"),
        QT_TR_NOOP("Algorithm"),
        QT_TR_NOOP("Format"),
        QT_TR_NOOP("Rules"),
        QT_TR_NOOP("Names of the rules"),
        QT_TR_NOOP("Tokens hashed"),
        QT_TR_NOOP("Requests counted"),
        QT_TR_NOOP("Denials remembered"),
        QT_TR_NOOP("Life of leases"),
        QT_TR_NOOP("Mode"),
        QT_TR_NOOP("On failure"),
        QT_TR_NOOP("Share of each limit on failure"),
        QT_TR_NOOP("Candidate")};
    static_assert(labels.back() != nullptr);
};

QString orNone(const QString& text)
{
    return text.isEmpty() ? noValue() : text;
}

QString withDoubt(const QString& name, const Format& format)
{
    const PrefixUse* const guess = guessOf(format);
    return guess ? PolicyText::tr("looks like %1 (%2)").arg(name, percentText(guess->confidence)) : name;
}

QString sharePercent(double share, int digits = 4)
{
    return PolicyText::tr("%1 %").arg(QLocale().toString(share * 100, 'g', digits));
}

QString yesOrNo(bool value)
{
    return value ? PolicyText::tr("yes") : PolicyText::tr("no");
}

QString labelOf(PolicyField field)
{
    return PolicyText::tr(PolicyText::labels.at(std::size_t(field)));
}

QString onFailureText(std::optional<OnFailure> onFailure)
{
    if (!onFailure)
        return PolicyText::tr("report an error");
    switch (*onFailure) {
    case OnFailure::Allow:
        return PolicyText::tr("fail open");
    case OnFailure::Deny:
        return PolicyText::tr("fail closed");
    case OnFailure::Local:
        return PolicyText::tr("local fallback");
    }
    return {};
}

QString valueOf(PolicyField field, const PublishedPolicy& policy)
{
    switch (field) {
    case PolicyField::Description:
        return orNone(shown(policy.description));
    case PolicyField::Format:
        return orNone(shown(policy.policy.format));
    case PolicyField::Algorithm:
        return algorithmText(policy.policy.algorithm);
    case PolicyField::Rules:
        return rulesText(policy.policy.rules);
    case PolicyField::RuleNames: {
        QStringList names;
        for (const std::string& name : policy.ruleNames)
            names << orNone(shown(name));
        return orNone(names.join(QStringLiteral(", ")));
    }
    case PolicyField::HashTokens:
        return yesOrNo(policy.policy.hashTokens);
    case PolicyField::Counters:
        return yesOrNo(policy.policy.counters);
    case PolicyField::Denials:
        return numberText(policy.policy.denials);
    case PolicyField::Lease:
        return policy.policy.lease == Micros::zero() ? orNone({}) : waitText(policy.policy.lease);
    case PolicyField::Mode:
        return modeText(policy.mode);
    case PolicyField::OnFailure:
        return onFailureText(policy.onFailure);
    case PolicyField::Share:
        return policy.onFailure == OnFailure::Local ? sharePercent(policy.share) : orNone({});
    case PolicyField::Candidate:
        return policy.candidate ? PolicyText::tr("%1 (%2)").arg(rulesText(policy.candidate->rules),
                                                                algorithmText(policy.candidate->algorithm))
                                : orNone({});
    }
    return {};
}

QString listed(const NotationWarning& warning)
{
    QStringList names;
    for (const std::string& name : warning.names)
        names << QString::fromStdString(name);
    const QString list = names.join(QStringLiteral(", "));
    return warning.number > 0
               ? PolicyText::tr("%1 and %Ln more", nullptr, pluralNumber(warning.number)).arg(list)
               : list;
}

} // namespace

Verdicts verdictsOf(std::string_view policy)
{
    return isCandidate(policy) ? Verdicts::Candidate : Verdicts::Enforced;
}

QString policyNameText(const std::string& policy)
{
    if (policy == "*") // a name that says nothing by itself
        return PolicyText::tr("* (all keys)");
    return isCandidate(policy)
               ? PolicyText::tr("candidate of %1").arg(shown(std::string(candidateOf(policy))))
               : shown(policy);
}

QString rulesText(const std::vector<Rule>& rules)
{
    QStringList texts;
    for (const Rule& rule : rules)
        texts << ruleText(rule);
    return texts.join(QStringLiteral(" + "));
}

QString ruleTextOf(const Format& format, std::size_t index, const Rule& rule)
{
    const std::vector<std::string> names = format.ruleNames();
    return index < names.size() ? shown(names[index]) + QLatin1Char(' ') + ruleText(rule) : ruleText(rule);
}

QString algorithmText(std::string_view name)
{
    // For lupdate alone: one that is missing here is shown by its English title.
    [[maybe_unused]] constexpr std::array forTranslators{
        QT_TRANSLATE_NOOP("PolicyText", "sliding log"),
        QT_TRANSLATE_NOOP("PolicyText", "sliding log (sorted set)"),
        QT_TRANSLATE_NOOP("PolicyText", "sliding log (list)"),
        QT_TRANSLATE_NOOP("PolicyText", "sliding log (stream)"),
        QT_TRANSLATE_NOOP("PolicyText", "in flight"),
        QT_TRANSLATE_NOOP("PolicyText", "sliding window counter"),
        QT_TRANSLATE_NOOP("PolicyText", "fixed window"),
        QT_TRANSLATE_NOOP("PolicyText", "token bucket"),
        QT_TRANSLATE_NOOP("PolicyText", "leaky bucket")};
    const auto found = std::ranges::find(algorithms(), name, &Algorithm::name);
    return found == algorithms().end() ? shown(name) : PolicyText::tr(std::string(found->title).c_str());
}

QString formatText(const Format& format)
{
    constexpr std::string_view ours = "ratewarden/";
    std::string_view name = format.name();
    if (!name.starts_with(ours))
        return withDoubt(shown(format.title()), format);
    name.remove_prefix(ours.size());
    return format.hasState() ? algorithmText(name) : PolicyText::tr("every policy");
}

QString formatNameText(const Format& format)
{
    return withDoubt(shown(format.name()), format);
}

QString modeText(PolicyMode mode)
{
    switch (mode) {
    case PolicyMode::Enforced:
        return PolicyText::tr("enforced");
    case PolicyMode::Shadow:
        return PolicyText::tr("shadow");
    case PolicyMode::Off:
        return PolicyText::tr("off");
    }
    return {};
}

QString remarkText(const RuleFinding& finding, const std::vector<Rule>& rules)
{
    using Kind = RuleFinding::Kind;
    const QString other = finding.because ? ruleText(rules[*finding.because]) : QString();
    switch (finding.kind) {
    case Kind::DeniesAll:
        return PolicyText::tr("denies every request");
    case Kind::NeverFits:
        return PolicyText::tr("never allows a request of cost %1").arg(numberText(finding.number));
    case Kind::Duplicate:
        return PolicyText::tr("listed twice");
    case Kind::Contradictory:
        return PolicyText::tr("contradicts %1, which is stricter").arg(other);
    case Kind::Unreachable:
        return PolicyText::tr("redundant, as %1 never allows more").arg(other);
    case Kind::Redundant:
        return PolicyText::tr("redundant, as it never denies what %1 allows").arg(other);
    case Kind::DoubleBurst:
        return PolicyText::tr("can allow %1 at once, across a window boundary")
            .arg(numberText(finding.number));
    case Kind::LeaseTakesRate:
        return PolicyText::tr("a lease life of %1 takes %2 of it")
            .arg(waitText(Micros(finding.number)), sharePercent(finding.share, 2));
    case Kind::LeaseTakesBurst:
        return PolicyText::tr("a lease life of %1 takes %2 of its burst")
            .arg(waitText(Micros(finding.number)), sharePercent(finding.share, 2));
    }
    return {};
}

QString findingText(const RuleFinding& finding, const std::vector<Rule>& rules)
{
    return PolicyText::tr("%1: %2").arg(ruleText(rules[finding.rule]), remarkText(finding, rules));
}

QStringList candidateFindingTexts(const PublishedPolicy& published, Units cost)
{
    QStringList texts;
    if (published.candidate)
        for (const RuleFinding& finding : checkRules(candidatePolicy(published), cost))
            texts << PolicyText::tr("Candidate %1").arg(findingText(finding, published.candidate->rules));
    return texts;
}

QString differenceText(PolicyField field, const PublishedPolicy& from, const PublishedPolicy& to)
{
    return PolicyText::tr("%1: %2 → %3").arg(labelOf(field), valueOf(field, from), valueOf(field, to));
}

QStringList differenceTexts(const PublishedPolicy& from, const PublishedPolicy& to)
{
    QStringList texts;
    for (const PolicyField field : differences(from, to))
        texts << differenceText(field, from, to);
    return texts;
}

QString noteText(const EffectNote& note, const Policy& now, const Policy& next)
{
    using Kind = EffectNote::Kind;
    const QString rule = note.rule ? ruleText(next.rules[*note.rule]) : QString();
    switch (note.kind) {
    case Kind::OtherAlgorithm:
        return PolicyText::tr("%1 does not use the state of %2: every token starts with nothing used")
            .arg(algorithmText(next.algorithm), algorithmText(now.algorithm));
    case Kind::OtherKeys:
        return next.hashTokens
                   ? PolicyText::tr("Hashed tokens have other keys: every token starts with nothing used")
                   : PolicyText::tr("Tokens that are not hashed have other keys: every token starts with "
                                    "nothing used");
    case Kind::CountsAnew:
        return PolicyText::tr("%1 starts counting with the first request and allows more than it says")
            .arg(rule);
    case Kind::ShortLogs:
        return PolicyText::tr("The logs reach back only %1, so %2 allows more than it says")
            .arg(waitText(note.known), rule);
    case Kind::StaysLimited:
        return PolicyText::tr("A token that %1 limits now stays limited under %2 until its usage has drained")
            .arg(ruleText(now.rules[note.was.value()]), rule);
    }
    return {};
}

QString warningText(const NotationWarning& warning)
{
    return patternText(patternOf(warning),
                       {warning.rule ? ruleText(*warning.rule) : QString(), shown(warning.program),
                        listed(warning), numberText(warning.number),
                        warning.algorithm ? algorithmText(warning.algorithm->name) : QString()});
}

} // namespace ratewarden::ui
