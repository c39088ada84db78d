// SPDX-License-Identifier: MIT
#include "core/formats/format_writer.h"

#include "core/formats/decimal.h"
#include "core/formats/format_reader.h"
#include "core/formats/located_json.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <span>

namespace ratewarden {
namespace {

using Json = LocatedJson;

Json ofType(Json::Type type)
{
    return {.type = type};
}

Json number(std::string text)
{
    return {.type = Json::Type::Number, .text = std::move(text)};
}

Json number(double value)
{
    return number(fmt::format("{}", value));
}

Json seconds(Nanos span)
{
    return number(decimalText(span.count(), 9));
}

Json truth(bool value)
{
    return {.type = Json::Type::Bool, .truth = value};
}

Json text(std::string utf8)
{
    return {.type = Json::Type::String, .text = std::move(utf8)};
}

// Each byte as one character: the opposite of bytesOf().
std::string characters(std::string_view bytes)
{
    std::string utf8;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            utf8 += c;
        } else {
            utf8 += char(0xc0 | (byte >> 6));
            utf8 += char(0x80 | (byte & 0x3f));
        }
    }
    return utf8;
}

Json bytes(std::string_view raw)
{
    return text(characters(raw));
}

void add(Json& object, std::string name, Json value)
{
    object.names.push_back(std::move(name));
    object.items.push_back(std::move(value));
}

// One thing stands for a list of one.
template <class Range, class Make>
Json oneOrList(const Range& range, Make make)
{
    if (std::size(range) == 1)
        return make(*std::begin(range));
    Json list = ofType(Json::Type::List);
    for (const auto& item : range)
        list.items.push_back(make(item));
    return list;
}

Json patterns(const std::vector<Pattern>& all)
{
    return oneOrList(all, [](const Pattern& one) { return bytes(one.text()); });
}

Json keyRole(const KeyRole& role)
{
    Json json = ofType(Json::Type::Object);
    add(json, "name", patterns(role.names));
    add(json, "type", text(std::string(typeName(role.type))));
    if (!role.values.empty())
        add(json, "value", patterns(role.values));
    if (role.bucket4j)
        add(json, "codec", text("bucket4j"));
    if (!role.fields.empty()) {
        Json fields = ofType(Json::Type::Object);
        for (const KeyRole::HashField& field : role.fields) {
            if (!field.namePattern &&
                (field.name.find('{') != std::string::npos || field.name.ends_with('?')))
                throw InvalidArgument("a format file cannot name the field \"" + printable(field.name) +
                                      "\": \"{\" and a \"?\" at the end have a meaning there");
            const bool marked = field.optional && !field.namePattern;
            add(fields, characters(field.name) + (marked ? "?" : ""), bytes(field.value.text()));
        }
        add(json, "fields", std::move(fields));
    }
    if (role.more)
        add(json, "more", truth(true));
    if (role.element)
        add(json, "element", bytes(role.element->text()));
    if (role.score)
        add(json, "score", bytes(role.score->text()));
    if (role.required)
        add(json, "required", truth(true));
    if (role.keep)
        add(json, "keep", truth(true));
    return json;
}

Json fieldsOf(const std::vector<std::pair<std::string, std::string>>& fields)
{
    Json json = ofType(Json::Type::Object);
    for (const auto& [name, value] : fields)
        add(json, characters(name), bytes(value));
    return json;
}

Json sampleKey(const SampleKey& key)
{
    Json json = ofType(Json::Type::Object);
    add(json, "type", text(key.type));
    add(json, "pttl", number(std::to_string(key.pttl)));
    Json list = ofType(Json::Type::List);
    if (key.type == typeName(ValueType::String)) {
        add(json, "value", bytes(key.value));
    } else if (key.type == typeName(ValueType::Hash)) {
        add(json, "fields", fieldsOf(key.fields));
    } else if (key.type == typeName(ValueType::List) || key.type == typeName(ValueType::Set)) {
        for (const std::string& element : key.elements)
            list.items.push_back(bytes(element));
        add(json, "elements", std::move(list));
    } else {
        const auto addEntry = [&](Json first, Json second) {
            Json entry = ofType(Json::Type::List);
            entry.items = {std::move(first), std::move(second)};
            list.items.push_back(std::move(entry));
        };
        for (const auto& [member, score] : key.scored)
            addEntry(bytes(member), bytes(score));
        for (const auto& [id, fields] : key.stream)
            addEntry(bytes(id), fieldsOf(fields));
        add(json, "entries", std::move(list));
    }
    return json;
}

Json sampleKeys(const FormatSample::Keys& keys)
{
    Json json = ofType(Json::Type::Object);
    for (const auto& [name, key] : keys)
        add(json, characters(name), sampleKey(key));
    return json;
}

Json means(const FormatSample::Means& means)
{
    Json json = ofType(Json::Type::Object);
    const auto numbers = [&](const char* name, const std::vector<double>& all) {
        if (!all.empty())
            add(json, name, oneOrList(all, [](double one) { return number(one); }));
    };
    numbers("used", means.used);
    numbers("remaining", means.remaining);
    numbers("window", means.window);
    numbers("frees", means.frees);
    if (means.state)
        add(json, "state", text(*means.state));
    if (means.retry)
        add(json, "retry", number(*means.retry));
    if (means.token)
        add(json, "token", bytes(*means.token));
    if (means.warns)
        add(json, "warns", number(std::to_string(*means.warns)));
    if (means.kept) {
        Json kept = ofType(Json::Type::List);
        for (const std::string& key : *means.kept)
            kept.items.push_back(bytes(key));
        add(json, "kept", std::move(kept));
    }
    return json;
}

