// SPDX-License-Identifier: MIT
#include "core/formats/files/foreign_subject.h"

#include "core/model/errors.h"

#include <array>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

constexpr std::string_view tokenMark{"\x01", 1};
constexpr std::string_view windowMark{"\x02", 1};

// Which capture of the main key's name tells one subject of a group from another.
std::string_view tokenCapture(const Pattern& name)
{
    for (const std::string_view capture : {"token", "hash"})
        if (name.captures(capture))
            return capture;
    return {};
}

void appendLiterally(std::string& text, std::string_view part)
{
    for (const char c : part) {
        if (c == '*' || c == '<' || c == '\\')
            text += '\\';
        text += c;
    }
}

// The group's text split where the token and the window stand.
struct GroupParts {
    std::string key; ///< with the token, and a number of a window
    Nanos window{};
};

std::optional<GroupParts> fill(std::string_view group, std::string_view token)
{
    GroupParts parts;
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (group[i] == '\\' && i + 1 < group.size()) {
            parts.key += group[++i];
        } else if (group[i] == '*') {
            parts.key += token;
        } else if (group[i] == '<') {
            const std::size_t end = group.find('>', i);
            if (end == std::string_view::npos)
                return std::nullopt;
            try {
                parts.window = parseDuration(group.substr(i + 1, end - i - 1));
            } catch (const InvalidArgument&) {
                return std::nullopt;
            }
            parts.key += '0';
            i = end;
        } else {
            parts.key += group[i];
        }
    }
    return parts;
}

} // namespace

std::string_view windowCapture(const FormatFile& file)
{
    for (const std::string_view name : {"bucket", "start"})
        for (const Pattern& pattern : file.keys.front().names)
            if (pattern.captures(name))
                return name;
    return {};
}

bool namesSubject(const KeyRole& role, const Pattern& name)
{
    return role.namesTokens() || !tokenCapture(name).empty();
}

std::optional<NameMatch> matchName(const FormatFile& file, std::string_view key)
{
    std::optional<NameMatch> best;
    if (key.starts_with(ownKeys))
        return best;
    std::size_t most = 0;
    for (const KeyRole& role : file.keys)
        for (std::size_t i = 0; i < role.names.size(); ++i) {
            const Pattern& name = role.names[i];
            // "{token}:timer" is that and not "{token}" of another token. A sibling without a token in its
            // name is nobody's in particular.
            if ((best && name.literals() <= most) || !namesSubject(role, name))
                continue;
            if (NameMatch match{&role, i, {}};
                name.match(key, match.names, file.epoch, true) && !role.isAnothers(key)) {
                most = name.literals();
                best = std::move(match);
            }
        }
    return best;
}

std::optional<std::string> nameOf(const FormatFile& file, const KeyRole& role, std::size_t alternative,
                                  const Record& names)
{
    const Pattern& pattern = role.names[std::min(alternative, role.names.size() - 1)];
    std::optional<std::string> key = pattern.print(names, file.epoch, true);
    return key && key->starts_with(ownKeys) ? std::nullopt : std::move(key);
}

bool holdsMark(std::string_view key)
{
    return key.find_first_of("\x01\x02") != std::string_view::npos;
}

Subject foreignSubject(const FormatFile& file, const Format& format, const NameMatch& match, Nanos window)
{
    const KeyRole& main = file.keys.front();
    const std::size_t alternative = std::min(match.alternative, main.names.size() - 1);
    const Pattern& pattern = main.names[alternative];
    Subject subject;
    subject.format = &format;
    const std::string_view capture = tokenCapture(pattern);
    if (const std::string* const token = match.names.text(main.namesTokens() ? "token" : capture))
        subject.token = *token;
    const std::array<PatternMark, 2> marks{{{capture, tokenMark}, {windowCapture(file), windowMark}}};
    const std::string key = pattern.print(match.names, file.epoch, true, marks).value_or(std::string());
    for (std::size_t i = 0; i < key.size(); ++i) {
        if (key[i] == tokenMark[0]) {
            subject.policy += '*';
        } else if (key[i] == windowMark[0]) {
            subject.policy += '<';
            subject.policy += durationNotation(std::chrono::duration_cast<Micros>(window));
            subject.policy += '>';
        } else {
            appendLiterally(subject.policy, std::string_view(key).substr(i, 1));
        }
    }
    return subject;
}

std::string widestGroup(const FormatFile& file, const Subject& subject)
{
    const std::optional<SubjectNames> names = namesOf(file, subject);
    if (!names || names->window > Nanos::zero())
        return subject.policy;
    const Pattern& pattern =
        file.keys.front().names[std::min(names->match.alternative, file.keys.front().names.size() - 1)];
    std::vector<PatternMark> marks;
    for (const std::string_view name : pattern.names())
        if (name != "prefix")
            marks.push_back({name, tokenMark});
    const std::optional<std::string> key = pattern.print(names->match.names, file.epoch, true, marks);
    if (!key)
        return subject.policy;
    std::string group;
    for (const char& c : *key)
        if (c == tokenMark[0])
            group += '*';
        else
            appendLiterally(group, {&c, 1});
    return group;
}

std::optional<SubjectNames> namesOf(const FormatFile& file, const Subject& subject)
{
    std::optional<GroupParts> parts = fill(subject.policy, subject.token);
    if (!parts)
        return std::nullopt;
    std::optional<NameMatch> match = matchName(file, parts->key);
    if (!match || match->role != &file.keys.front())
        return std::nullopt;
    SubjectNames names{std::move(*match), parts->window};
    if (file.keys.front().namesTokens())
        names.match.names.set("token", subject.token);
    names.match.names.erase("bucket");
    if (parts->window > Nanos::zero())
        names.match.names.erase("start");
    return names;
}

} // namespace ratewarden
