// SPDX-License-Identifier: MIT
#include "core/formats/foreign/name_index.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ratewarden {
namespace {

bool hasType(const KeyRole& role, std::optional<std::string_view> type)
{
    return !type || role.takesType(*type);
}

} // namespace

NameIndex::NameIndex(std::span<const std::shared_ptr<const CatalogueFormat>> formats)
{
    std::map<std::string, std::map<Number, std::size_t>, std::less<>>
        anchors; // the shortest name of each format
    const auto enter = [](std::map<Number, std::size_t>& lengths, Number format, std::size_t length) {
        const auto [entry, isNew] = lengths.try_emplace(format, length);
        entry->second = std::min(entry->second, length);
    };
    std::map<Number, std::size_t> unanchored;
    for (const auto& format : formats) {
        const auto number = Number(m_formats.size());
        m_formats.push_back({format.get(), {}});
        std::set<ValueType> types;
        bool whole = false;
        for (const KeyRole& role : format->file().keys) {
            types.insert(role.type);
            for (std::size_t i = 0; i < role.names.size(); ++i) {
                const Pattern& name = role.names[i];
                if (!namesSubject(role, name))
                    continue;
                if (!name.anchor().empty())
                    enter(anchors[std::string(name.anchor())], number, name.leastLength());
                else if (!name.takesAnything())
                    enter(unanchored, number, name.leastLength());
                else if (!std::exchange(whole, true)) // of several the first one is meant
                    m_wholes.push_back({number, &role, i, name.names().front()});
            }
        }
        m_formats.back().types.assign(types.begin(), types.end());
    }
    const auto named = [](const std::map<Number, std::size_t>& lengths) {
        std::vector<Named> all;
        all.reserve(lengths.size());
        for (const auto& [format, length] : lengths)
            all.push_back({format, length});
        return all;
    };
    std::vector<std::string> texts;
    for (const auto& [text, lengths] : anchors) {
        texts.push_back(text);
        m_byAnchor.push_back(named(lengths));
    }
    m_search = AnchorSearch(texts);
    m_unanchored = named(unanchored);
}

bool NameIndex::Indexed::hasType(std::optional<std::string_view> type) const
{
    return !type || std::ranges::any_of(types, [&](ValueType own) {
        return own == ValueType::Any || typeName(own) == *type;
    });
}

// The formats of whose names one may match that says more than that it takes any key; ascending.
std::vector<NameIndex::Number> NameIndex::toMatch(std::string_view key,
                                                  std::optional<std::string_view> type) const
{
    std::vector<Number> numbers;
    const auto add = [&](const std::vector<Named>& named) {
        for (const auto& [format, leastLength] : named)
            if (key.size() >= leastLength && m_formats[format].hasType(type))
                numbers.push_back(format);
    };
    std::vector<std::uint32_t> anchors;
    m_search.find(key, anchors);
    for (const std::uint32_t anchor : anchors)
        add(m_byAnchor[anchor]);
    add(m_unanchored);
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

NameIndex::Literals NameIndex::literals(std::string_view key, std::vector<std::uint32_t>& scratch) const
{
    Literals literals;
    scratch.clear();
    m_search.find(key, scratch);
    constexpr std::uint32_t word = 64;
    for (const std::uint32_t anchor : scratch)
        literals.bits[anchor / word % literals.bits.size()] |= std::uint64_t(1) << anchor % word;
    return literals;
}

std::vector<FormatCandidate> NameIndex::candidates(std::string_view key,
                                                   std::optional<std::string_view> type) const
{
    std::vector<FormatCandidate> found;
    if (key.starts_with(ownKeys))
        return found;
    const std::vector<Number> numbers = toMatch(key, type);
    const bool anything = !key.empty() && key.size() <= Pattern::maxText;
    auto next = numbers.begin();
    auto whole = anything ? m_wholes.begin() : m_wholes.end();
    while (next != numbers.end() || whole != m_wholes.end()) {
        if (next == numbers.end() || (whole != m_wholes.end() && whole->format < *next)) {
            if (hasType(*whole->role, type)) {
                found.push_back({m_formats[whole->format].format, {whole->role, whole->alternative, {}}});
                NameMatch& match = found.back().match;
                match.names.set(whole->capture, std::string(key));
            }
            ++whole;
            continue;
        }
        if (whole != m_wholes.end() && whole->format == *next)
            ++whole;
        if (auto match = matchName(m_formats[*next].format->file(), key);
            match && hasType(*match->role, type))
            found.push_back({m_formats[*next].format, std::move(*match)});
        ++next;
    }
    return found;
}

} // namespace ratewarden
