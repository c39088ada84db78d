// SPDX-License-Identifier: MIT
#include "core/formats/files/format_file.h"

#include "core/formats/files/bucket4j_value.h"
#include "core/formats/files/file_faults.h"

#include <algorithm>

namespace ratewarden {
namespace {

Problem problemIn(std::string_view file, int line, std::string_view field, const Problem& reason)
{
    return field.empty() ? Problem(Fault::InFile, file, line, reason)
                         : Problem(Fault::InField, file, line, field, reason);
}

} // namespace

BadFormatFile::BadFormatFile(std::string_view file, int line, std::string_view field, const Problem& reason)
    : InvalidArgument(problemIn(file, line, field, reason)), m_line(line), m_field(field)
{
}

bool KeyRole::takesType(std::string_view redisType) const
{
    return type == ValueType::Any || typeName(type) == redisType;
}

bool KeyRole::capturesInName(std::string_view name) const
{
    return std::ranges::any_of(names, [&](const Pattern& pattern) { return pattern.captures(name); });
}

bool KeyRole::capturesInValue(std::string_view name) const
{
    return std::ranges::any_of(values, [&](const Pattern& pattern) { return pattern.captures(name); }) ||
           std::ranges::any_of(fields, [&](const HashField& field) { return field.value.captures(name); }) ||
           (isBucket4j() && isBucket4jCapture(name)) || (element && element->captures(name)) ||
           (score && score->captures(name));
}

bool KeyRole::captures(std::string_view name) const
{
    return capturesInName(name) || capturesInValue(name) || hasFieldsNamedBy(name);
}

bool KeyRole::listsBlocked() const
{
    return type == ValueType::Set && element && element->captures("blocked");
}

bool KeyRole::namesTokens() const
{
    return type == ValueType::Hash && hasFieldsNamedBy("token");
}

bool KeyRole::hasFieldsNamedBy(std::string_view name) const
{
    return std::ranges::any_of(fields, [&](const HashField& field) {
        return field.namePattern && field.namePattern->captures(name);
    });
}

bool KeyRole::isNamedBy(std::string_view name) const
{
    return std::ranges::all_of(names, [&](const Pattern& pattern) { return pattern.captures(name); });
}

bool KeyRole::isAnothers(std::string_view key) const
{
    return std::ranges::any_of(notNames, [&](const Pattern& pattern) {
        Record ignored;
        return pattern.match(key, ignored, {}, true);
    });
}

const KeyRole* FormatFile::role(std::string_view role) const
{
    const auto found = std::ranges::find(keys, role, &KeyRole::role);
    return found != keys.end() ? &*found : nullptr;
}

} // namespace ratewarden