Json sampleOf(const FormatSample& sample)
{
    Json json = ofType(Json::Type::Object);
    add(json, "keys", sampleKeys(sample.keys));
    add(json, "at", seconds(sample.at));
    if (!sample.rules.empty())
        add(json, "rules", text(notation(sample.rules)));
    if (Json all = means(sample.means); !all.items.empty())
        add(json, "means", std::move(all));
    if (!sample.then.empty())
        add(json, "then", sampleKeys(sample.then));
    if (!sample.origin.empty())
        add(json, "origin", text(sample.origin));
    return json;
}

Json samplesOf(const std::vector<FormatSample>& samples)
{
    Json list = ofType(Json::Type::List);
    for (const FormatSample& sample : samples)
        list.items.push_back(sampleOf(sample));
    return list;
}

Json expiryOf(const ExpiryRule& expiry)
{
    const ExpiryRule usual;
    Json json = ofType(Json::Type::Object);
    add(json, "from", text(std::string(nameOf(expiry.from))));
    if (expiry.windows != usual.windows)
        add(json, "windows", number(expiry.windows));
    if (expiry.plusLow != expiry.plusHigh) {
        Json ends = ofType(Json::Type::List);
        ends.items = {seconds(expiry.plusLow), seconds(expiry.plusHigh)};
        add(json, "plus", std::move(ends));
    } else if (expiry.plusLow != usual.plusLow) {
        add(json, "plus", seconds(expiry.plusLow));
    }
    if (expiry.grain != usual.grain)
        add(json, "grain", seconds(expiry.grain));
    return json;
}

Json documentOf(const FormatFile& file)
{
    Json json = ofType(Json::Type::Object);
    add(json, "format", text(file.name));
    add(json, "title", text(file.title));
    add(json, "versions", text(file.versions));
    add(json, "source", text(file.source));
    add(json, "tier", text(std::string(nameOf(file.tier))));
    add(json, "shape", text(std::string(nameOf(file.shape))));
    Json keys = ofType(Json::Type::Object);
    for (const KeyRole& role : file.keys)
        add(keys, role.role, keyRole(role));
    add(json, "keys", std::move(keys));
    add(json, "clock", text(file.clientClock ? "client" : "server"));
    if (file.epoch != Nanos::zero())
        add(json, "epoch", seconds(file.epoch));
    if (file.continuous)
        add(json, "refill", text("continuous"));
    if (file.roundsUp)
        add(json, "rounds", text("up"));
    if (file.untrimmed != FormatFile::Untrimmed::Ignored)
        add(json, "untrimmed", text(std::string(nameOf(file.untrimmed))));
    add(json, "ttl", expiryOf(file.expiry));
    if (file.denied != Denied::Nothing)
        add(json, "denied", text(std::string(nameOf(file.denied))));
    if (!file.cached.empty())
        add(json, "cached", text(file.cached));
    add(json, "samples", samplesOf(file.samples));
    if (!file.refused.empty())
        add(json, "not", samplesOf(file.refused));
    return json;
}

std::string quoted(std::string_view utf8)
{
    std::string text = "\"";
    for (const char c : utf8) {
        if (c == '"' || c == '\\')
            text += std::string("\\") + c;
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            text += fmt::format("\\u{:04x}", int(c));
        else
            text += c;
    }
    return text + '"';
}

// Characters from U+0080 as escapes: what stands for a byte is not to be taken for text.
std::string escaped(std::string_view utf8)
{
    std::string text;
    const std::string all = quoted(utf8);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto lead = static_cast<unsigned char>(all[i]);
        if (lead == 0xc2 || lead == 0xc3) {
            text += fmt::format("\\u{:04x}",
                                ((lead & 0x03) << 6) | (static_cast<unsigned char>(all[++i]) & 0x3f));
        } else {
            text += all[i];
        }
    }
    return text;
}

std::string inOneLine(const Json& json)
{
    switch (json.type) {
    case Json::Type::Null:
        return "null";
    case Json::Type::Bool:
        return json.truth ? "true" : "false";
    case Json::Type::Number:
        return json.text;
    case Json::Type::String:
        return escaped(json.text);
    case Json::Type::List:
    case Json::Type::Object:
        break;
    }
    const bool isObject = json.type == Json::Type::Object;
    std::string line(1, isObject ? '{' : '[');
    for (std::size_t i = 0; i < json.items.size(); ++i) {
        if (i > 0)
            line += ", ";
        if (isObject)
            line += escaped(json.names[i]) + ": ";
        line += inOneLine(json.items[i]);
    }
    return line + (isObject ? '}' : ']');
}

// In one line what fits into one; the document itself never.
void append(const Json& json, std::size_t indent, std::string& all)
{
    constexpr std::size_t lineLength = 120;
    std::string line = inOneLine(json);
    const bool isList = json.type == Json::Type::List;
    if ((indent > 0 && indent + line.size() <= lineLength) || (!isList && json.type != Json::Type::Object)) {
        all += line;
        return;
    }
    const bool isObject = !isList;
    all += isObject ? '{' : '[';
    for (std::size_t i = 0; i < json.items.size(); ++i) {
        all += i > 0 ? ",\n" : "\n";
        all.append(indent + 2, ' ');
        if (isObject)
            all += escaped(json.names[i]) + ": ";
        append(json.items[i], indent + 2, all);
    }
    all += '\n';
    all.append(indent, ' ');
    all += isObject ? '}' : ']';
}

} // namespace

std::string formatFileText(const FormatFile& file)
{
    std::string all;
    append(documentOf(file), 0, all);
    return all + '\n';
}

} // namespace ratewarden
