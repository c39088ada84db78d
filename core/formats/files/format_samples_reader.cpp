// SPDX-License-Identifier: MIT
// The samples of a format file.
#include "core/formats/files/decimal.h"
#include "core/formats/files/file_faults.h"
#include "core/formats/files/format_reader.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

constexpr std::size_t mostKeys = 64;
constexpr std::size_t mostSampleEntries = 10000;
constexpr std::size_t mostSampleMembers = 1000;

constexpr std::array<std::string_view, 6> sampleFields{"keys", "at", "rules", "means", "then", "origin"};
constexpr std::array<std::string_view, 3> refusedFields{"keys", "at", "origin"};
constexpr std::array<std::string_view, 9> meansFields{"used",  "remaining", "window", "frees", "state",
                                                      "retry", "token",     "warns",  "kept"};
constexpr std::array<std::string_view, 6> sampleKeyFields{"type",   "pttl",     "value",
                                                          "fields", "elements", "entries"};

constexpr std::array<std::pair<std::string_view, int>, 4> sampleStates{
    {{"ok", 0}, {"limited", 1}, {"blocked", 2}, {"idle", 3}}};
constexpr std::array<std::pair<std::string_view, int>, 3> sampleOrigins{
    {{"recorded", 0}, {"renamed", 1}, {"made", 2}}};

std::string nameBytes(const std::string& name, const JsonField& field)
{
    auto bytes = bytesOf(name);
    if (!bytes)
        field.fail(Fault::NameAboveByte);
    return std::move(*bytes);
}

std::vector<std::pair<std::string, std::string>> readSampleFields(const JsonField& field)
{
    std::vector<std::pair<std::string, std::string>> fields;
    for (const auto& [name, value] : field.members(mostSampleMembers))
        fields.emplace_back(nameBytes(name, value), value.bytes(Pattern::maxText));
    return fields;
}

// An entry: two things in a list.
std::vector<JsonField> pairOf(const JsonField& field)
{
    std::vector<JsonField> parts = field.items(2);
    if (parts.size() != 2)
        field.fail(Fault::EntryParts);
    return parts;
}

std::string readScore(const JsonField& field)
{
    std::string score = field.bytes(100);
    if (score != "inf" && score != "-inf" && decimalLength(score) != score.size())
        field.fail(Fault::Score);
    return score;
}

void readEntries(const JsonField& field, ValueType type, SampleKey& key)
{
    for (const JsonField& entry : field.items(mostSampleEntries)) {
        const std::vector<JsonField> parts = pairOf(entry);
        if (type == ValueType::Stream)
            key.stream.emplace_back(parts[0].bytes(100), readSampleFields(parts[1]));
        else
            key.scored.emplace_back(parts[0].bytes(Pattern::maxText), readScore(parts[1]));
    }
}

std::string_view contentOf(ValueType type)
{
    return type == ValueType::String                           ? "value"
           : type == ValueType::Hash                           ? "fields"
           : type == ValueType::List || type == ValueType::Set ? "elements"
                                                               : "entries";
}

SampleKey readSampleKey(const JsonField& field)
{
    field.checkMembers(sampleKeyFields);
    SampleKey key;
    const ValueType type = readValueType(field.at("type"));
    if (type == ValueType::Any)
        field.at("type").fail(Fault::SampleType);
    key.type = typeName(type);
    const JsonField pttl = field.at("pttl");
    key.pttl = pttl.whole();
    if (key.pttl < -1)
        pttl.fail(Fault::Pttl);
    for (const std::string_view name : {"value", "fields", "elements", "entries"})
        if (const auto other = field.find(name); other && name != contentOf(type))
            other->fail({Fault::ContentOfType, key.type, contentOf(type)});
    const JsonField content = field.at(contentOf(type));
    if (type == ValueType::String)
        key.value = content.bytes(Pattern::maxText);
    else if (type == ValueType::Hash)
        key.fields = readSampleFields(content);
    else if (type == ValueType::List || type == ValueType::Set)
        for (const JsonField& element : content.items(mostSampleEntries))
            key.elements.push_back(element.bytes(Pattern::maxText));
    else
        readEntries(content, type, key);
    return key;
}

