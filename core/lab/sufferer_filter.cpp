// SPDX-License-Identifier: MIT
#include "core/lab/sufferer_filter.h"

#include "core/algorithms/admission.h"

#include <array>
#include <optional>

namespace ratewarden {
namespace {

std::optional<double> countedRequests(const SuffererFacts& facts)
{
    if (facts.whatIf == nullptr)
        return std::nullopt;
    const auto times = facts.whatIf->traffic->grouped.times(facts.id);
    return double(requestsWithin(times, facts.whatIf->within()).size());
}

// Of what the candidate does not change it is 0.
std::optional<double> figureOfDifference(const SuffererFacts& facts, std::uint32_t TokenDifference::*figure)
{
    if (facts.whatIf == nullptr)
        return std::nullopt;
    const TokenDifference* const differs = facts.whatIf->find(facts.id);
    return differs != nullptr ? double(differs->*figure) : 0;
}

FilterAnswer askSufferer(const FilterTerm& term, const SuffererFacts& facts)
{
    using Word = SuffererFilter::Word;
    if (!term.field)
        return term.answer(term.isIn(facts.token));
    switch (Word(term.field->id)) {
    case Word::NewlyDenied:
        return term.answerOf(figureOfDifference(facts, &TokenDifference::newlyDenied));
    case Word::Freed:
        return term.answerOf(figureOfDifference(facts, &TokenDifference::freed));
    case Word::Unchanged:
        return facts.whatIf == nullptr
                   ? FilterAnswer::No
                   : term.answer(facts.whatIf->find(facts.id) == nullptr && *countedRequests(facts) > 0);
    case Word::Denied:
        return term.answerOf(facts.trial != nullptr
                                 ? std::optional(double(facts.trial->deniedByToken[facts.id]))
                                 : std::nullopt);
    case Word::Marked:
        return term.answer(facts.isMarked);
    case Word::Requests:
        return term.answerOf(countedRequests(facts));
    case Word::Peak:
        return term.answerOf(double(facts.peak));
    case Word::Token:
        return term.answer(term.matches(facts.token));
    case Word::Address:
        return term.answer(term.addresses.isIn(facts.token));
    }
    return FilterAnswer::No;
}

} // namespace

FilterFields SuffererFilter::fields()
{
    static const std::array all{
        FilterField{"newly-denied", int(Word::NewlyDenied), FieldKind::Number, "newly-denied>0"},
        FilterField{"freed", int(Word::Freed), FieldKind::Number, "freed>0"},
        FilterField{"unchanged", int(Word::Unchanged)},
        FilterField{"denied", int(Word::Denied), FieldKind::Number, "denied>0"},
        FilterField{"marked", int(Word::Marked)},
        FilterField{"requests", int(Word::Requests), FieldKind::Number, "requests>100"},
        FilterField{"peak", int(Word::Peak), FieldKind::Number, "peak>20"},
        FilterField{"token", int(Word::Token), FieldKind::Pattern, "token:user:*"},
        FilterField{"ip", int(Word::Address), FieldKind::Address, "ip:203.0.113.0/24"},
    };
    return all;
}

bool SuffererFilter::takes(const SuffererFacts& facts) const
{
    return ask([&](const FilterTerm& term) { return askSufferer(term, facts); }) == Answer::Yes;
}

} // namespace ratewarden
