// SPDX-License-Identifier: MIT
#include "core/tokens/token_filter.h"

#include "core/formats/format.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ratewarden {
namespace {

using TokenWord = TokenFilter::Word;

std::optional<double> comparedOf(const TokenFacts& facts, TokenWord word)
{
    switch (word) {
    case TokenWord::Used:
        return facts.share;
    case TokenWord::Left:
        return facts.left ? std::optional(double(*facts.left)) : std::nullopt;
    case TokenWord::Wait:
        if (facts.wait)
            return double(facts.wait->count());
        if (facts.status == TokenStatus::Blocked || facts.status == TokenStatus::Limited)
            return std::numeric_limits<double>::infinity(); // waiting does not help
        return std::nullopt;
    case TokenWord::Denied:
        return facts.rates ? std::optional(facts.rates->denied) : std::nullopt;
    default:
        return std::nullopt;
    }
}

bool isOfNames(const FilterTerm& term)
{
    constexpr std::array words{TokenWord::Policy, TokenWord::Format, TokenWord::Token, TokenWord::Address};
    return !term.field || std::ranges::find(words, TokenWord(term.field->id)) != words.end();
}

/// Of what is in its names, of one of these words; empty: the word asks for more.
std::optional<bool> holdsOfNames(const FilterTerm& term, const TokenFacts& facts)
{
    if (!term.field)
        return term.isIn(facts.token) || term.isIn(facts.policy);
    switch (TokenWord(term.field->id)) {
    case TokenWord::Policy:
        return term.matches(facts.policy);
    case TokenWord::Format:
        return term.matches(facts.format->name());
    case TokenWord::Token:
        return term.matches(facts.token);
    case TokenWord::Address:
        return term.addresses.isIn(facts.token);
    default:
        return std::nullopt;
    }
}

/// Whether what the word asks for is each token's own, of many.
bool isTheirOwn(const FilterTerm& term, const TokenFacts& facts)
{
    if (!term.field) // the policy has it for all of them
        return facts.isOfManyPolicies || !term.isIn(facts.policy);
    if (term.field->id < int(TokenWord::Active))
        return false;
    switch (TokenWord(term.field->id)) {
    case TokenWord::Policy:
        return facts.isOfManyPolicies;
    case TokenWord::Format:
        return facts.format == nullptr;
    case TokenWord::Warning:
        return false;
    case TokenWord::Active:
        return facts.status == TokenStatus::Unknown && !facts.isUnread;
    case TokenWord::Token:
    case TokenWord::Address:
        return true;
    default:
        return !facts.isUnread;
    }
}

bool hasWarning(const FilterTerm& term, WarningSet warnings)
{
    for (int i = 0; i < warningCodeCount && !warnings.empty(); ++i)
        if (term.hasChoice(i) && warnings.has(WarningCode(i)))
            return true;
    return false;
}

FilterAnswer askTerm(const FilterTerm& term, const TokenFacts& facts)
{
    if (facts.isOfMany && isTheirOwn(term, facts))
        return FilterAnswer::Varies;
    if (const std::optional<bool> holds = holdsOfNames(term, facts))
        return term.answer(*holds);
    const auto word = TokenWord(term.field->id);
    const bool isSeen = word == TokenWord::Warning && hasWarning(term, facts.warnings);
    if (facts.isUnread && !isSeen)
        return FilterAnswer::NotKnown;
    if (word < TokenWord::Active)
        return term.answer(term.field->id - int(TokenWord::State) == int(facts.status));
    switch (word) {
    case TokenWord::Active:
        return term.answer(facts.isActive);
    case TokenWord::Warning:
        return term.answer(isSeen);
    case TokenWord::Rule:
        return facts.rule ? term.answer(term.isOf(*facts.rule)) : FilterAnswer::No;
    default:
        return term.answerOf(comparedOf(facts, word));
    }
}

} // namespace

FilterFields TokenFilter::fields()
{
    static const auto state = [](TokenStatus status) {
        return FilterField{nameOf(status), int(Word::State) + int(status)};
    };
    static const auto warningName = [](int index) {
        return index < warningCodeCount ? nameOf(WarningCode(index)) : std::string_view();
    };
    static const std::array all{
        state(TokenStatus::Limited),
        state(TokenStatus::Blocked),
        state(TokenStatus::Near),
        state(TokenStatus::Ok),
        state(TokenStatus::Idle),
        state(TokenStatus::Unknown),
        FilterField{"active", int(Word::Active)},
        FilterField{"policy", int(Word::Policy), FieldKind::Pattern, "policy:pay*"},
        FilterField{"token", int(Word::Token), FieldKind::Pattern, "token:user:*"},
        FilterField{"format", int(Word::Format), FieldKind::Pattern, "format:redis-rate", nullptr,
                    unknownFormat},
        FilterField{"rule", int(Word::Rule), FieldKind::Rule, "rule:20/min"},
        FilterField{"ip", int(Word::Address), FieldKind::Address, "ip:203.0.113.0/24"},
        FilterField{"warning", int(Word::Warning), FieldKind::Choice, "warning:no-ttl", warningName},
        FilterField{"used", int(Word::Used), FieldKind::Share, "used>90%"},
        FilterField{"left", int(Word::Left), FieldKind::Number, "left<10"},
        FilterField{"wait", int(Word::Wait), FieldKind::Span, "wait>1min"},
        FilterField{"denied", int(Word::Denied), FieldKind::Rate, "denied>5/s"},
    };
    return all;
}

TokenFacts factsOf(const Subject& subject, const TokenFigures& figures, WarningSet warnings)
{
    TokenFacts facts;
    facts.token = subject.token;
    facts.policy = subject.policy;
    facts.format = subject.format;
    facts.isUnread = figures.isUnread;
    facts.status = figures.status;
    facts.isActive = isActive(figures.status, figures.used.value_or(0));
    if (figures.tightest) {
        facts.rule = figures.tightest->rule;
        facts.share = figures.tightest->share();
        facts.left = figures.tightest->remaining();
    }
    facts.wait = figures.wait;
    facts.rates = figures.rates;
    facts.steadyShare = figures.steadyShare;
    facts.warnings = warnings;
    return facts;
}

TokenFacts factsOf(const Reading& reading, WarningSet warnings)
{
    return factsOf(reading.subject, figuresOf(reading), warnings);
}

FilterAnswer TokenFilter::ask(const TokenFacts& facts) const
{
    return Filter::ask([&facts](const FilterTerm& term) { return askTerm(term, facts); });
}

bool TokenFilter::namesCandidate() const
{
    return std::ranges::any_of(terms(), [](const FilterTerm& term) {
        return term.field && term.field->id == int(Word::Policy) && !term.isNegated &&
               isCandidate(term.pattern);
    });
}

bool TokenFilter::asksForNamesAlone() const
{
    return std::ranges::all_of(terms(), isOfNames);
}

bool TokenFilter::asksFor(WarningCode code) const
{
    return std::ranges::any_of(terms(), [code](const FilterTerm& term) {
        return term.field && term.field->id == int(Word::Warning) && term.hasChoice(int(code));
    });
}

} // namespace ratewarden
