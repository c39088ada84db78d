// SPDX-License-Identifier: MIT
#include "core/admin/control_filter.h"

#include "core/formats/own/ratewarden_format.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ratewarden {
namespace {

FilterAnswer askControl(const FilterTerm& term, const ControlFacts& facts, Instant now)
{
    using Word = ControlFilter::Word;
    if (!term.field)
        return term.answer(term.isIn(facts.token) || term.isIn(facts.policy) || term.isIn(facts.by) ||
                           term.isIn(facts.reason));
    switch (Word(term.field->id)) {
    case Word::Token:
        return term.answer(term.matches(facts.token));
    case Word::Policy:
        return term.answer(facts.policy.empty() || term.matches(facts.policy));
    case Word::Rule:
        return term.answer(
            std::ranges::any_of(facts.rules, [&term](const Rule& rule) { return term.isOf(rule); }));
    case Word::Format:
        return term.answer(term.matches(facts.format ? facts.format->name() : controlFormat().name()));
    case Word::Reason:
        return term.answer(term.matches(facts.reason));
    case Word::By:
        return term.answer(term.matches(facts.by));
    case Word::Since:
        return facts.since == Instant{} ? FilterAnswer::No : term.answer(facts.since >= term.moment.at(now));
    case Word::Until:
        return term.answerOf(facts.until ? double((*facts.until - now).count())
                                         : std::numeric_limits<double>::infinity());
    case Word::Address:
        return term.answer(term.addresses.isIn(facts.token));
    }
    return FilterAnswer::No;
}

} // namespace

FilterFields ControlFilter::ofOverrides()
{
    static const std::array all{
        FilterField{"rule", int(Word::Rule), FieldKind::Rule, "rule:20/min"}, // the first
        FilterField{"token", int(Word::Token), FieldKind::Pattern, "token:user:*"},
        FilterField{"policy", int(Word::Policy), FieldKind::Pattern, "policy:pay*"},
        FilterField{"format", int(Word::Format), FieldKind::Pattern, "format:redis-rate", nullptr,
                    unknownFormat},
        FilterField{"reason", int(Word::Reason), FieldKind::Pattern, "reason:*scraping*"},
        FilterField{"by", int(Word::By), FieldKind::Pattern, "by:m.okafor"},
        FilterField{"since", int(Word::Since), FieldKind::Moment, "since:2h"},
        FilterField{"until", int(Word::Until), FieldKind::Span, "until<1h"},
        FilterField{"ip", int(Word::Address), FieldKind::Address, "ip:203.0.113.0/24"},
    };
    return all;
}

FilterFields ControlFilter::ofBlocks()
{
    return ofOverrides().subspan(1);
}

bool ControlFilter::takes(const ControlFacts& facts, Instant now) const
{
    return ask([&](const FilterTerm& term) { return askControl(term, facts, now); }) == Answer::Yes;
}

} // namespace ratewarden
