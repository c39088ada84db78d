// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shape_server.h"

#include "core/formats/files/capture_types.h"

#include <algorithm>
#include <stdexcept>

namespace ratewarden::test {
namespace {

const KeyRole& roleNamed(const FormatFile& file, std::string_view name)
{
    const auto found = std::ranges::find(file.keys, name, &KeyRole::role);
    if (found == file.keys.end())
        throw std::logic_error("there is no role " + std::string(name));
    return *found;
}

std::vector<const Pattern*> valuePatterns(const KeyRole& role)
{
    std::vector<const Pattern*> patterns;
    for (const Pattern& pattern : role.values)
        patterns.push_back(&pattern);
    for (const KeyRole::HashField& field : role.fields)
        patterns.push_back(&field.value);
    return patterns;
}

// Some text or number of the type.
CapturedValue sampleOf(const CaptureType& type)
{
    using Kind = CaptureType::Kind;
    if (!type.choices.empty())
        return type.choices.front();
    switch (type.kind) {
    case Kind::Int:
    case Kind::Uint:
    case Kind::Num:
    case Kind::U32be:
    case Kind::U32le:
    case Kind::F64be:
    case Kind::IgbinaryInt:
    case Kind::MsgpackInt:
        return 7.0;
    case Kind::Hex:
    case Kind::Alnum:
    case Kind::Base64:
    case Kind::Bytes:
        return std::string(std::size_t(type.width), 'a');
    case Kind::Uuid:
        return std::string("00000000-0000-4000-8000-000000000000");
    default:
        return std::string("x");
    }
}

bool isAlive(const std::optional<Nanos>& expires, Nanos now)
{
    return !expires || *expires > now;
}

std::optional<Nanos> expiryAfter(const KeyWrite& write, const std::optional<Nanos>& before, Nanos now)
{
    if (write.keepExpiry)
        return before;
    return write.expiresIn ? std::optional(now + *write.expiresIn) : std::nullopt;
}

} // namespace

ShapeServer::ShapeServer(const FormatFile& file, std::optional<Nanos> window) : m_file(file), m_window(window)
{
}

void ShapeServer::nameAll(const Rule& rule)
{
    const auto nameIn = [&](const Pattern& pattern, bool isName) {
        for (const std::string_view name : pattern.names()) {
            const CaptureType& type = *pattern.type(name);
            if (isName && name == "limit")
                m_names.set(name, double(rule.limit));
            else if (isName && name == "times")
                m_names.set(name, 1.0);
            else if (isName && name == "window")
                m_names.set(name, Nanos(rule.window));
            else if (name == "token" || name == "prefix" || !hasMeaning(name))
                m_names.set(name, sampleOf(type));
        }
    };
    for (const KeyRole& role : m_file.keys) {
        for (const Pattern& pattern : role.names)
            nameIn(pattern, true);
        for (const Pattern* const pattern : valuePatterns(role))
            nameIn(*pattern, false);
        if (!role.keep)
            continue;
        Record values;
        const auto add = [&](const char* name, const CapturedValue& value) {
            if (role.captures(name) && !role.names.front().captures(name))
                values.set(name, value);
        };
        add("limit", double(rule.limit));
        add("window", Nanos(rule.window));
        add("left", double(rule.limit));
        add("start", Nanos(0));
        add("until", m_file.epoch);
        put(role.role, values);
    }
}

void ShapeServer::put(const std::string& role, const Record& values, std::optional<Nanos> expires)
{
    m_keys[role] = {values, expires};
}

void ShapeServer::put(std::vector<FoundEntry> entries, std::optional<Nanos> expires)
{
    m_keys["main"] = {{}, expires};
    m_entries = std::move(entries);
}

void ShapeServer::put(NumberedWindow window)
{
    m_windows[window.bucket] = window;
}

FoundState ShapeServer::at(Nanos now) const
{
    FoundState state;
    state.now = now;
    state.record = m_names;
    for (const auto& [role, key] : m_keys) {
        if (!isAlive(key.expires, now))
            continue;
        state.keys[role] = {true, key.expires, {}};
        for (const auto& [name, value] : key.values.all())
            state.record.set(name, value);
        if (role == "main")
            state.entries = m_entries;
    }
    if (numberingOf(m_file) == Numbering::None || !m_window)
        return state;
    // The key that was clicked is that of now.
    const std::int64_t bucket = now / *m_window;
    setWindowNumber(m_file, state.record, bucket, *m_window);
    for (const auto& [number, window] : m_windows)
        if (isAlive(window.expires, now)) {
            state.windows.push_back(window);
            if (number == bucket) {
                state.keys["main"] = {true, window.expires, {}};
                const bool left = !roleNamed(m_file, "main").values.empty() &&
                                  roleNamed(m_file, "main").values.front().captures("left");
                state.record.set(left ? "left" : "count", window.units);
            }
        }
    return state;
}

void ShapeServer::apply(const ShapePlan& plan, Nanos now)
{
    for (const KeyWrite& one : plan.writes)
        write(roleNamed(m_file, one.role), one, now);
}

CapturedValue ShapeServer::stored(std::string_view name, const CapturedValue& value) const
{
    const auto throughType = [&](const Pattern& pattern) -> std::optional<CapturedValue> {
        const CaptureType* const type = pattern.type(name);
        if (!type)
            return std::nullopt;
        const auto text = writeCapture(*type, name, value, m_file.epoch);
        const auto read = text ? readCapture(*type, name, *text, m_file.epoch) : std::nullopt;
        if (!read)
            throw std::logic_error("cannot be written: " + std::string(name));
        return read;
    };
    for (const KeyRole& role : m_file.keys) {
        for (const Pattern* const pattern : valuePatterns(role))
            if (const auto read = throughType(*pattern))
                return *read;
        for (const std::optional<Pattern>* const pattern : {&role.element, &role.score})
            if (*pattern)
                if (const auto read = throughType(**pattern))
                    return *read;
    }
    return value;
}

void ShapeServer::checkRendering(const KeyRole& role, const KeyWrite& write) const
{
    const auto renders = [&](const Pattern& pattern) {
        return (write.record.has("blocked") || !pattern.captures("blocked")) &&
               pattern.print(write.record, m_file.epoch).has_value();
    };
    if (!std::ranges::any_of(role.names, renders))
        throw std::logic_error("no name can be printed for " + role.role);
    if (write.what == KeyWrite::What::Delete)
        return;
    if (!role.values.empty() && !std::ranges::any_of(role.values, renders))
        throw std::logic_error("no value can be printed for " + role.role);
    for (const KeyRole::HashField& field : role.fields)
        if (!field.optional && role.type == ValueType::Hash && !renders(field.value))
            throw std::logic_error("a field cannot be printed: " + field.name);
    if (write.expiresIn &&
        (*write.expiresIn <= Nanos(0) || *write.expiresIn % std::chrono::milliseconds(1) != Nanos(0)))
        throw std::logic_error("not a number of milliseconds");
}

void ShapeServer::write(const KeyRole& role, const KeyWrite& write, Nanos now)
{
    checkRendering(role, write);
    if (write.bucket) {
        if (windowNumber(m_file, write.record, *m_window) != write.bucket)
            throw std::logic_error("the record is of another window");
        const auto before = m_windows.find(*write.bucket);
        const auto kept = before != m_windows.end() ? before->second.expires : std::nullopt;
        if (write.what == KeyWrite::What::Delete) {
            m_windows.erase(*write.bucket);
            return;
        }
        const bool left = !role.values.empty() && role.values.front().captures("left");
        const double units = write.record.number(left ? "left" : "count").value();
        m_windows[*write.bucket] = {*write.bucket, units, expiryAfter(write, kept, now)};
        return;
    }
    if (write.what == KeyWrite::What::Delete) {
        m_keys.erase(role.role);
        if (role.role == "main")
            m_entries.clear();
        return;
    }
    if (write.what == KeyWrite::What::Join) {
        m_keys[role.role].values.set("blocked", *write.record.text("token"));
        return;
    }
    if (write.what == KeyWrite::What::Leave) {
        m_keys[role.role].values.erase("blocked");
        return;
    }
    Key key;
    if (const auto before = m_keys.find(role.role); before != m_keys.end()) {
        key.expires = before->second.expires;
        if (write.what == KeyWrite::What::Fields)
            key.values = before->second.values;
    }
    key.expires = expiryAfter(write, key.expires, now);
    // Of a string the first alternative that can be printed; of a hash all fields.
    for (const Pattern* const pattern : valuePatterns(role)) {
        if (!pattern->print(write.record, m_file.epoch) ||
            (pattern->captures("blocked") && !write.record.has("blocked")))
            continue;
        for (const std::string_view name : pattern->names())
            if (const CapturedValue* const value = write.record.find(name))
                key.values.set(name, stored(name, *value));
        if (!role.values.empty())
            break;
    }
    m_keys[role.role] = key;
    if (role.role != "main" || !(role.element || role.type == ValueType::Stream))
        return;
    m_entries = write.entries;
    std::vector<Nanos> times;
    for (FoundEntry& entry : m_entries) {
        entry.at = std::get<Nanos>(stored(role.captures("end") ? "end" : "time", entry.at));
        times.push_back(entry.at);
    }
    // A set keeps equal members once; those with a random part are never equal.
    if (role.type == ValueType::SortedSet && role.element->captures("time") &&
        std::ranges::adjacent_find(times) != times.end())
        throw std::logic_error("two entries became one");
}

} // namespace ratewarden::test
