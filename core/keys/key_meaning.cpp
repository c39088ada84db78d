// SPDX-License-Identifier: MIT
#include "core/keys/key_meaning.h"

#include "core/formats/files/pickled_list.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace ratewarden {
namespace {

struct Named {
    std::string_view capture;
    MeaningCode code;
};
constexpr std::array namedMeanings{
    Named{"count", MeaningCode::Count},       Named{"left", MeaningCode::Left},
    Named{"previous", MeaningCode::Previous}, Named{"tat", MeaningCode::Tat},
    Named{"stamp", MeaningCode::Stamp},       Named{"time", MeaningCode::EntryTime},
    Named{"score", MeaningCode::EntryTime},   Named{"start", MeaningCode::Start},
    Named{"end", MeaningCode::End},           Named{"until", MeaningCode::End},
    Named{"reset", MeaningCode::Reset},       Named{"cost", MeaningCode::Cost},
    Named{"limit", MeaningCode::Limit},       Named{"window", MeaningCode::Window},
    Named{"blocked", MeaningCode::Blocked},   Named{"bucket", MeaningCode::Bucket},
    Named{"token", MeaningCode::Token}};

MeaningCode codeOf(std::string_view capture)
{
    const auto found = std::ranges::find(namedMeanings, capture, &Named::capture);
    return found == namedMeanings.end() ? MeaningCode::Other : found->code;
}

// A text of the page.
struct TextPlace {
    MeaningPlace place = MeaningPlace::Value;
    std::size_t element = 0;
    std::size_t field = 0;

    auto order() const { return std::tuple(place != MeaningPlace::KeyName, element, place, field); }
};

class Finder {
public:
    Finder(const CatalogueFormat* format, const KeyFacts& facts, const ValuePage& page, Nanos now)
        : m_page(page), m_now(now)
    {
        if (!format)
            return;
        m_file = &format->file();
        const auto match = matchName(*m_file, facts.key);
        if (!match)
            return;
        if (match->role->takesType(nameOf(page.type)))
            m_role = match->role;
        const std::string* const outer = match->names.text("outer");
        const std::size_t before = outer ? outer->size() : 0;
        find(match->role->names[match->alternative], std::string_view(facts.key).substr(before),
             {MeaningPlace::KeyName, 0, 0}, before);
    }

    std::vector<Meaning> run()
    {
        for (std::size_t i = 0; i < m_page.elements.size(); ++i) {
            const ValueElement& element = m_page.elements[i];
            const std::size_t before = m_found.size();
            const bool known = m_role && findByRole(element, i);
            if (!known || m_page.type == KeyType::Hash) // a field may be one that no pattern is for
                guess(element, i, before);
        }
        markEnds();
        std::ranges::stable_sort(m_found, {}, [](const Meaning& one) {
            return std::tuple_cat(TextPlace{one.place, one.element, one.field}.order(),
                                  std::tuple(one.begin));
        });
        return std::move(m_found);
    }

private:
    // All the captures of the pattern; false: it does not match.
    bool find(const Pattern& pattern, std::string_view text, TextPlace place, std::size_t offset = 0)
    {
        const auto spans = pattern.spans(text, m_file->epoch);
        if (!spans)
            return false;
        for (const CaptureSpan& span : *spans)
            if (const auto* const moment = std::get_if<Nanos>(&span.value);
                moment && isMoment(span.capture) && !isSaneMoment(*moment, m_now))
                return false; // "0" is no moment, but may be another alternative
        for (const CaptureSpan& span : *spans)
            if (const CaptureType* const type = pattern.type(span.capture);
                type->kind != CaptureType::Kind::Constant || span.capture == "blocked")
                m_found.push_back(meaningOf(span, text.substr(span.begin, span.length), place, offset));
        return true;
    }

