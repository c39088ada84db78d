// SPDX-License-Identifier: MIT
#include "core/formats/files/raw_key.h"

#include <algorithm>
#include <string>

namespace ratewarden {
namespace {

// The fields can be asked for by name: none is a pattern.
bool hasExactFields(const KeyRole& role)
{
    return std::ranges::none_of(
        role.fields, [](const KeyRole::HashField& field) { return field.namePattern.has_value(); });
}

std::int64_t mostBytes(const KeyRole& role)
{
    return role.isPickledList() ? maxPickledBytes : maxStateBytes;
}

bool isWrongType(ReplyView reply)
{
    return reply.isError() && reply.errorText().starts_with("WRONGTYPE");
}

// Which field of a hash of tokens is asked for; empty: a page of all.
std::string_view fieldAlone(const KeyRole& role, const std::string& member)
{
    return role.namesTokens() ? std::string_view(member) : std::string_view();
}

void readFields(const KeyRole& role, std::string_view alone, ReplyView reply, RawKey& raw)
{
    if (!alone.empty()) {
        if (reply.size() == 1 && !reply[0].isNil())
            raw.content.fields.emplace_back(alone, reply[0].string());
        return;
    }
    if (hasExactFields(role)) {
        for (std::size_t i = 0; i < role.fields.size() && i < reply.size(); ++i)
            if (!reply[i].isNil())
                raw.content.fields.emplace_back(role.fields[i].name, reply[i].string());
        return;
    }
    const ReplyView page = reply[1]; // of HSCAN, behind the cursor
    for (std::size_t i = 0; i + 1 < page.size(); i += 2)
        raw.content.fields.emplace_back(page[i].string(), page[i + 1].string());
    raw.whole = reply[0].string() == "0";
}

void readStream(ReplyView reply, RawKey& raw)
{
    for (std::size_t i = reply.size(); i-- > 0;) { // newest first
        std::vector<std::pair<std::string, std::string>> fields;
        const ReplyView pairs = reply[i][1];
        for (std::size_t k = 0; k + 1 < pairs.size(); k += 2)
            fields.emplace_back(pairs[k].string(), pairs[k + 1].string());
        raw.content.stream.emplace_back(reply[i][0].string(), std::move(fields));
    }
}

} // namespace

std::optional<Nanos> expiryAfter(Nanos now, std::int64_t pttl)
{
    if (pttl < 0)
        return std::nullopt;
    constexpr auto most = std::chrono::floor<std::chrono::milliseconds>(Nanos::max());
    const std::chrono::milliseconds left(pttl);
    return left < most - std::chrono::ceil<std::chrono::milliseconds>(now) ? now + left : Nanos::max();
}

std::string memberOf(const KeyRole& role, const Record& names)
{
    const std::string* const token = names.text("token");
    if (!token)
        return {};
    if (role.namesTokens())
        return role.fields.front().namePattern->print(names).value_or(std::string());
    if (!role.listsBlocked())
        return {};
    Record record;
    record.set("blocked", *token);
    return role.element->print(record).value_or(std::string());
}

std::vector<std::string> tokensIn(const KeyRole& role, const SampleKey& content)
{
    std::vector<std::string> tokens;
    if (role.namesTokens())
        for (const auto& [field, value] : content.fields)
            if (Record names; role.fields.front().namePattern->match(field, names))
                tokens.push_back(*names.text("token"));
    return tokens;
}

KeyRole roleAskingAll(std::string_view type)
{
    KeyRole role;
    role.type = valueTypeNamed(type);
    if (role.type == ValueType::Hash)
        role.fields.push_back({.namePattern = Pattern("{field:rest}")});
    return role;
}

void askRawKey(const KeyRole& role, const std::string& key, std::int64_t entries, const std::string& member,
               std::vector<Command>& commands)
{
    commands.push_back({"PTTL", key});
    switch (role.type) {
    case ValueType::String:
        commands.push_back(Command{"GETRANGE", key, "0"}.add(mostBytes(role) - 1));
        break;
    case ValueType::Hash:
        if (const std::string_view alone = fieldAlone(role, member); !alone.empty()) {
            commands.push_back({"HMGET", key, alone});
        } else if (hasExactFields(role)) {
            Command fields{"HMGET", key};
            for (const KeyRole::HashField& field : role.fields)
                fields.add(field.name);
            commands.push_back(std::move(fields));
        } else {
            commands.push_back(Command{"HSCAN", key, "0", "COUNT"}.add(entries));
        }
        commands.push_back({"HLEN", key});
        break;
    case ValueType::List:
        // Which end is the newest differs; a limiter's list is short, so both ends are nearly always all of
        // it.
        commands.push_back(Command{"LRANGE", key, "0"}.add(entries - 1));
        commands.push_back({"LLEN", key});
        break;
    case ValueType::Set:
        if (role.listsBlocked())
            commands.push_back({"SISMEMBER", key, member});
        commands.push_back({"SCARD", key});
        break;
    case ValueType::SortedSet:
        commands.push_back(Command{"ZREVRANGE", key, "0"}.add(entries - 1).add("WITHSCORES"));
        commands.push_back({"ZCARD", key});
        break;
    case ValueType::Stream:
        commands.push_back(Command{"XREVRANGE", key, "+", "-", "COUNT"}.add(entries));
        commands.push_back({"XLEN", key});
        break;
    case ValueType::Any:
        commands.push_back({"EXISTS", key});
        break;
    }
}

std::size_t rawKeyReplies(const KeyRole& role)
{
    if (role.type == ValueType::Set)
        return role.listsBlocked() ? 3 : 2;
    return role.type == ValueType::String || role.type == ValueType::Any ? 2 : 3;
}

RawKey readRawKey(const KeyRole& role, std::string key, const std::string& member,
                  std::span<const ReplyView> replies, bool& otherType)
{
    RawKey raw;
    raw.role = role.role;
    raw.key = std::move(key);
    raw.content.type = "none";
    otherType = isWrongType(replies[1]);
    constexpr std::int64_t noSuchKey = -2; // as PTTL answers
    const std::int64_t pttl = replies[0].integer();
    if (otherType || pttl == noSuchKey)
        return raw;
    raw.content.type = typeName(role.type);
    raw.content.pttl = pttl;
    const ReplyView value = replies[1];
    if (role.type != ValueType::String && role.type != ValueType::Any)
        raw.length = replies[rawKeyReplies(role) - 1].integer();
    switch (role.type) {
    case ValueType::String:
        raw.content.value = value.string();
        raw.whole = std::int64_t(raw.content.value.size()) < mostBytes(role);
        break;
    case ValueType::Hash:
        readFields(role, fieldAlone(role, member), value, raw);
        if (role.namesTokens() && raw.content.fields.empty())
            raw.content.type = "none";
        break;
    case ValueType::List:
        for (std::size_t i = 0; i < value.size(); ++i)
            raw.content.elements.emplace_back(value[i].string());
        raw.whole = std::int64_t(raw.content.elements.size()) >= raw.length;
        break;
    case ValueType::Set:
        raw.whole = false;
        if (role.listsBlocked() && value.integer() == 1)
            raw.content.elements.push_back(member);
        break;
    case ValueType::SortedSet:
        for (std::size_t i = value.size() / 2; i-- > 0;) // newest first
            raw.content.scored.emplace_back(value[2 * i].string(), value[2 * i + 1].string());
        raw.whole = std::int64_t(raw.content.scored.size()) >= raw.length;
        break;
    case ValueType::Stream:
        readStream(value, raw);
        raw.whole = std::int64_t(raw.content.stream.size()) >= raw.length;
        break;
    case ValueType::Any:
        break;
    }
    return raw;
}

} // namespace ratewarden
