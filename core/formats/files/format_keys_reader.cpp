// SPDX-License-Identifier: MIT
// The keys of a format file.
#include "core/formats/files/file_faults.h"
#include "core/formats/files/foreign_subject.h"
#include "core/formats/files/format_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace ratewarden {
namespace {

using Kind = CaptureType::Kind;

constexpr std::size_t mostRoles = 16;
constexpr std::size_t mostHashFields = 64;
constexpr std::size_t mostAlternatives = 8;
constexpr std::size_t longestRoleName = 100;

constexpr std::array<std::pair<std::string_view, ValueType>, 7> typeNames{{{"string", ValueType::String},
                                                                           {"hash", ValueType::Hash},
                                                                           {"list", ValueType::List},
                                                                           {"set", ValueType::Set},
                                                                           {"zset", ValueType::SortedSet},
                                                                           {"stream", ValueType::Stream},
                                                                           {"any", ValueType::Any}}};

constexpr std::array<std::string_view, 15> keyFields{"name",     "type",      "value", "codec",    "fields",
                                                     "more",     "element",   "score", "required", "keep",
                                                     "not_name", "not_value", "rule",  "once",     "denied"};
constexpr std::array<std::pair<std::string_view, Codec>, 2> codecs{
    {{"bucket4j", Codec::Bucket4j}, {"pickled-list", Codec::PickledList}}};

// Why a capture of that name cannot be of the type; empty: it can.
std::optional<FaultCode> misfit(std::string_view name, Kind kind)
{
    constexpr std::array<std::string_view, 9> numbers{"count",  "left",   "previous", "limit",   "times",
                                                      "bucket", "amount", "cost",     "refunded"};
    const auto unless = [](bool fits, FaultCode otherwise) {
        return fits ? std::nullopt : std::optional(otherwise);
    };
    if (isTime(name))
        return unless(readsTime(kind), Fault::CaptureIsTime);
    if (std::ranges::find(numbers, name) != numbers.end())
        return unless(readsNumber(kind), Fault::CaptureIsNumber);
    if (name == "token" || name == "prefix" || name == "blocked")
        return unless(!readsTime(kind) && !readsNumber(kind), Fault::CaptureIsText);
    return std::nullopt;
}

std::vector<Pattern> readPatterns(const JsonField& field)
{
    std::vector<Pattern> patterns;
    for (const JsonField& item : field.itemOrItems(mostAlternatives))
        patterns.push_back(readPattern(item));
    return patterns;
}

KeyRole::HashField readHashField(std::string name, const JsonField& field)
{
    KeyRole::HashField read;
    const auto bytes = bytesOf(name);
    if (!bytes || bytes->empty() || bytes->size() > Pattern::maxPattern)
        field.fail(Fault::HashFieldName);
    name = *bytes;
    if (name.find('{') != std::string::npos) {
        try {
            read.namePattern = Pattern(name);
        } catch (const BadNotation& error) {
            field.fail({Fault::InName, error.position() + 1, error.reason()});
        }
    } else if (name.ends_with('?')) {
        read.optional = true;
        name.pop_back();
    }
    read.name = std::move(name);
    read.value = readPattern(field);
    return read;
}

void readContent(const JsonField& field, KeyRole& key)
{
    // What says something about which type.
    const auto isOf = [&](std::string_view name, std::initializer_list<ValueType> types) {
        auto found = field.find(name);
        if (found && std::ranges::find(types, key.type) == types.end())
            found->fail({Fault::NotOfType, typeName(key.type)});
        return found;
    };
    const auto value = isOf("value", {ValueType::String});
    if (const auto others = isOf("not_value", {ValueType::String}))
        key.notValues = readPatterns(*others);
    if (const auto codec = isOf("codec", {ValueType::String}))
        key.codec = codec->oneOf(codecs);
    const auto fields = isOf("fields", {ValueType::Hash, ValueType::Stream});
    const auto more = isOf("more", {ValueType::Hash, ValueType::Stream});
    auto element = field.find("element");
    if (!key.isPickledList())
        element = isOf("element", {ValueType::List, ValueType::Set, ValueType::SortedSet});
    else if (value)
        value->fail({Fault::NotOfType, nameOf(key.codec)});
    const auto score = isOf("score", {ValueType::SortedSet});
    if (value)
        key.values = readPatterns(*value);
    else if (key.type == ValueType::String)
        static_cast<void>(field.at(key.isPickledList() ? "element" : "value"));
    if (fields) {
        for (const auto& [name, pattern] : fields->members(mostHashFields))
            key.fields.push_back(readHashField(name, pattern));
    } else if (key.type == ValueType::Hash || key.type == ValueType::Stream) {
        static_cast<void>(field.at("fields"));
    }
    if (element)
        key.element = readPattern(*element);
    if (key.listsBlocked() && key.role == "main")
        element->fail(Fault::MainListsBlocked);
    if (score)
        key.score = readPattern(*score);
    key.more = more && more->truth();
}

void readOwnRule(const JsonField& field, KeyRole& key)
{
    if (const auto rule = field.find("rule"))
        key.rule = rule->text(longestRoleName);
    // What says something about such a key.
    const auto ofRule = [&](std::string_view name) {
        auto found = field.find(name);
        if (found && key.rule.empty())
            found->fail(Fault::RuleOfKey);
        return found;
    };
    if (const auto once = ofRule("once"))
        key.once = once->truth();
    if (const auto denied = ofRule("denied"))
        key.denied = readDenied(*denied);
}

// Each of them is judged and written as the one counter of a token.
void checkOwnRules(const JsonField& field, const std::vector<KeyRole>& keys)
{
    const auto count = std::ranges::count_if(keys, [](const KeyRole& key) { return !key.rule.empty(); });
    for (const KeyRole& key : keys) {
        const bool isCounter = key.type == ValueType::String && key.codec == Codec::None &&
                               std::ranges::any_of(key.values, [](const Pattern& value) {
                                   return value.captures("count") || value.captures("left");
                               });
        const bool isNumbered = key.capturesInName("bucket") || key.capturesInName("start");
        if (!key.rule.empty() &&
            (count < 2 || keys.front().rule.empty() || !isCounter || isNumbered || key.required || key.keep))
            field.at(key.role).at("rule").fail(Fault::RuleOfKey);
    }
}

KeyRole readKeyRole(const std::string& role, const JsonField& field)
{
    const auto belongs = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (role.empty() || role.size() > longestRoleName || !std::ranges::all_of(role, belongs))
        field.fail(Fault::RoleName);
    field.checkMembers(keyFields);
    KeyRole key;
    key.role = role;
    key.names = readPatterns(field.at("name"));
    for (const Pattern& name : key.names)
        if (name.lead().starts_with(ownKeys))
            field.at("name").fail({Fault::OwnKeys, ownKeys});
    key.type = readValueType(field.at("type"));
    readContent(field, key);
    if (const auto required = field.find("required"))
        key.required = required->truth();
    if (const auto others = field.find("not_name"))
        key.notNames = readPatterns(*others);
    if (const auto keep = field.find("keep"))
        key.keep = keep->truth();
    if (key.required && role == "main")
        field.at("required").fail(Fault::MainRequired);
    readOwnRule(field, key);
    return key;
}

bool capturesAny(const FormatFile& format, std::initializer_list<std::string_view> names)
{
    return std::ranges::any_of(names, [&](std::string_view name) {
        return std::ranges::any_of(format.keys, [&](const KeyRole& key) { return key.captures(name); });
    });
}

} // namespace