    static Meaning meaningOf(const CaptureSpan& span, std::string_view text, TextPlace place,
                             std::size_t offset)
    {
        Meaning meaning;
        meaning.place = place.place;
        meaning.element = place.element;
        meaning.field = place.field;
        meaning.begin = offset + span.begin;
        meaning.length = span.length;
        meaning.code = codeOf(span.capture);
        meaning.capture = span.capture;
        if (const auto* const number = std::get_if<double>(&span.value))
            meaning.number = *number;
        else if (const auto* const time = std::get_if<Nanos>(&span.value)) {
            meaning.number = parsedNumber<double>(text);
            (isMoment(span.capture) ? meaning.moment : meaning.span) = *time;
        }
        return meaning;
    }

    // Whether the patterns say what it is.
    bool findByRole(const ValueElement& element, std::size_t i)
    {
        const auto findIn = [&](const Pattern& pattern, const ValueText& text, MeaningPlace place,
                                std::size_t field = 0) {
            return !text.cut() && find(pattern, text.bytes, {place, i, field});
        };
        switch (m_page.type) {
        case KeyType::String:
            if (m_role->isPickledList())
                return findInPickle(element, i);
            return m_page.from.position == 0 && std::int64_t(element.value.length) == m_page.total &&
                   std::ranges::any_of(m_role->values, [&](const Pattern& pattern) {
                       return findIn(pattern, element.value, MeaningPlace::Value);
                   });
        case KeyType::Hash:
            return std::ranges::any_of(m_role->fields, [&](const KeyRole::HashField& field) {
                if (field.namePattern)
                    return field.namePattern->spans(element.name.bytes) &&
                           findIn(field.value, element.value, MeaningPlace::Value) &&
                           findIn(*field.namePattern, element.name, MeaningPlace::Name);
                return field.name == element.name.bytes &&
                       findIn(field.value, element.value, MeaningPlace::Value);
            });
        case KeyType::List:
            return m_role->element && findIn(*m_role->element, element.value, MeaningPlace::Value);
        case KeyType::Set:
            return m_role->element && findIn(*m_role->element, element.name, MeaningPlace::Name);
        case KeyType::SortedSet: {
            const bool member = m_role->element && findIn(*m_role->element, element.name, MeaningPlace::Name);
            const bool score = m_role->score && findIn(*m_role->score, element.value, MeaningPlace::Value);
            return member || score;
        }
        case KeyType::Stream:
            return findInEntry(element, i);
        case KeyType::Unknown:
        case KeyType::Module:
            break;
        }
        return false;
    }

    bool findInPickle(const ValueElement& element, std::size_t i)
    {
        const auto numbers = readPickledList(element.value.bytes);
        for (std::size_t k = 0; numbers && k < numbers->size(); ++k) {
            const std::size_t before = m_found.size();
            find(*m_role->element, (*numbers)[k].text, {MeaningPlace::Value, i, 0});
            for (std::size_t one = before; one < m_found.size(); ++one) {
                m_found[one].begin = (*numbers)[k].begin;
                m_found[one].length = (*numbers)[k].length;
            }
        }
        return numbers.has_value();
    }

    bool findInEntry(const ValueElement& element, std::size_t i)
    {
        bool found = false;
        for (const KeyRole::HashField& wanted : m_role->fields)
            for (std::size_t k = 0; k < element.fields.size(); ++k)
                if (const auto& [name, value] = element.fields[k]; name.bytes == wanted.name && !value.cut())
                    found |= find(wanted.value, value.bytes, {MeaningPlace::EntryField, i, k});
        if (found)
            addEntryTime(element, i);
        return found;
    }

    // The id of an entry begins with its time.
    void addEntryTime(const ValueElement& element, std::size_t i)
    {
        const std::string_view millis =
            std::string_view(element.name.bytes).substr(0, element.name.bytes.find('-'));
        const auto value = readCapture({.kind = CaptureType::Kind::Milliseconds}, "time", millis, {});
        if (const Nanos* const time = value ? std::get_if<Nanos>(&*value) : nullptr)
            m_found.push_back({.place = MeaningPlace::Name,
                               .element = i,
                               .length = millis.size(),
                               .code = MeaningCode::EntryTime,
                               .capture = "time",
                               .number = parsedNumber<double>(millis),
                               .moment = *time});
    }

