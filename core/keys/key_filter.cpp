// SPDX-License-Identifier: MIT
#include "core/keys/key_filter.h"

#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/model/glob.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace ratewarden {
namespace {

using KeyWord = KeyFilter::Word;

bool hasFormatName(const std::string& glob, const CatalogueFormat& format)
{
    return matchesGlob(glob, format.name()) ||
           std::ranges::any_of(format.file().keys, [&glob](const KeyRole& role) {
               return std::ranges::any_of(
                   role.names, [&glob](const Pattern& name) { return matchesGlob(glob, name.text()); });
           });
}

Problem unknownKeyFormat(const std::string& glob)
{
    const auto isKind = [&glob](KeyKind kind) {
        return matchesGlob(glob, KeyFilter::formatName(kind, nullptr));
    };
    if (isKind(KeyKind::Unknown) || isKind(KeyKind::NotLimiter) || isKind(KeyKind::Unread) ||
        std::ranges::any_of(currentCatalogue()->formats(),
                            [&glob](const auto& format) { return hasFormatName(glob, *format); }))
        return {};
    return unknownFormat(glob);
}

bool isOfFormat(const FilterTerm& term, KeyKind kind, const Format* format)
{
    const auto* const described = dynamic_cast<const CatalogueFormat*>(format);
    return described ? hasFormatName(term.pattern, *described)
                     : term.matches(KeyFilter::formatName(kind, format));
}

std::optional<double> leftOf(std::int64_t expires, Instant now)
{
    if (expires == FoundKeyFacts::unknown)
        return std::nullopt;
    return expires == FoundKeyFacts::never
               ? std::numeric_limits<double>::infinity()
               : double((Instant(std::chrono::milliseconds(expires)) - now).count());
}

FilterAnswer askKey(const FilterTerm& term, const KeyStore::Key& key, Instant now)
{
    if (!term.field)
        return term.answer(term.isIn(key.name));
    switch (KeyWord(term.field->id)) {
    case KeyWord::NoTtl:
        return key.expires == FoundKeyFacts::unknown ? FilterAnswer::No
                                                     : term.answer(key.expires == FoundKeyFacts::never);
    case KeyWord::Type:
        return key.type == KeyType::Unknown ? FilterAnswer::No
                                            : term.answer(term.hasChoice(int(key.type) - 1));
    case KeyWord::Format:
        return term.answer(isOfFormat(term, key.kind, key.format));
    case KeyWord::Address:
        return term.answer(term.addresses.isIn(key.name));
    case KeyWord::Ttl:
        return term.answerOf(leftOf(key.expires, now));
    case KeyWord::Size:
        return term.answerOf(key.memory > 0 ? std::optional(key.memory) : std::nullopt);
    }
    return FilterAnswer::No;
}

} // namespace

FilterFields KeyFilter::fields()
{
    static const auto typeName = [](int index) {
        return index < int(KeyType::Module) ? nameOf(KeyType(index + 1)) : std::string_view();
    };
    static const std::array all{
        FilterField{"no-ttl", int(Word::NoTtl)},
        FilterField{"type", int(Word::Type), FieldKind::Choice, "type:zset", typeName},
        FilterField{"format", int(Word::Format), FieldKind::Pattern, "format:redis-rate", nullptr,
                    unknownKeyFormat},
        FilterField{"ttl", int(Word::Ttl), FieldKind::Span, "ttl<1h"},
        FilterField{"size", int(Word::Size), FieldKind::Bytes, "size>10k"},
        FilterField{"ip", int(Word::Address), FieldKind::Address, "ip:203.0.113.0/24"},
    };
    return all;
}

std::string_view KeyFilter::formatName(KeyKind kind, const Format* format)
{
    return kind == KeyKind::Limiter   ? format->name()
           : kind == KeyKind::Unknown ? "unknown"
           : kind == KeyKind::Unread  ? "unread"
                                      : "none";
}

FilterAnswer KeyFilter::ask(const KeyStore::Key& key, Instant now) const
{
    return Filter::ask([&](const FilterTerm& term) { return askKey(term, key, now); });
}

std::vector<KeyStore::Index> KeyFilter::matching(const KeyStore& store, std::span<const KeyStore::Index> keys,
                                                 Instant now, const std::stop_token& stop) const
{
    // By term: the labels are few, and patterns of formats slow.
    std::vector<std::vector<bool>> ofFormat(terms().size());
    for (std::size_t i = 0; i < terms().size(); ++i)
        if (const FilterTerm& term = terms()[i]; term.field && term.field->id == int(Word::Format))
            for (std::size_t label = 0; label < store.labels(); ++label)
                ofFormat[i].push_back(isOfFormat(term, store.kindOf(std::uint16_t(label)),
                                                 store.formatOf(std::uint16_t(label))));
    std::vector<KeyStore::Index> found;
    for (const KeyStore::Index index : keys) {
        if (stop.stop_requested())
            break;
        const KeyStore::Key key = store[index];
        const Answer answer = Filter::ask([&](const FilterTerm& term) {
            const std::vector<bool>& labels = ofFormat[std::size_t(&term - terms().data())];
            return labels.empty() ? askKey(term, key, now) : term.answer(labels[store.label(index)]);
        });
        if (answer == Answer::Yes)
            found.push_back(index);
    }
    return found;
}

bool KeyFilter::asksFor(Word word) const
{
    return std::ranges::any_of(
        terms(), [word](const FilterTerm& term) { return term.field && term.field->id == int(word); });
}

} // namespace ratewarden