FormatSample::Keys readSampleKeys(const JsonField& field)
{
    FormatSample::Keys keys;
    for (const auto& [name, key] : field.members(mostKeys)) {
        keys.emplace_back(nameBytes(name, key), readSampleKey(key));
        if (keys.back().first.empty())
            key.fail(Fault::KeyWithoutName);
    }
    return keys;
}

std::vector<double> numbersOf(const JsonField& field)
{
    std::vector<double> numbers;
    for (const JsonField& item : field.itemOrItems(maxRules))
        numbers.push_back(item.number());
    return numbers;
}

void readMeans(const JsonField& field, FormatSample::Means& means)
{
    field.checkMembers(meansFields);
    for (const auto& [name, numbers] :
         {std::pair{"used", &means.used}, std::pair{"remaining", &means.remaining},
          std::pair{"window", &means.window}, std::pair{"frees", &means.frees}})
        if (const auto found = field.find(name))
            *numbers = numbersOf(*found);
    if (const auto state = field.find("state"))
        means.state = sampleStates[std::size_t(state->oneOf(sampleStates))].first;
    if (const auto retry = field.find("retry"))
        means.retry = retry->number();
    if (const auto token = field.find("token"))
        means.token = token->bytes(Pattern::maxText);
    if (const auto warns = field.find("warns")) {
        if (warns->whole() < 0)
            warns->fail(Fault::WarningCount);
        means.warns = std::size_t(warns->whole());
    }
    if (const auto kept = field.find("kept")) {
        means.kept.emplace();
        for (const JsonField& key : kept->items(mostKeys))
            means.kept->push_back(key.bytes(Pattern::maxText));
    }
}

std::vector<Rule> readRules(const JsonField& field)
{
    return field.textAs(longestFormatText, [](const std::string& text) {
        std::vector<Rule> rules = parseRules(text);
        validateRules(rules);
        return rules;
    });
}

bool isOfRole(const KeyRole& role, std::string_view key, std::string_view type, Nanos epoch)
{
    return (role.type == ValueType::Any || typeName(role.type) == type) &&
           std::ranges::any_of(role.names, [&](const Pattern& name) {
               Record record;
               return name.match(key, record, epoch, true);
           });
}

} // namespace

FormatSample readSample(const JsonField& field, bool refused)
{
    field.checkMembers(refused ? std::span<const std::string_view>(refusedFields) : sampleFields);
    FormatSample sample;
    sample.keys = readSampleKeys(field.at("keys"));
    const JsonField at = field.at("at");
    sample.at = at.seconds();
    if (sample.at <= Nanos{})
        at.fail(Fault::SampleMoment);
    if (const auto rules = field.find("rules"))
        sample.rules = readRules(*rules);
    if (const auto means = field.find("means"))
        readMeans(*means, sample.means);
    if (const auto then = field.find("then"))
        sample.then = readSampleKeys(*then);
    if (const auto origin = refused ? field.find("origin") : field.at("origin"))
        sample.origin = sampleOrigins[std::size_t(origin->oneOf(sampleOrigins))].first;
    return sample;
}

void checkSample(const JsonField& field, const FormatSample& sample, const FormatFile& format)
{
    for (const auto* const keys : {&sample.keys, &sample.then})
        for (const auto& [name, key] : *keys)
            if (std::ranges::none_of(format.keys, [&, &name = name, &key = key](const KeyRole& role) {
                    return isOfRole(role, name, key.type, format.epoch);
                }))
                field.at(keys == &sample.keys ? "keys" : "then").fail({Fault::KeyOfNoRole, name, key.type});
}

} // namespace ratewarden