std::string_view nameOf(Codec codec)
{
    return nameAmong(codecs, codec);
}

std::string_view typeName(ValueType type)
{
    return nameAmong(typeNames, type);
}

ValueType valueTypeNamed(std::string_view type)
{
    const auto* const found =
        std::ranges::find(typeNames, type, &std::pair<std::string_view, ValueType>::first);
    return found == typeNames.end() ? ValueType::Any : found->second;
}

ValueType readValueType(const JsonField& field)
{
    return field.oneOf(typeNames);
}

Pattern readPattern(const JsonField& field)
{
    Pattern pattern;
    try {
        pattern = Pattern(field.bytes(Pattern::maxPattern));
    } catch (const BadNotation& error) {
        field.fail({Fault::AtCharacter, error.position() + 1, error.reason()});
    }
    for (const std::string_view name : pattern.names())
        if (const auto reason = misfit(name, pattern.type(name)->kind))
            field.fail({*reason, fmt::format("{{{}}}", name)});
    return pattern;
}

std::vector<KeyRole> readKeyRoles(const JsonField& field)
{
    std::vector<KeyRole> keys;
    for (const auto& [role, key] : field.members(mostRoles)) {
        const auto place = role == "main" ? keys.begin() : keys.end();
        keys.insert(place, readKeyRole(role, key));
    }
    if (keys.front().role != "main")
        static_cast<void>(field.at("main"));
    // What is written belongs to many subjects: nothing of it may be deleted, or expire, for one of them.
    const auto isWindow = [](const KeyRole& key) {
        return key.fields.size() == 1 && !key.capturesInName("token") &&
               (key.isNamedBy("bucket") || key.isNamedBy("start"));
    };
    for (const KeyRole& key : keys)
        if (key.namesTokens() && (keys.size() > 1 || !isWindow(key)))
            field.at(key.role).at("fields").fail(Fault::TokenInField);
    const std::size_t alternatives = keys.front().names.size();
    for (const KeyRole& key : keys)
        if (key.names.size() != 1 && key.names.size() != alternatives)
            field.at(key.role).at("name").fail({Fault::Alternatives, key.names.size(), alternatives});
    checkOwnRules(field, keys);
    return keys;
}

std::vector<Shape> shapesOf(const FormatFile& format)
{
    const KeyRole& main = format.keys.front();
    if (capturesAny(format, {"tat"}))
        return {Shape::Tat};
    if (capturesAny(format, {"stamp"}))
        return {Shape::Bucket};
    if (capturesAny(format, {"time"}))
        return {Shape::Log, Shape::Slots};
    if (main.type == ValueType::SortedSet && main.score && main.score->captures("end"))
        return {Shape::Slots};
    if (main.type == ValueType::Stream && !main.fields.empty())
        return {Shape::Log};
    const bool countsDown = capturesAny(format, {"left"}); // a window before is weighted by what it counted
    if (capturesAny(format, {"previous"}) && !countsDown)
        return {Shape::Pair};
    const bool outlives =
        format.expiry.windows > 1 && !countsDown && (main.isNamedBy("bucket") || main.isNamedBy("start"));
    if (format.slice > Nanos::zero() && main.captures("count") &&
        (main.isNamedBy("bucket") || main.hasFieldsNamedBy("bucket")))
        return {Shape::Slices};
    if (capturesAny(format, {"count", "left"}) || main.type == ValueType::Set)
        return outlives ? std::vector{Shape::Pair, Shape::Counter} : std::vector{Shape::Counter};
    if (capturesAny(format, {"blocked", "until"}))
        return {Shape::Counter};
    return {Shape::None};
}

} // namespace ratewarden
