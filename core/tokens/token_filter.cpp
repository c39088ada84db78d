// SPDX-License-Identifier: MIT
#include "core/tokens/token_filter.h"

#include "core/formats/format.h"
#include "core/model/glob.h"
#include "core/model/text.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <limits>

namespace ratewarden {
namespace {

using Word = FilterTerm::Word;
using FilterAnswer = TokenFilter::Answer;

bool isShownAsIs(std::string_view bytes)
{
    return std::ranges::all_of(bytes, [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
}

/// Whether the name, as it is shown, has that part, which is in lower case.
bool isPartOfName(const std::string& part, std::string_view name)
{
    if (!isShownAsIs(name))
        return lowered(printable(name)).find(part) != std::string::npos;
    return std::search(name.begin(), name.end(), part.begin(), part.end(),
                       [](char a, char b) { return lower(a) == b; }) != name.end();
}

std::optional<double> comparedOf(const TokenFacts& facts, Word word)
{
    switch (word) {
    case Word::Used:
        return facts.share;
    case Word::Left:
        return facts.left ? std::optional(double(*facts.left)) : std::nullopt;
    case Word::Wait:
        if (facts.wait)
            return double(facts.wait->count());
        if (facts.status == TokenStatus::Blocked || facts.status == TokenStatus::Limited)
            return std::numeric_limits<double>::infinity(); // waiting does not help
        return std::nullopt;
    case Word::Denied:
        return facts.rates ? std::optional(facts.rates->denied) : std::nullopt;
    default:
        return std::nullopt;
    }
}

FilterAnswer answerOfTerm(bool holds, bool isNegated)
{
    return holds != isNegated ? FilterAnswer::Yes : FilterAnswer::No;
}

bool isOfRule(const FilterTerm& term, const Rule& rule)
{
    if (!term.rule)
        return matchesGlob(term.pattern, notation(rule));
    return rule.limit == term.rule->limit && rule.window == term.rule->window &&
           (term.rule->burst == 0 || term.rule->burst == rule.burst);
}

/// Of what is in its names; empty: the word asks for more.
std::optional<bool> holdsOfNames(const FilterTerm& term, const TokenFacts& facts)
{
    switch (term.word) {
    case Word::Policy:
        return matchesGlob(term.pattern, facts.policy);
    case Word::Format:
        return matchesGlob(term.pattern, facts.format->name());
    case Word::Token:
        return matchesGlob(term.pattern, facts.token);
    case Word::Name:
        return isPartOfName(term.pattern, facts.token) || isPartOfName(term.pattern, facts.policy);
    case Word::Address:
        return term.addresses.isIn(facts.token);
    default:
        return std::nullopt;
    }
}

/// Whether what the word asks for is each token's own, of many.
bool isTheirOwn(const FilterTerm& term, const TokenFacts& facts)
{
    switch (term.word) {
    case Word::Policy:
        return facts.isOfManyPolicies;
    case Word::Format:
        return facts.format == nullptr;
    case Word::Name: // the policy has it for all of them
        return facts.isOfManyPolicies || !isPartOfName(term.pattern, facts.policy);
    case Word::State:
    case Word::Warning:
        return false;
    case Word::Active:
        return facts.status == TokenStatus::Unknown && !facts.isUnread;
    case Word::Token:
    case Word::Address:
        return true;
    default:
        return !facts.isUnread;
    }
}

FilterAnswer askTerm(const FilterTerm& term, const TokenFacts& facts)
{
    if (facts.isOfMany && isTheirOwn(term, facts))
        return FilterAnswer::Varies;
    if (const std::optional<bool> holds = holdsOfNames(term, facts))
        return answerOfTerm(*holds, term.isNegated);
    const bool isSeen = term.word == Word::Warning && facts.warnings.hasAny(term.warnings);
    if (facts.isUnread && !isSeen)
        return FilterAnswer::NotKnown;
    switch (term.word) {
    case Word::State:
        return answerOfTerm(facts.status == term.state, term.isNegated);
    case Word::Active:
        return answerOfTerm(facts.isActive, term.isNegated);
    case Word::Warning:
        return answerOfTerm(isSeen, term.isNegated);
    case Word::Rule:
        return facts.rule ? answerOfTerm(isOfRule(term, *facts.rule), term.isNegated) : FilterAnswer::No;
    default:
        break;
    }
    const std::optional<double> figure = comparedOf(facts, term.word);
    if (!figure)
        return FilterAnswer::No;
    return answerOfTerm(term.isAbove ? *figure > term.number : *figure < term.number, term.isNegated);
}

} // namespace

TokenFacts factsOf(const Reading& reading, WarningSet warnings)
{
    TokenFacts facts;
    facts.token = reading.subject.token;
    facts.policy = reading.subject.policy;
    facts.format = reading.subject.format;
    facts.isUnread = bool(reading.problem);
    facts.status = statusOf(reading);
    facts.warnings = warnings;
    facts.rates = requestRatesOf(reading);
    facts.wait = waitOf(reading);
    if (reading.decision && !reading.decision->usage.empty()) {
        const RuleUsage& tightest = reading.decision->usage[reading.decision->tightestRule()];
        facts.rule = tightest.rule;
        facts.share = tightest.share();
        facts.left = tightest.remaining();
        facts.steadyShare = steadyShare(*reading.decision);
    }
    facts.isActive = isActive(facts.status, reading.used.value_or(0));
    return facts;
}

FilterAnswer TokenFilter::ask(const TokenFacts& facts) const
{
    return ask(m_root, facts);
}

// Of all parts the first that says no decides, of any the first that says yes.
FilterAnswer TokenFilter::ask(const Node& node, const TokenFacts& facts) const
{
    if (node.kind == Node::Kind::Term)
        return askTerm(m_terms[node.term], facts);
    const bool isAll = node.kind == Node::Kind::All;
    const FilterAnswer decides = isAll ? Answer::No : Answer::Yes;
    FilterAnswer answer = isAll ? Answer::Yes : Answer::No;
    for (const Node& part : node.parts) {
        const FilterAnswer one = ask(part, facts);
        if (one == decides)
            return decides;
        if (one == Answer::Varies || (one == Answer::NotKnown && answer != Answer::Varies))
            answer = one;
    }
    return answer;
}

bool TokenFilter::namesCandidate() const
{
    return std::ranges::any_of(m_terms, [](const FilterTerm& term) {
        return term.word == Word::Policy && !term.isNegated && isCandidate(term.pattern);
    });
}

} // namespace ratewarden
