// SPDX-License-Identifier: MIT
#include "core/keys/key_filter.h"

#include "core/formats/foreign/catalogue_format.h"
#include "core/model/errors.h"
#include "core/model/glob.h"
#include "core/model/text.h"

#include <algorithm>

namespace ratewarden {

KeyFilter::KeyFilter(std::string_view text)
{
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '\\') {
            ++at; // what follows is of the word
        } else if (at == text.size() || text[at] == ' ') {
            if (at > begin)
                add(text.substr(begin, at - begin), text);
            begin = at + 1;
        }
    }
    if (begin < text.size()) // it ends with a backslash
        add(text.substr(begin), text);
}

void KeyFilter::add(std::string_view word, std::string_view text)
{
    constexpr std::string_view type = "type:";
    constexpr std::string_view format = "format:";
    const auto position = [&](std::string_view prefix) {
        return std::size_t(word.data() - text.data()) + prefix.size();
    };
    if (word.starts_with(type)) {
        const std::string name = lowered(word.substr(type.size()));
        m_type = keyTypeNamed(name);
        if (*m_type == KeyType::Unknown || (*m_type == KeyType::Module && name != nameOf(KeyType::Module)))
            throw BadNotation(text, position(type),
                              Problem(Fault::KeyTypeNames, "string, list, set, zset, hash, stream, module"));
    } else if (word.starts_with(format)) {
        m_format = lowered(word.substr(format.size()));
        if (m_format.empty())
            throw BadNotation(text, position(format), Fault::FormatMissing);
    } else if (word == "no-ttl") {
        m_noTtl = true;
    } else {
        const std::size_t backslashes = word.size() - 1 - word.find_last_not_of('\\'); // at its end
        const std::string whole = std::string(word) + (backslashes % 2 != 0 ? "\\" : "");
        m_patterns.push_back(hasWildcard(word) ? whole : "*" + whole + "*");
    }
}

bool KeyFilter::fits(KeyKind kind, const Format* format) const
{
    if (m_format.empty())
        return true;
    if (m_format == "unknown")
        return kind == KeyKind::Unknown;
    if (m_format == "unread")
        return kind == KeyKind::Unread;
    if (m_format == "none")
        return kind == KeyKind::NotLimiter;
    if (kind != KeyKind::Limiter)
        return false;
    const auto names = [this](std::string_view text) {
        return lowered(text).find(m_format) != std::string::npos;
    };
    if (names(format->name()) || names(format->title()))
        return true;
    const auto* const described = dynamic_cast<const CatalogueFormat*>(format);
    return described && std::ranges::any_of(described->file().keys, [&](const KeyRole& role) {
               return std::ranges::any_of(role.names,
                                          [&](const Pattern& name) { return names(name.text()); });
           });
}

std::vector<KeyStore::Index> KeyFilter::matching(const KeyStore& store,
                                                 std::span<const KeyStore::Index> keys) const
{
    std::vector<bool> labels(store.labels());
    for (std::size_t label = 0; label < labels.size(); ++label)
        labels[label] = fits(store.kindOf(std::uint16_t(label)), store.formatOf(std::uint16_t(label)));
    std::vector<KeyStore::Index> found;
    for (const KeyStore::Index index : keys) {
        if (!labels[store.label(index)])
            continue;
        const KeyStore::Key key = store[index];
        if ((!m_type || *m_type == key.type) && (!m_noTtl || key.expires == FoundKeyFacts::never) &&
            std::ranges::all_of(m_patterns,
                                [&](const std::string& glob) { return matchesGlob(glob, key.name); }))
            found.push_back(index);
    }
    return found;
}

} // namespace ratewarden
