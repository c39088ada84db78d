// SPDX-License-Identifier: MIT
#include "core/formats/files/located_json_text.h"

#include <fmt/format.h>

namespace ratewarden {
namespace {

using Type = LocatedJson::Type;

void appendJsonText(std::string& text, std::string_view utf8)
{
    text += '"';
    for (const char c : utf8) {
        if (c == '"' || c == '\\')
            text += '\\';
        if (std::uint8_t(c) < 0x20)
            text += fmt::format("\\u{:04x}", std::uint8_t(c));
        else
            text += c;
    }
    text += '"';
}

void appendJson(std::string& text, const LocatedJson& json)
{
    switch (json.type) {
    case Type::Null:
        text += "null";
        break;
    case Type::Bool:
        text += json.truth ? "true" : "false";
        break;
    case Type::Number:
        text += json.text;
        break;
    case Type::String:
        appendJsonText(text, json.text);
        break;
    case Type::List:
    case Type::Object:
        text += json.type == Type::List ? '[' : '{';
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            if (i > 0)
                text += ',';
            if (json.type == Type::Object) {
                appendJsonText(text, json.names[i]);
                text += ':';
            }
            appendJson(text, json.items[i]);
        }
        text += json.type == Type::List ? ']' : '}';
        break;
    }
}

} // namespace

std::string textOf(const LocatedJson& json)
{
    std::string text;
    appendJson(text, json);
    return text;
}

} // namespace ratewarden
