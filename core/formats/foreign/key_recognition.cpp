// SPDX-License-Identifier: MIT
#include "core/formats/foreign/key_recognition.h"

#include <algorithm>
#include <iterator>

namespace ratewarden {
namespace {

// How many entries of a key are looked at to recognise it.
constexpr std::int64_t entriesToRecognise = 5;

} // namespace

void keepThoseOfType(MaybeForeign& one, const Catalogue& catalogue)
{
    if (one.candidates.empty())
        one.candidates = catalogue.candidates(one.key, one.content.type);
    std::erase_if(one.candidates, [&](const Catalogue::Candidate& candidate) {
        return !candidate.match.role->takesType(one.content.type);
    });
}

std::size_t askForSample(std::string_view type, const std::string& key, std::vector<Command>& commands)
{
    const std::size_t before = commands.size();
    askRawKey(roleAskingAll(type), key, entriesToRecognise, {}, commands);
    return commands.size() - before;
}

std::optional<RawKey> readSample(std::string_view type, const std::string& key,
                                 std::span<const Reply> replies)
{
    std::vector<ReplyView> own;
    std::ranges::transform(replies, std::back_inserter(own), &Reply::view);
    if (std::ranges::any_of(own, &ReplyView::isError))
        return std::nullopt;
    bool otherType = false;
    RawKey raw = readRawKey(roleAskingAll(type), key, {}, own, otherType);
    if (!raw.exists())
        return std::nullopt;
    raw.content.type = type;
    return raw;
}

} // namespace ratewarden
