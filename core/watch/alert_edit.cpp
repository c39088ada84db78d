// SPDX-License-Identifier: MIT
#include "core/watch/alert_edit.h"

#include "core/watch/alert_file.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <span>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

/// An item of a list, or a member of an object with its name, in a JSON text.
struct JsonPart {
    std::string name{};
    std::size_t begin = 0; ///< of the name, if it has one
    std::size_t value = 0;
    std::size_t end = 0;
};

// All of these are for texts that were parsed, and are right.

std::size_t afterJsonBlanks(std::string_view text, std::size_t at)
{
    return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

std::size_t afterJsonString(std::string_view text, std::size_t at)
{
    for (++at; text[at] != '"'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return at + 1;
}

std::size_t afterJsonValue(std::string_view text, std::size_t at)
{
    int depth = 0;
    do {
        const char c = text[at];
        if (c == '"')
            at = afterJsonString(text, at);
        else if (depth == 0 && c != '{' && c != '[')
            at = std::min(text.find_first_of(",]} \t\r\n", at), text.size());
        else {
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            ++at;
        }
    } while (depth > 0);
    return at;
}

/// Of the object or list that begins there.
std::vector<JsonPart> partsOf(std::string_view text, std::size_t at)
{
    const bool isObject = text[at] == '{';
    std::vector<JsonPart> parts;
    for (at = afterJsonBlanks(text, at + 1); text[at] != '}' && text[at] != ']';) {
        JsonPart part{{}, at, at, 0};
        if (isObject) {
            at = afterJsonString(text, at);
            part.name = nlohmann::json::parse(text.substr(part.begin, at - part.begin)).get<std::string>();
            part.value = afterJsonBlanks(text, afterJsonBlanks(text, at) + 1); // behind the colon
        }
        part.end = afterJsonValue(text, part.value);
        at = afterJsonBlanks(text, part.end);
        if (text[at] == ',')
            at = afterJsonBlanks(text, at + 1);
        parts.push_back(std::move(part));
    }
    return parts;
}

void removePart(std::string& text, std::span<const JsonPart> parts, std::size_t index)
{
    const bool isFirst = index == 0;
    const std::size_t begin = isFirst ? parts[0].begin : parts[index - 1].end;
    const std::size_t end = isFirst && parts.size() > 1 ? parts[1].begin : parts[index].end;
    text.erase(begin, end - begin);
}

/// Behind the last one, set off as that is.
void appendPart(std::string& text, const JsonPart& last, std::string_view json)
{
    const std::size_t before = text.find_last_not_of(" \t\r\n", last.begin - 1) + 1;
    std::string blanks = text.substr(before, last.begin - before);
    text.insert(last.end, fmt::format(",{}{}", blanks.empty() ? " " : blanks, json));
}

struct AlertMember {
    const char* name;
    std::optional<std::string> json{}; ///< empty: it is not there
};
/// What belongs together, and must be as it was for any of it to be changed.
using AlertMembers = std::vector<AlertMember>;

std::string textJson(std::string_view text)
{
    return nlohmann::json(text).dump();
}

/// Whole numbers as such.
std::string numberJson(double number)
{
    constexpr double exact = 1e15;
    return number == std::round(number) && std::abs(number) < exact ? std::to_string(std::int64_t(number))
                                                                    : nlohmann::json(number).dump();
}

std::string silenceJson(const AlertSilence& silence)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(silence.until);
    return fmt::format(R"({{"until": "{:%Y-%m-%dT%H:%M:%SZ}", "reason": {}}})",
                       fmt::gmtime(std::time_t(seconds.time_since_epoch().count())),
                       textJson(silence.reason));
}

std::vector<AlertMembers> membersOf(const Alert& alert)
{
    const AlertBound& bound = alert.bound;
    const auto number = [](bool isSaid, std::optional<double> value) {
        return isSaid && value ? std::optional(numberJson(*value)) : std::nullopt;
    };
    const auto text = [](bool isSaid, std::string_view value) {
        return isSaid ? std::optional(textJson(value)) : std::nullopt;
    };
    return {
        {{"name", text(true, alert.name)}},
        {{"filter", text(!alert.filter.text().empty(), alert.filter.text())}},
        {{"measure", text(true, nameOf(alert.measure))},
         {"above", number(bound.isAbove, bound.at)},
         {"below", number(!bound.isAbove, bound.at)},
         {"backBelow", number(bound.isAbove, bound.back)},
         {"backAbove", number(!bound.isAbove, bound.back)}},
        {{"for", text(alert.wait > Micros::zero(), spanNotation(alert.wait))}},
        {{"severity", text(alert.severity != AlertSeverity::Warning, nameOf(alert.severity))}},
        {{"silenced", alert.silenced ? std::optional(silenceJson(*alert.silenced)) : std::nullopt}},
    };
}

bool saySame(const AlertMembers& one, const AlertMembers& other)
{
    return std::ranges::equal(one, other, {}, &AlertMember::json, &AlertMember::json);
}

std::string alertJson(const Alert& alert)
{
    std::string json;
    for (const AlertMembers& members : membersOf(alert))
        for (const AlertMember& member : members)
            if (member.json)
                json += fmt::format("{}\"{}\": {}", json.empty() ? "" : ", ", member.name, *member.json);
    return "{" + json + "}";
}

/// Puts the member into the object that begins there: in its place, or behind the others.
void putMember(std::string& text, std::size_t object, const AlertMember& member)
{
    const std::vector<JsonPart> parts = partsOf(text, object);
    const auto its = std::ranges::find(parts, std::string_view(member.name), &JsonPart::name);
    if (its == parts.end()) {
        if (member.json)
            appendPart(text, parts.back(), fmt::format("\"{}\": {}", member.name, *member.json));
    } else if (member.json) {
        text.replace(its->value, its->end - its->value, *member.json);
    } else {
        removePart(text, parts, std::size_t(its - parts.begin()));
    }
}

/// The list of alerts.
std::size_t alertsIn(std::string_view text)
{
    const std::vector<JsonPart> parts = partsOf(text, text.find('{')); // a byte order mark may be before
    return std::ranges::find(parts, std::string_view("alerts"), &JsonPart::name)->value;
}

/// Whether the alert could be changed.
bool changeAlert(std::string& text, std::size_t object, const Alert& there, const Alert& from,
                 const Alert& to)
{
    const std::vector<AlertMembers> before = membersOf(there);
    const std::vector<AlertMembers> expected = membersOf(from);
    const std::vector<AlertMembers> after = membersOf(to);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (saySame(expected[i], after[i]))
            continue;
        if (!saySame(before[i], expected[i]))
            return false;
        for (std::size_t k = 0; k < after[i].size(); ++k)
            if (after[i][k].json != before[i][k].json)
                putMember(text, object, after[i][k]);
    }
    return true;
}

} // namespace

std::optional<std::string> withAlert(std::string_view file, std::string_view json, const Alert* from,
                                     const Alert* to)
{
    const AlertFile before = parseAlertFile(file, json);
    std::string text(json);
    const std::vector<JsonPart> items = partsOf(text, alertsIn(text));
    if (!from) {
        appendPart(text, items.back(), alertJson(*to));
    } else {
        const auto its = std::ranges::find(before.alerts, from->name, &Alert::name);
        if (its == before.alerts.end())
            return std::nullopt;
        const auto index = std::size_t(its - before.alerts.begin());
        if (to) {
            if (!changeAlert(text, items[index].value, *its, *from, *to))
                return std::nullopt;
        } else {
            if (!std::ranges::equal(membersOf(*its), membersOf(*from), saySame))
                return std::nullopt;
            removePart(text, items, index);
        }
    }
    parseAlertFile(file, text);
    return text;
}

std::string newAlertFile(std::string_view file, const Alert& alert)
{
    std::string text =
        fmt::format("{{\n  \"schema\": 1,\n  \"alerts\": [\n    {}\n  ]\n}}\n", alertJson(alert));
    parseAlertFile(file, text);
    return text;
}

} // namespace ratewarden
