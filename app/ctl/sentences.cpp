// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/sentences.h"

#include "app/ctl/output.h"
#include "core/algorithms/algorithm.h"
#include "core/model/fault_text.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace ratewarden::ctl {
namespace {

std::string listed(const NotationWarning& warning)
{
    return fmt::format("{}{}", fmt::join(warning.names, ", "),
                       warning.number > 0 ? fmt::format(" and {} more", warning.number) : "");
}

/// A sentence of core's as the terminal goes on with it: without a capital letter or a full stop.
std::string goingOn(std::string pattern)
{
    if (pattern.front() >= 'A' && pattern.front() <= 'Z')
        pattern.front() = char(pattern.front() - 'A' + 'a');
    if (pattern.back() == '.')
        pattern.pop_back();
    return pattern;
}

std::string valueOf(PolicyField field, const PublishedPolicy& policy)
{
    const auto orNone = [](const std::string& text) {
        return text.empty() ? std::string("–") : printable(text);
    };
    switch (field) {
    case PolicyField::Description:
        return orNone(policy.description);
    case PolicyField::Format:
        return orNone(policy.policy.format);
    case PolicyField::Algorithm:
        return policy.policy.algorithm;
    case PolicyField::Rules:
        return notation(policy.policy.rules);
    case PolicyField::RuleNames:
        return orNone(fmt::format("{}", fmt::join(policy.ruleNames, ", ")));
    case PolicyField::HashTokens:
        return fmt::format("{}", policy.policy.hashTokens);
    case PolicyField::Counters:
        return fmt::format("{}", policy.policy.counters);
    case PolicyField::Denials:
        return fmt::format("{}", policy.policy.denials);
    case PolicyField::Lease:
        return policy.policy.lease == Micros::zero() ? "–" : spanNotation(policy.policy.lease);
    case PolicyField::Mode:
        return std::string(nameOf(policy.mode));
    case PolicyField::OnFailure:
        return policy.onFailure ? std::string(nameOf(*policy.onFailure)) : "–";
    case PolicyField::Share:
        return policy.onFailure == OnFailure::Local ? fmt::format("{}", policy.share) : "–";
    case PolicyField::Candidate:
        return policy.candidate
                   ? fmt::format("{} by {}", notation(policy.candidate->rules), policy.candidate->algorithm)
                   : "–";
    }
    return {};
}

std::vector<std::string> numberTexts(const Warning& warning, WarningNumber number)
{
    switch (number) {
    case WarningNumber::None:
        return {};
    case WarningNumber::Whole:
        return {fmt::format("{:.0f}", warning.number)};
    case WarningNumber::Times:
    case WarningNumber::Rate:
        return {fmt::format("{:.1f}", warning.number)};
    case WarningNumber::Span:
        return {durationText(spanOf(warning))};
    case WarningNumber::TwoUnits:
        if (const auto units = mistakenUnit(warning))
            return {unitPattern(units->written), unitPattern(units->read)};
    }
    return {};
}

/// What the finding's sentence has a place for.
std::string valueOf(const Finding& finding)
{
    if (finding.server && finding.server->code == ServerWarningCode::HasEvicted)
        return std::to_string(finding.server->evicted);
    if (finding.server && finding.server->code == ServerWarningCode::CertificateEnds)
        return localTime(finding.server->ends);
    if (finding.server)
        return printable(finding.server->policy);
    if (finding.share)
        return fmt::format("{:.0f} %", 100 * *finding.share);
    if (finding.rate)
        return fmt::format("{:.0f}", *finding.rate);
    return printable(finding.other);
}

} // namespace

std::string sentence(const NotationWarning& warning)
{
    const std::array values{warning.rule ? notation(*warning.rule) : std::string(),
                            std::string(warning.program), listed(warning), std::to_string(warning.number),
                            std::string(warning.algorithm ? warning.algorithm->title : "")};
    return englishFrom(goingOn(patternOf(warning)), [&](std::size_t place) { return values.at(place); });
}

std::string sentence(const Warning& warning)
{
    const WarningFacts& facts = warningFacts(warning.code);
    const std::vector<std::string> values = numberTexts(warning, facts.number);
    return englishFrom(values.empty() ? facts.texts.sentence : facts.numbered,
                       [&](std::size_t place) { return values.at(place); });
}

std::string sentence(const Finding& finding)
{
    return englishFrom(textsOf(finding.kind).sentence, [&](std::size_t) { return valueOf(finding); });
}

std::string advice(const Finding& finding)
{
    const FindingTexts& texts = textsOf(finding.kind);
    return texts.terminalAdvice ? texts.terminalAdvice : texts.advice;
}

std::string sentence(Caution caution)
{
    if (caution == Caution::WriteWithCare)
        return "values of this format are easily misread, or it is known from its source alone: check the "
               "commands first (--dry-run)";
    return goingOn(patternOf(caution));
}

std::string sentence(const RuleFinding& finding, const std::vector<Rule>& rules)
{
    using Kind = RuleFinding::Kind;
    const std::string rule = notation(rules[finding.rule]);
    const std::string other = finding.because ? notation(rules[*finding.because]) : std::string();
    switch (finding.kind) {
    case Kind::DeniesAll:
        return fmt::format("{} denies every request", rule);
    case Kind::NeverFits:
        return fmt::format("{} never allows a request of cost {}", rule, finding.number);
    case Kind::Duplicate:
        return fmt::format("{} is listed twice", rule);
    case Kind::Contradictory:
        return fmt::format("{} contradicts {}, which is stricter", rule, other);
    case Kind::Unreachable:
        return fmt::format("{} is redundant: {} never allows more", rule, other);
    case Kind::Redundant:
        return fmt::format("{} is redundant: it never denies what {} allows", rule, other);
    case Kind::DoubleBurst:
        return fmt::format("{} can allow {} at once, across a window boundary", rule, finding.number);
    case Kind::LeaseTakesRate:
        return fmt::format("a lease life of {} takes {:.2g} % of {}", durationText(Micros(finding.number)),
                           100 * finding.share, rule);
    case Kind::LeaseTakesBurst:
        return fmt::format("a lease life of {} takes {:.2g} % of the burst of {}",
                           durationText(Micros(finding.number)), 100 * finding.share, rule);
    }
    return {};
}

std::string advice(const RuleFinding& finding)
{
    using Kind = RuleFinding::Kind;
    switch (finding.kind) {
    case Kind::DeniesAll:
        return "raise the limit; to deny some tokens only, block them";
    case Kind::NeverFits:
        return fmt::format("raise the limit or the burst to {} or more", finding.number);
    case Kind::Duplicate:
    case Kind::Contradictory:
        return "remove one of them";
    case Kind::Unreachable:
    case Kind::Redundant:
        return "remove it";
    case Kind::DoubleBurst:
        return "use a sliding log if no window may hold more than the limit";
    case Kind::LeaseTakesRate:
    case Kind::LeaseTakesBurst:
        return "a shorter life takes less, and asks Redis more often";
    }
    return {};
}

std::string sentence(PolicyField field, const PublishedPolicy& from, const PublishedPolicy& to)
{
    return fmt::format("{}: {} → {}", nameOf(field), valueOf(field, from), valueOf(field, to));
}

std::vector<std::string> differenceLines(const PublishedPolicy& from, const PublishedPolicy& to)
{
    std::vector<std::string> lines;
    for (const PolicyField field : differences(from, to))
        lines.push_back(sentence(field, from, to));
    return lines;
}

} // namespace ratewarden::ctl
