// SPDX-License-Identifier: MIT
#include "core/formats/record.h"

#include <algorithm>

namespace ratewarden {

void Record::set(std::string_view name, CapturedValue value)
{
    const auto found = std::ranges::find(m_values, name, &std::pair<std::string, CapturedValue>::first);
    if (found != m_values.end())
        found->second = std::move(value);
    else
        m_values.emplace_back(name, std::move(value));
}

void Record::erase(std::string_view name)
{
    std::erase_if(m_values, [&](const auto& one) { return one.first == name; });
}

const CapturedValue* Record::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_values, name, &std::pair<std::string, CapturedValue>::first);
    return found != m_values.end() ? &found->second : nullptr;
}

std::optional<double> Record::number(std::string_view name) const
{
    const double* const number = std::get_if<double>(find(name)); // null, too, of nothing
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<Nanos> Record::time(std::string_view name) const
{
    const Nanos* const time = std::get_if<Nanos>(find(name));
    return time ? std::optional(*time) : std::nullopt;
}

const std::string* Record::text(std::string_view name) const
{
    return std::get_if<std::string>(find(name));
}

} // namespace ratewarden
