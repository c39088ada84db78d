// SPDX-License-Identifier: MIT
#include "core/formats/key_recognition.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ratewarden {
namespace {

// How many entries of a key are looked at to recognise it.
constexpr std::int64_t entriesToRecognise = 5;

// What a key is asked for depends on its type alone; of a hash all fields, not those of one candidate.
KeyRole roleOf(std::string_view type)
{
    constexpr std::array types{ValueType::String, ValueType::Hash,      ValueType::List,
                               ValueType::Set,    ValueType::SortedSet, ValueType::Stream};
    KeyRole role;
    const auto found = std::ranges::find(types, type, typeName);
    role.type = found == types.end() ? ValueType::Any : *found;
    if (role.type == ValueType::Hash)
        role.fields.push_back(
            {.name = {}, .namePattern = Pattern("{field:rest}"), .value = {}, .optional = false});
    return role;
}

} // namespace

void keepThoseOfType(MaybeForeign& one, const Catalogue& catalogue)
{
    if (one.candidates.empty())
        one.candidates = catalogue.candidates(one.key, one.content.type);
    std::erase_if(one.candidates, [&](const Catalogue::Candidate& candidate) {
        return candidate.match.role->type != ValueType::Any &&
               typeName(candidate.match.role->type) != one.content.type;
    });
}

std::size_t askForSample(std::string_view type, const std::string& key, std::vector<Command>& commands)
{
    const std::size_t before = commands.size();
    askRawKey(roleOf(type), key, entriesToRecognise, {}, commands);
    return commands.size() - before;
}

std::optional<SampleKey> readSample(std::string_view type, const std::string& key,
                                    std::span<const Reply> replies)
{
    std::vector<ReplyView> own;
    std::ranges::transform(replies, std::back_inserter(own), &Reply::view);
    if (std::ranges::any_of(own, &ReplyView::isError))
        return std::nullopt;
    bool otherType = false;
    RawKey raw = readRawKey(roleOf(type), key, {}, own, otherType);
    if (!raw.exists())
        return std::nullopt;
    raw.content.type = type;
    return std::move(raw.content);
}

} // namespace ratewarden
