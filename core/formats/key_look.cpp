// SPDX-License-Identifier: MIT
#include "core/formats/key_look.h"

#include "core/formats/foreign_subject.h"
#include "core/formats/format.h"
#include "core/formats/name_proposal.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

constexpr std::int64_t entriesPerLook = 200;
constexpr std::int64_t keysPerScan = 1000;
constexpr std::int64_t mostLooked = 100'000;
constexpr std::size_t mostSiblings = 200;
constexpr std::size_t mostCompanions = 4;

constexpr std::array types{ValueType::String, ValueType::Hash,      ValueType::List,
                           ValueType::Set,    ValueType::SortedSet, ValueType::Stream};

// A role that asks for all that a key of the type has.
KeyRole roleOf(std::string_view type)
{
    KeyRole any;
    const auto* const found = std::ranges::find(types, type, typeName);
    any.type = found == types.end() ? ValueType::Any : *found;
    if (any.type == ValueType::Hash)
        any.fields.push_back(
            {.name = {}, .namePattern = Pattern("{field:rest}"), .value = {}, .optional = false});
    return any;
}

std::string globOf(std::string_view literal)
{
    std::string glob;
    for (const char c : literal) {
        if (std::string_view("*?[]\\").find(c) != std::string_view::npos)
            glob += '\\';
        glob += c;
    }
    return glob + '*';
}

} // namespace

KeyLook lookAtKey(Server& server, const std::string& key)
{
    const Reply typeReply = server.call(Command{"TYPE", key});
    const std::string type(typeReply.view().string());
    KeyLook look;
    look.raw.key = key;
    look.raw.content.type = type;
    const KeyRole role = roleOf(type);
    std::vector<Command> commands{{"TIME"}};
    if (type != "none")
        askRawKey(role, key, entriesPerLook, commands);
    if (role.type == ValueType::Set) // which elements it has tells nothing, but a sample shows some
        commands.push_back(Command{"SRANDMEMBER", key}.add(entriesPerLook));
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
    look.raw = readRawKey(role, key, own, otherType);
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

KeySiblings findSiblings(Server& server, const std::string& key)
{
    KeySiblings siblings;
    const std::string_view prefix = siblingPrefix(key);
    if (prefix.empty())
        return siblings;
    const std::string glob = globOf(prefix);
    std::string cursor = "0";
    std::vector<std::string> names;
    for (std::int64_t looked = 0; looked < mostLooked && names.size() < mostSiblings; looked += keysPerScan) {
        const Reply reply = server.call(Command{"SCAN", cursor, "MATCH", glob, "COUNT"}.add(keysPerScan));
        cursor = reply.view()[0].string();
        const ReplyView page = reply.view()[1];
        for (std::size_t i = 0; i < page.size(); ++i)
            if (std::string name(page[i].string());
                name != key && std::ranges::find(names, name) == names.end())
                names.push_back(std::move(name));
        if (cursor == "0")
            break;
    }
    siblings.complete = cursor == "0";
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
        siblings.keys.push_back({std::move(names[i]), std::string(type.string()), pttl.integer()});
    }
    return siblings;
}

std::vector<std::string> companionsOf(const std::string& key, const KeySiblings& siblings)
{
    const auto stem = [](std::string_view name) {
        const std::size_t end = name.find_last_of(keyDelimiters);
        return end == std::string_view::npos ? std::string_view() : name.substr(0, end);
    };
    std::vector<std::string> companions;
    for (const KeySibling& sibling : siblings.keys) {
        const std::string_view other = stem(sibling.key);
        const bool differsInLast = !stem(key).empty() && other == stem(key);
        if (sibling.type == typeName(ValueType::String) && companions.size() < mostCompanions &&
            (differsInLast || other == key || stem(key) == sibling.key))
            companions.push_back(sibling.key);
    }
    return companions;
}

void countMatches(Server& server, const FormatFile& file, MatchCount& count)
{
    const Pattern& name = file.keys.front().names.front();
    const Reply reply = server.call(
        Command{"SCAN", count.cursor, "MATCH", name.glob({}, file.epoch), "COUNT"}.add(keysPerScan));
    count.cursor = reply.view()[0].string();
    count.looked += keysPerScan;
    const ReplyView page = reply.view()[1];
    for (std::size_t i = 0; i < page.size(); ++i) {
        const auto match = matchName(file, page[i].string());
        if (match && match->role == &file.keys.front())
            ++count.matched;
    }
    count.complete = count.cursor == "0";
}

} // namespace ratewarden
