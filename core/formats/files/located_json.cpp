// SPDX-License-Identifier: MIT
#include "core/formats/files/located_json.h"

#include "core/formats/files/decimal.h"
#include "core/formats/files/file_faults.h"
#include "core/formats/files/format_file.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <iterator>

namespace ratewarden {
namespace {

using Type = LocatedJson::Type;

constexpr std::size_t deepestJson = 12;
constexpr std::size_t mostJsonMembers = 2000; // each is compared with those before
constexpr std::size_t mostJsonValues = 200000;

// Steps through the text and tells the parser's handler how far it has come.
class Steps {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Steps(const char* at, const char** reached) : m_at(at), m_reached(reached) {}

    reference operator*() const { return *m_at; }
    Steps& operator++()
    {
        *m_reached = ++m_at;
        return *this;
    }
    Steps operator++(int)
    {
        Steps before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const Steps& a, const Steps& b) { return a.m_at == b.m_at; }
    friend bool operator!=(const Steps& a, const Steps& b) { return !(a == b); }

private:
    const char* m_at;
    const char** m_reached;
};

// The parser reports each value when its last character, or the one behind a number, was read.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    Builder(std::string_view file, std::string_view text) : m_file(file), m_text(text), m_reached(text.data())
    {
    }

    LocatedJson parse()
    {
        const char* const end = m_text.data() + m_text.size();
        nlohmann::json::sax_parse(Steps(m_text.data(), &m_reached), Steps(end, &m_reached), this);
        return std::move(m_root);
    }

    bool null() override { return add({}); }
    bool boolean(bool value) override { return add({Type::Bool, 1, value, {}, {}, {}}); }
    bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
    bool number_float(number_float_t /*value*/, const string_t& text) override { return number(text); }
    bool string(string_t& value) override { return add({Type::String, 1, false, std::move(value), {}, {}}); }
    bool binary(binary_t& /*value*/) override { return false; } // not in JSON text
    bool start_object(std::size_t /*size*/) override { return open(Type::Object); }
    bool start_array(std::size_t /*size*/) override { return open(Type::List); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        const auto& names = m_open.back()->names;
        if (names.size() == mostJsonMembers)
            throw BadFormatFile(m_file, line(), path(name), Fault::FieldsTooMany);
        if (std::ranges::find(names, name) != names.end())
            throw BadFormatFile(m_file, line(), path(name), Fault::FieldTwice);
        m_open.back()->names.push_back(std::move(name));
        return true;
    }

    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::json::exception& error) override
    {
        throw BadFormatFile(m_file, int(lineAt(m_text, position == 0 ? 0 : position - 1)), "",
                            {Fault::Syntax, wordsOfJson(error.what(), false)});
    }

private:
    int line()
    {
        const std::size_t reached = std::size_t(m_reached - m_text.data());
        for (; m_counted + 1 < reached; ++m_counted)
            m_line += m_text[m_counted] == '\n' ? 1 : 0;
        return m_line;
    }

    // Of a field of the innermost object that is open. Each but that holds the next one as its last.
    std::string path(std::string_view last) const
    {
        std::string path;
        for (const LocatedJson* const open : m_open)
            if (open == m_open.back())
                path += (path.empty() ? "" : ".") + std::string(last);
            else if (open->type == Type::List)
                path += fmt::format("[{}]", open->items.size() - 1);
            else
                path += (path.empty() ? "" : ".") + open->names.back();
        return path;
    }

    bool number(std::string text)
    {
        // The parser puts the locale's decimal point in.
        std::ranges::replace_if(
            text, [](char c) { return std::string_view("0123456789+-eE").find(c) == std::string_view::npos; },
            '.');
        return add({Type::Number, 1, false, std::move(text), {}, {}});
    }

    bool open(Type type)
    {
        if (m_open.size() == deepestJson)
            throw BadFormatFile(m_file, line(), "", Fault::NestedTooDeeply);
        add({type, 1, false, {}, {}, {}});
        m_open.push_back(m_added);
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    // What is open stays where it is: only the innermost grows.
    bool add(LocatedJson value)
    {
        value.line = line();
        if (++m_values > mostJsonValues)
            throw BadFormatFile(m_file, value.line, "", Fault::ValuesTooMany);
        if (m_open.empty()) {
            m_root = std::move(value);
            m_added = &m_root;
        } else {
            m_added = &m_open.back()->items.emplace_back(std::move(value));
        }
        return true;
    }

    std::string_view m_file;
    std::string_view m_text;
    const char* m_reached;
    std::size_t m_counted = 0; // characters
    int m_line = 1;
    std::size_t m_values = 0;
    LocatedJson m_root;
    LocatedJson* m_added = nullptr;
    std::vector<LocatedJson*> m_open;
};

} // namespace

LocatedJson parseLocatedJson(std::string_view file, std::string_view text)
{
    return Builder(file, text).parse();
}

std::string quotedJson(std::string_view utf8)
{
    std::string text = "\"";
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto c = std::uint8_t(utf8[i]);
        if ((c == 0xC2 || c == 0xC3) && i + 1 < utf8.size()) {
            text += fmt::format("\\u{:04x}", (c & 3U) << 6U | (std::uint8_t(utf8[++i]) & 0x3FU));
        } else if (c < 0x20 || c == 0x7F) {
            text += fmt::format("\\u{:04x}", c);
        } else {
            text += c == '"' || c == '\\' ? "\\" : "";
            text += char(c);
        }
    }
    return text + '"';
}

