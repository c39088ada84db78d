// SPDX-License-Identifier: MIT
#include "core/formats/describe/format_writer.h"

#include "core/formats/files/decimal.h"
#include "core/formats/files/format_reader.h"
#include "core/formats/files/located_json.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <span>

namespace ratewarden {
namespace {

using Type = LocatedJson::Type;

LocatedJson ofType(Type type)
{
    return {.type = type};
}

LocatedJson jsonNumber(std::string text)
{
    return {.type = Type::Number, .text = std::move(text)};
}

LocatedJson jsonNumber(double value)
{
    return jsonNumber(fmt::format("{}", value));
}

LocatedJson jsonSeconds(Nanos span)
{
    return jsonNumber(decimalText(span.count(), 9));
}

LocatedJson truth(bool value)
{
    return {.type = Type::Bool, .truth = value};
}

LocatedJson jsonText(std::string utf8)
{
    return {.type = Type::String, .text = std::move(utf8)};
}

LocatedJson bytes(std::string_view raw)
{
    return jsonText(charactersOf(raw));
}

void addMember(LocatedJson& object, std::string name, LocatedJson value)
{
    object.names.push_back(std::move(name));
    object.items.push_back(std::move(value));
}

// One thing stands for a list of one.
template <class Range, class Make>
LocatedJson oneOrList(const Range& range, Make make)
{
    if (std::size(range) == 1)
        return make(*std::begin(range));
    LocatedJson list = ofType(Type::List);
    for (const auto& item : range)
        list.items.push_back(make(item));
    return list;
}

LocatedJson patterns(const std::vector<Pattern>& all)
{
    return oneOrList(all, [](const Pattern& one) { return bytes(one.text()); });
}

LocatedJson keyRole(const KeyRole& role)
{
    LocatedJson json = ofType(Type::Object);
    addMember(json, "name", patterns(role.names));
    if (!role.notNames.empty())
        addMember(json, "not_name", patterns(role.notNames));
    addMember(json, "type", jsonText(std::string(typeName(role.type))));
    if (!role.values.empty())
        addMember(json, "value", patterns(role.values));
    if (!role.notValues.empty())
        addMember(json, "not_value", patterns(role.notValues));
    if (role.codec != Codec::None)
        addMember(json, "codec", jsonText(std::string(nameOf(role.codec))));
    if (!role.fields.empty()) {
        LocatedJson fields = ofType(Type::Object);
        for (const KeyRole::HashField& field : role.fields) {
            if (!field.namePattern &&
                (field.name.find('{') != std::string::npos || field.name.ends_with('?')))
                throw InvalidArgument("a format file cannot name the field \"" + printable(field.name) +
                                      "\": \"{\" and a \"?\" at the end have a meaning there");
            const bool marked = field.optional && !field.namePattern;
            addMember(fields, charactersOf(field.name) + (marked ? "?" : ""), bytes(field.value.text()));
        }
        addMember(json, "fields", std::move(fields));
    }
    if (role.more)
        addMember(json, "more", truth(true));
    if (role.element)
        addMember(json, "element", bytes(role.element->text()));
    if (role.score)
        addMember(json, "score", bytes(role.score->text()));
    if (role.required)
        addMember(json, "required", truth(true));
    if (role.keep)
        addMember(json, "keep", truth(true));
    if (!role.rule.empty())
        addMember(json, "rule", jsonText(role.rule));
    if (role.once)
        addMember(json, "once", truth(true));
    if (role.denied)
        addMember(json, "denied", jsonText(std::string(nameOf(*role.denied))));
    return json;
}

LocatedJson fieldsOf(const std::vector<std::pair<std::string, std::string>>& fields)
{
    LocatedJson json = ofType(Type::Object);
    for (const auto& [name, value] : fields)
        addMember(json, charactersOf(name), bytes(value));
    return json;
}

LocatedJson sampleKey(const SampleKey& key)
{
    LocatedJson json = ofType(Type::Object);
    addMember(json, "type", jsonText(key.type));
    addMember(json, "pttl", jsonNumber(std::to_string(key.pttl)));
    LocatedJson list = ofType(Type::List);
    if (key.type == typeName(ValueType::String)) {
        addMember(json, "value", bytes(key.value));
    } else if (key.type == typeName(ValueType::Hash)) {
        addMember(json, "fields", fieldsOf(key.fields));
    } else if (key.type == typeName(ValueType::List) || key.type == typeName(ValueType::Set)) {
        for (const std::string& element : key.elements)
            list.items.push_back(bytes(element));
        addMember(json, "elements", std::move(list));
    } else {
        const auto addEntry = [&](LocatedJson first, LocatedJson second) {
            LocatedJson entry = ofType(Type::List);
            entry.items = {std::move(first), std::move(second)};
            list.items.push_back(std::move(entry));
        };
        for (const auto& [member, score] : key.scored)
            addEntry(bytes(member), bytes(score));
        for (const auto& [id, fields] : key.stream)
            addEntry(bytes(id), fieldsOf(fields));
        addMember(json, "entries", std::move(list));
    }
    return json;
}

LocatedJson sampleKeys(const FormatSample::Keys& keys)
{
    LocatedJson json = ofType(Type::Object);
    for (const auto& [name, key] : keys)
        addMember(json, charactersOf(name), sampleKey(key));
    return json;
}

LocatedJson means(const FormatSample::Means& means)
{
    LocatedJson json = ofType(Type::Object);
    const auto numbers = [&](const char* name, const std::vector<double>& all) {
        if (!all.empty())
            addMember(json, name, oneOrList(all, [](double one) { return jsonNumber(one); }));
    };
    numbers("used", means.used);
    numbers("remaining", means.remaining);
    numbers("window", means.window);
    numbers("frees", means.frees);
    if (means.state)
        addMember(json, "state", jsonText(*means.state));
    if (means.retry)
        addMember(json, "retry", jsonNumber(*means.retry));
    if (means.token)
        addMember(json, "token", bytes(*means.token));
    if (means.warns)
        addMember(json, "warns", jsonNumber(std::to_string(*means.warns)));
    if (means.kept) {
        LocatedJson kept = ofType(Type::List);
        for (const std::string& key : *means.kept)
            kept.items.push_back(bytes(key));
        addMember(json, "kept", std::move(kept));
    }
    return json;
}

LocatedJson jsonSample(const FormatSample& sample)
{
    LocatedJson json = ofType(Type::Object);
    addMember(json, "keys", sampleKeys(sample.keys));
    addMember(json, "at", jsonSeconds(sample.at));
    if (!sample.rules.empty())
        addMember(json, "rules", jsonText(notation(sample.rules)));
    if (LocatedJson all = means(sample.means); !all.items.empty())
        addMember(json, "means", std::move(all));
    if (!sample.then.empty())
        addMember(json, "then", sampleKeys(sample.then));
    if (!sample.origin.empty())
        addMember(json, "origin", jsonText(sample.origin));
    return json;
}

LocatedJson samplesOf(const std::vector<FormatSample>& samples)
{
    LocatedJson list = ofType(Type::List);
    for (const FormatSample& sample : samples)
        list.items.push_back(jsonSample(sample));
    return list;
}

LocatedJson jsonExpiry(const ExpiryRule& expiry)
{
    const ExpiryRule usual;
    LocatedJson json = ofType(Type::Object);
    addMember(json, "from", jsonText(std::string(nameOf(expiry.from))));
    if (expiry.windows != usual.windows)
        addMember(json, "windows", jsonNumber(expiry.windows));
    if (expiry.plusLow != expiry.plusHigh) {
        LocatedJson ends = ofType(Type::List);
        ends.items = {jsonSeconds(expiry.plusLow), jsonSeconds(expiry.plusHigh)};
        addMember(json, "plus", std::move(ends));
    } else if (expiry.plusLow != usual.plusLow) {
        addMember(json, "plus", jsonSeconds(expiry.plusLow));
    }
    if (expiry.grain != usual.grain)
        addMember(json, "grain", jsonSeconds(expiry.grain));
    return json;
}

LocatedJson documentOf(const FormatFile& file)
{
    LocatedJson json = ofType(Type::Object);
    if (!file.schema.empty())
        addMember(json, "$schema", jsonText(file.schema));
    addMember(json, "format", jsonText(file.name));
    addMember(json, "title", jsonText(file.title));
    addMember(json, "versions", jsonText(file.versions));
    addMember(json, "source", jsonText(file.source));
    if (!file.recorded.empty())
        addMember(json, "recorded", jsonText(file.recorded));
    addMember(json, "tier", jsonText(std::string(nameOf(file.tier))));
    addMember(json, "shape", jsonText(std::string(nameOf(file.shape))));
    LocatedJson keys = ofType(Type::Object);
    for (const KeyRole& role : file.keys)
        addMember(keys, role.role, keyRole(role));
    addMember(json, "keys", std::move(keys));
    addMember(json, "clock", jsonText(file.clientClock ? "client" : "server"));
    if (file.epoch != Nanos::zero())
        addMember(json, "epoch", jsonSeconds(file.epoch));
    if (file.continuous)
        addMember(json, "refill", jsonText("continuous"));
    if (file.roundsUp)
        addMember(json, "rounds", jsonText("up"));
    if (file.shifted)
        addMember(json, "shift", jsonText("token"));
    if (file.slice > Nanos::zero())
        addMember(json, "slice", jsonSeconds(file.slice));
    if (file.untrimmed != FormatFile::Untrimmed::Ignored)
        addMember(json, "untrimmed", jsonText(std::string(nameOf(file.untrimmed))));
    addMember(json, "ttl", jsonExpiry(file.expiry));
    if (file.denied != Denied::Nothing)
        addMember(json, "denied", jsonText(std::string(nameOf(file.denied))));
    if (!file.cached.empty())
        addMember(json, "cached", jsonText(file.cached));
    addMember(json, "samples", samplesOf(file.samples));
    if (!file.refused.empty())
        addMember(json, "not", samplesOf(file.refused));
    return json;
}

// In one line what fits into one; the document itself never.
void appendIndented(const LocatedJson& json, std::size_t indent, std::string& all)
{
    constexpr std::size_t lineLength = 120;
    std::string line = textOf(json);
    const bool isList = json.type == Type::List;
    if ((indent > 0 && indent + line.size() <= lineLength) || (!isList && json.type != Type::Object)) {
        all += line;
        return;
    }
    const bool isObject = !isList;
    all += isObject ? '{' : '[';
    for (std::size_t i = 0; i < json.items.size(); ++i) {
        all += i > 0 ? ",\n" : "\n";
        all.append(indent + 2, ' ');
        if (isObject)
            all += quotedJson(json.names[i]) + ": ";
        appendIndented(json.items[i], indent + 2, all);
    }
    all += '\n';
    all.append(indent, ' ');
    all += isObject ? '}' : ']';
}

} // namespace

std::string formatFileText(const FormatFile& file)
{
    std::string all;
    appendIndented(documentOf(file), 0, all);
    return all + '\n';
}

} // namespace ratewarden
