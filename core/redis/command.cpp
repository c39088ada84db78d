// SPDX-License-Identifier: MIT
#include "core/redis/command.h"

#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {
namespace {

bool isPlain(char c)
{
    return c > 0x20 && c < 0x7F && c != '"' && c != '\'' && c != '\\';
}

// redis-cli's double quotes know \xNN, so every byte can be written.
std::string quoted(std::string_view argument)
{
    if (!argument.empty() && std::ranges::all_of(argument, isPlain))
        return std::string(argument);
    std::string text = "\"";
    for (const char c : argument) {
        if (c == '"' || c == '\\')
            text += fmt::format("\\{}", c);
        else if (c >= 0x20 && c < 0x7F)
            text += c;
        else
            text += fmt::format("\\x{:02x}", std::uint8_t(c));
    }
    return text + "\"";
}

} // namespace

Command::Command(const Script& script, std::span<const std::string> keys)
    : m_arguments{"EVALSHA", script.sha, std::to_string(keys.size())}, m_script(&script)
{
    m_arguments.insert(m_arguments.end(), keys.begin(), keys.end());
}

Command& Command::add(std::string_view argument)
{
    m_arguments.emplace_back(argument);
    return *this;
}

Command& Command::add(std::int64_t argument)
{
    m_arguments.push_back(std::to_string(argument));
    return *this;
}

Command Command::withScriptText() const
{
    Command command = *this;
    command.m_arguments[0] = "EVAL";
    command.m_arguments[1] = m_script->text;
    return command;
}

std::string Command::description() const
{
    const std::size_t firstKey = 3;
    return m_script && m_arguments.size() > firstKey
               ? fmt::format("{} of {}", title(), printable(m_arguments[firstKey]))
               : std::string(title());
}

std::string Command::text() const
{
    std::string text;
    for (const std::string& argument : m_arguments) {
        if (!text.empty())
            text += ' ';
        text += quoted(argument);
    }
    return text;
}

} // namespace ratewarden
