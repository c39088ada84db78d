// SPDX-License-Identifier: MIT
#include "core/formats/describe/key_look.h"

#include "core/formats/describe/name_proposal.h"
#include "core/formats/files/foreign_subject.h"
#include "core/formats/format.h"
#include "core/model/glob.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

constexpr std::int64_t entriesPerLook = 200;
constexpr std::int64_t entriesOfLarge = 20;
constexpr std::int64_t keysPerScan = 1000;
constexpr std::int64_t mostLooked = 100'000;
constexpr std::size_t mostSiblings = 200;
constexpr std::size_t mostCompanions = 4;

// Whether the names are the same but for a number, which is one less.
bool isWindowBefore(std::string_view before, std::string_view key)
{
    const auto [left, right] = std::ranges::mismatch(before, key);
    auto begin = std::size_t(right - key.begin());
    while (begin > 0 && isDigit(key[begin - 1]))
        --begin;
    const auto digitsIn = [begin](std::string_view name) {
        const std::string_view rest = name.substr(begin);
        return rest.substr(0, rest.find_first_not_of("0123456789"));
    };
    const std::string_view older = digitsIn(before);
    const std::string_view newer = digitsIn(key);
    const auto one = parsedNumber<std::int64_t>(older);
    const auto next = parsedNumber<std::int64_t>(newer);
    constexpr std::int64_t leastNumber = 1000; // "user:7" is no window before "user:8"
    return one && next && *one >= leastNumber && *one == *next - 1 &&
           before.substr(begin + older.size()) == key.substr(begin + newer.size());
}

// How many entries of a collection are asked for: fewer of a large one, whose entries may be large. A user
// who may not ask for its memory gets all.
std::int64_t entriesOf(ReplyView memory)
{
    constexpr std::int64_t large = std::int64_t(64) << 20; // bytes
    const bool isLarge = !memory.isError() && !memory.isNil() && memory.integer() > large;
    return isLarge ? entriesOfLarge : entriesPerLook;
}

} // namespace

KeyLook lookAtKey(Server& server, const std::string& key)
{
    const std::vector<Command> first{{"TYPE", key}, {"MEMORY", "USAGE", key, "SAMPLES", "5"}};
    const std::vector<Reply> known = server.pipeline(first);
    const std::string type(Answers(first, known, server.where()).checked(0).string());
    const std::int64_t entries = entriesOf(known[1].view());
    KeyLook look;
    look.raw.key = key;
    look.raw.content.type = type;
    const KeyRole role = roleAskingAll(type);
    std::vector<Command> commands{{"TIME"}};
    if (type != "none")
        askRawKey(role, key, entries, {}, commands);
    if (role.type == ValueType::Set) // which elements it has tells nothing, but a sample shows some
        commands.push_back(Command{"SRANDMEMBER", key}.add(entries));
    const std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    look.at = answers.clock(0).time_since_epoch();
    if (type == "none")
        return look;
    std::vector<ReplyView> own;
    for (std::size_t i = 0; i < rawKeyReplies(role); ++i) {
        own.push_back(answers.raw(i + 1));
        if (own.back().isError() && !own.back().errorText().starts_with("WRONGTYPE"))
            static_cast<void>(answers.checked(i + 1));
    }
    bool otherType = false; // it was replaced in between: the next look will tell
    look.raw = readRawKey(role, key, {}, own, otherType);
    if (role.type == ValueType::Any && look.raw.exists())
        look.raw.content.type = type;
    if (role.type == ValueType::Set && look.raw.exists()) {
        const ReplyView elements = answers.checked(commands.size() - 1);
        for (std::size_t i = 0; i < elements.size(); ++i)
            look.raw.content.elements.emplace_back(elements[i].string());
    }
    look.raw.role.clear();
    return look;
}

std::vector<KeySibling> findSiblings(Server& server, const std::string& key)
{
    std::vector<KeySibling> siblings;
    const std::string_view prefix = siblingPrefix(key);
    if (prefix.empty())
        return siblings;
    const std::string glob = escapedForGlob(prefix) + '*';
    ScanCursor cursor;
    std::vector<std::string> names;
    for (std::int64_t looked = 0; looked < mostLooked && names.size() < mostSiblings; looked += keysPerScan) {
        const Reply reply = cursor.read(server, keysPerScan, glob);
        const ReplyView page = reply.view()[1];
        for (std::size_t i = 0; i < page.size(); ++i)
            if (std::string name(page[i].string());
                name != key && std::ranges::find(names, name) == names.end())
                names.push_back(std::move(name));
        if (cursor.isAtEnd())
            break;
    }
    names.resize(std::min(names.size(), mostSiblings));
    std::vector<Command> commands;
    for (const std::string& name : names) {
        commands.push_back({"TYPE", name});
        commands.push_back({"PTTL", name});
    }
    const std::vector<Reply> replies = server.pipeline(commands);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const ReplyView type = replies[2 * i].view();
        const ReplyView pttl = replies[2 * i + 1].view();
        if (type.isError() || pttl.isError() || type.string() == "none")
            continue; // not this user's to see, or gone by now
        siblings.push_back({std::move(names[i]), std::string(type.string()), pttl.integer()});
    }
    return siblings;
}

std::vector<std::string> companionsOf(const KeyLook& look, std::span<const KeySibling> siblings)
{
    const std::string& key = look.raw.key;
    const auto stem = [](std::string_view name) {
        const std::size_t end = name.find_last_of(keyDelimiters);
        return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
    };
    std::vector<std::string> companions;
    for (const KeySibling& sibling : siblings) {
        const std::string_view other = stem(sibling.key);
        const bool differsInLast = !stem(key).empty() && other == stem(key);
        const bool isString = sibling.type == typeName(ValueType::String);
        const bool belongs = (isString && (differsInLast || other == key || stem(key) == sibling.key)) ||
                             (sibling.type == look.raw.content.type && isWindowBefore(sibling.key, key));
        if (belongs && companions.size() < mostCompanions)
            companions.push_back(sibling.key);
    }
    return companions;
}

KeyLooks lookAround(Server& server, const std::string& key)
{
    KeyLooks looks;
    looks.first = lookAtKey(server, key);
    if (!looks.first.raw.exists())
        return looks;
    looks.siblings = findSiblings(server, key);
    for (const std::string& companion : companionsOf(looks.first, looks.siblings))
        if (KeyLook look = lookAtKey(server, companion); look.raw.exists())
            looks.companions.push_back(std::move(look));
    return looks;
}

void lookAgain(Server& server, KeyLooks& looks)
{
    looks.second = lookAtKey(server, looks.first.raw.key);
    for (KeyLook& companion : looks.companions)
        if (KeyLook look = lookAtKey(server, companion.raw.key); look.raw.exists())
            companion = std::move(look);
}

void countMatches(Server& server, const FormatFile& file, MatchCount& count)
{
    const Pattern& name = file.keys.front().names.front();
    const Reply reply = count.cursor.read(server, keysPerScan, name.glob({}, file.epoch));
    count.looked += keysPerScan;
    const ReplyView page = reply.view()[1];
    for (std::size_t i = 0; i < page.size(); ++i) {
        const auto match = matchName(file, page[i].string());
        if (match && match->role == &file.keys.front())
            ++count.matched;
    }
    count.complete = count.cursor.isAtEnd();
}

} // namespace ratewarden
