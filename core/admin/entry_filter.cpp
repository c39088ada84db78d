// SPDX-License-Identifier: MIT
#include "core/admin/entry_filter.h"

#include "core/admin/audit.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

bool anyOf(const std::vector<std::string>& names, const auto& isMeant)
{
    return std::ranges::any_of(names, isMeant);
}

/// Of what is about tokens, which may be more than are named.
FilterAnswer askTokens(const FilterTerm& term, const AuditEntry& entry, const auto& isMeant)
{
    const bool holds = anyOf(entry.tokens, isMeant) || anyOf(entry.keys, isMeant);
    const bool isCut = entry.cut && entry.tokens.size() < entry.tokenCount;
    return isCut && !holds ? FilterAnswer::Varies : term.answer(holds);
}

FilterAnswer askEntry(const FilterTerm& term, const AuditEntry& entry, Instant now)
{
    using Word = EntryFilter::Word;
    const auto isMeant = [&term](std::string_view name) {
        return term.field ? term.matches(name) : term.isIn(name);
    };
    const auto isAuthor = [&] {
        return isMeant(entry.by) || isMeant(entry.by + "@" + entry.host);
    };
    if (!term.field)
        return isAuthor() || isMeant(entry.act) || isMeant(entry.reason) || anyOf(entry.policies, isMeant)
                   ? term.answer(true)
                   : askTokens(term, entry, isMeant);
    switch (Word(term.field->id)) {
    case Word::Undone:
        return term.answer(!entry.undoneBy.empty() || !entry.partlyBy.empty());
    case Word::Token:
        return entry.isMark() ? FilterAnswer::Yes : askTokens(term, entry, isMeant);
    case Word::Policy:
        return entry.isMark() ? FilterAnswer::Yes : term.answer(anyOf(entry.policies, isMeant));
    case Word::By:
        return term.answer(isAuthor());
    case Word::Action:
        return term.answer(isMeant(entry.act));
    case Word::Reason:
        return term.answer(isMeant(entry.reason));
    case Word::Format:
        return term.answer(anyOf(entry.formats, isMeant));
    case Word::Result:
        return term.answer(term.hasChoice(int(entry.result)));
    case Word::Since:
        return term.answer(entry.at >= term.moment.at(now));
    case Word::Before:
        return term.answer(entry.at < term.moment.at(now));
    case Word::Address:
        return askTokens(term, entry, [&term](std::string_view name) { return term.addresses.isIn(name); });
    }
    return FilterAnswer::No;
}

} // namespace

FilterFields EntryFilter::fields()
{
    static const auto resultName = [](int index) {
        using Result = AuditEntry::Result;
        return index <= int(Result::Uncertain) ? nameOf(Result(index)) : std::string_view();
    };
    static const std::array all{
        FilterField{"undone", int(Word::Undone)},
        FilterField{"token", int(Word::Token), FieldKind::Pattern, "token:user:*"},
        FilterField{"policy", int(Word::Policy), FieldKind::Pattern, "policy:pay*"},
        FilterField{"by", int(Word::By), FieldKind::Pattern, "by:m.okafor"},
        FilterField{"action", int(Word::Action), FieldKind::Pattern, "action:block"},
        FilterField{"reason", int(Word::Reason), FieldKind::Pattern, "reason:*scraping*"},
        FilterField{"format", int(Word::Format), FieldKind::Pattern, "format:redis-rate", nullptr,
                    unknownFormat},
        FilterField{"result", int(Word::Result), FieldKind::Choice, "result:failed", resultName},
        FilterField{"since", int(Word::Since), FieldKind::Moment, "since:14:00"},
        FilterField{"before", int(Word::Before), FieldKind::Moment, "before:2026-11-25"},
        FilterField{"ip", int(Word::Address), FieldKind::Address, "ip:203.0.113.0/24"},
    };
    return all;
}

FilterAnswer EntryFilter::ask(const AuditEntry& entry, Instant now) const
{
    return Filter::ask([&](const FilterTerm& term) { return askEntry(term, entry, now); });
}

} // namespace ratewarden