    // `before`: how many findings there were before this element's.
    void guess(const ValueElement& element, std::size_t i, std::size_t before)
    {
        const std::size_t end = m_found.size();
        const auto isKnown = [&](TextPlace place) {
            return std::any_of(
                m_found.begin() + std::ptrdiff_t(before), m_found.begin() + std::ptrdiff_t(end),
                [&](const Meaning& one) {
                    return TextPlace{one.place, one.element, one.field}.order() == place.order();
                });
        };
        const auto guessIn = [&](const ValueText& text, TextPlace place) {
            if (!isKnown(place))
                guess(text.bytes, place);
        };
        guessIn(element.value, {MeaningPlace::Value, i, 0});
        guessIn(element.name, {MeaningPlace::Name, i, 0});
        for (std::size_t k = 0; k < element.fields.size(); ++k)
            guessIn(element.fields[k].second, {MeaningPlace::EntryField, i, k});
    }

    void guess(std::string_view text, TextPlace place)
    {
        constexpr std::size_t most = 20; // in one text
        constexpr std::string_view digits = "0123456789";
        std::size_t count = 0;
        for (std::size_t at = 0;
             count < most && (at = text.find_first_of(digits, at)) != std::string_view::npos;) {
            const std::size_t end = std::min(text.find_first_not_of("0123456789.", at), text.size());
            const std::string_view number = text.substr(at, end - at);
            if (const auto likely = likelyMoment(number, m_now)) {
                m_found.push_back({.place = place.place,
                                   .element = place.element,
                                   .field = place.field,
                                   .begin = at,
                                   .length = number.size(),
                                   .code = MeaningCode::LikelyTime,
                                   .number = parsedNumber<double>(number),
                                   .moment = likely->moment,
                                   .unit = likely->unit});
                ++count;
            }
            at = end;
        }
    }

    // The newest and the oldest entry, where the page has that end of the log.
    void markEnds()
    {
        if (m_page.type == KeyType::String) // one element, whatever is in it
            return;
        std::optional<Nanos> first;
        std::optional<Nanos> last;
        for (const Meaning& one : m_found)
            if (one.code == MeaningCode::EntryTime) {
                if (one.element == 0)
                    first = one.moment;
                if (one.element + 1 == m_page.elements.size())
                    last = one.moment;
            }
        if (!first || !last)
            return;
        const bool descends = m_page.elements.size() > 1 ? *first > *last : m_page.newestFirst;
        const bool beginning = m_page.from == ValuePlace{};
        const bool end = !m_page.next;
        if (beginning)
            mark(0, descends ? MeaningCode::NewestEntry : MeaningCode::OldestEntry);
        if (end)
            mark(m_page.elements.size() - 1, descends ? MeaningCode::OldestEntry : MeaningCode::NewestEntry);
    }

    void mark(std::size_t element, MeaningCode code)
    {
        for (Meaning& one : m_found)
            if (one.element == element &&
                (one.code == MeaningCode::EntryTime || code == MeaningCode::NewestEntry) && isEntry(one))
                one.code = code;
    }

    static bool isEntry(const Meaning& one)
    {
        return one.code == MeaningCode::EntryTime || one.code == MeaningCode::OldestEntry;
    }

    const ValuePage& m_page;
    Nanos m_now;
    const FormatFile* m_file = nullptr;
    const KeyRole* m_role = nullptr; // of the key
    std::vector<Meaning> m_found;
};

} // namespace

std::vector<Meaning> meaningsOf(const CatalogueFormat* format, const KeyFacts& facts, const ValuePage& page,
                                Nanos now)
{
    return Finder(format, facts, page, now).run();
}

} // namespace ratewarden