std::string textOf(const LocatedJson& json)
{
    switch (json.type) {
    case Type::Null:
        return "null";
    case Type::Bool:
        return json.truth ? "true" : "false";
    case Type::Number:
        return json.text;
    case Type::String:
        return quotedJson(json.text);
    case Type::List:
    case Type::Object:
        break;
    }
    const bool isObject = json.type == Type::Object;
    std::string line(1, isObject ? '{' : '[');
    for (std::size_t i = 0; i < json.items.size(); ++i)
        line += (i > 0 ? ", " : "") + (isObject ? quotedJson(json.names[i]) + ": " : std::string()) +
                textOf(json.items[i]);
    return line + (isObject ? '}' : ']');
}

void JsonField::fail(const Problem& reason) const
{
    throw BadFormatFile(m_file, m_json->line, m_path, reason);
}

void JsonField::expect(Type type, FaultCode otherwise) const
{
    if (m_json->type != type)
        fail(otherwise);
}

JsonField JsonField::member(std::size_t i) const
{
    return child(m_json->items[i], (m_path.empty() ? "" : ".") + m_json->names[i]);
}

void JsonField::checkMembers(std::span<const std::string_view> known) const
{
    expect(Type::Object, Fault::NoObject);
    for (std::size_t i = 0; i < m_json->names.size(); ++i)
        if (std::ranges::find(known, m_json->names[i]) == known.end())
            member(i).fail({Fault::FieldUnknown, fmt::format("{}", fmt::join(known, ", "))});
}

std::optional<JsonField> JsonField::find(std::string_view name) const
{
    expect(Type::Object, Fault::NoObject);
    const auto found = std::ranges::find(m_json->names, name);
    return found != m_json->names.end() ? std::optional(member(std::size_t(found - m_json->names.begin())))
                                        : std::nullopt;
}

JsonField JsonField::at(std::string_view name) const
{
    if (auto found = find(name))
        return *found;
    child(*m_json, (m_path.empty() ? "" : ".") + std::string(name)).fail(Fault::FieldAbsent);
}

std::vector<std::pair<std::string, JsonField>> JsonField::members(std::size_t most) const
{
    expect(Type::Object, Fault::NoObject);
    if (m_json->items.empty() || m_json->items.size() > most)
        fail({Fault::FieldCount, most});
    std::vector<std::pair<std::string, JsonField>> fields;
    for (std::size_t i = 0; i < m_json->names.size(); ++i)
        fields.emplace_back(m_json->names[i], member(i));
    return fields;
}

std::vector<JsonField> JsonField::items(std::size_t most) const
{
    expect(Type::List, Fault::NoList);
    if (m_json->items.size() > most)
        fail({Fault::ItemCount, most});
    std::vector<JsonField> fields;
    for (std::size_t i = 0; i < m_json->items.size(); ++i)
        fields.push_back(child(m_json->items[i], fmt::format("[{}]", i)));
    return fields;
}

std::vector<JsonField> JsonField::itemOrItems(std::size_t most) const
{
    if (!isList())
        return {*this};
    if (m_json->items.empty())
        fail(Fault::ListEmpty);
    return items(most);
}

bool JsonField::truth() const
{
    expect(Type::Bool, Fault::NoTruth);
    return m_json->truth;
}

std::string JsonField::text(std::size_t most) const
{
    expect(Type::String, Fault::NoText);
    if (m_json->text.empty() || m_json->text.size() > most)
        fail({Fault::TextLength, most});
    return m_json->text;
}

std::string JsonField::bytes(std::size_t most) const
{
    expect(Type::String, Fault::NoText);
    auto bytes = bytesOf(m_json->text);
    if (!bytes)
        fail(Fault::AboveByte);
    if (bytes->size() > most)
        fail({Fault::BytesLength, most});
    return std::move(*bytes);
}

double JsonField::number() const
{
    expect(Type::Number, Fault::NoNumber);
    const std::string& text = m_json->text; // its syntax is checked by the parser
    double number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
        fail(Fault::NumberRange);
    return number;
}

std::int64_t JsonField::whole() const
{
    const double value = number();
    if (std::trunc(value) != value || std::abs(value) > 9007199254740992.0)
        fail(Fault::NumberNotWhole);
    return std::int64_t(value);
}

Nanos JsonField::seconds() const
{
    expect(Type::Number, Fault::NoSeconds);
    const auto nanos = scaledDecimal(m_json->text, 9);
    if (!nanos)
        fail(Fault::SecondsRange);
    return Nanos(*nanos);
}

std::optional<std::string> bytesOf(std::string_view utf8)
{
    std::string bytes;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto c = std::uint8_t(utf8[i]);
        if (c < 0x80) {
            bytes += char(c);
        } else if ((c == 0xC2 || c == 0xC3) && i + 1 < utf8.size()) {
            ++i;
            bytes += char((c & 3U) << 6U | (std::uint8_t(utf8[i]) & 0x3FU));
        } else {
            return std::nullopt;
        }
    }
    return bytes;
}

std::string charactersOf(std::string_view bytes)
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

} // namespace ratewarden
