// SPDX-License-Identifier: MIT
#include "core/redis/command.h"

#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

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

// "*4\r\n", "$12\r\n"
void appendCount(std::string& bytes, char type, std::size_t count)
{
    std::array<char, 24> text{type};
    char* const end = std::to_chars(text.data() + 1, text.data() + text.size(), count).ptr;
    bytes.append(text.data(), end).append("\r\n");
}

} // namespace

Command::Command(std::initializer_list<std::string_view> arguments)
{
    for (const std::string_view argument : arguments)
        add(argument);
}

Command::Command(const Script& script, std::size_t keyCount)
{
    restart(script, keyCount);
}

void Command::restart(const Script& script, std::size_t keyCount)
{
    constexpr std::size_t common = 256; // bytes of a decision with four rules
    m_encoded.clear();
    m_encoded.reserve(common);
    m_count = 0;
    m_script = &script;
    add("EVALSHA").add(script.sha).add(std::int64_t(keyCount));
}

Command& Command::add(std::string_view argument)
{
    return addJoined({&argument, 1});
}

Command& Command::add(std::int64_t argument)
{
    std::array<char, 24> text{};
    const char* const end = std::to_chars(text.data(), text.data() + text.size(), argument).ptr;
    return add(std::string_view(text.data(), end));
}

Command& Command::addJoined(std::span<const std::string_view> parts)
{
    std::size_t size = 0;
    for (const std::string_view part : parts)
        size += part.size();
    appendCount(m_encoded, '$', size);
    for (const std::string_view part : parts)
        m_encoded += part;
    m_encoded += "\r\n";
    ++m_count;
    return *this;
}

std::vector<std::string_view> Command::arguments() const
{
    std::vector<std::string_view> arguments;
    arguments.reserve(m_count);
    std::string_view rest = m_encoded;
    while (!rest.empty()) {
        std::size_t size = 0;
        const char* const digitsEnd = std::from_chars(rest.data() + 1, rest.data() + rest.size(), size).ptr;
        rest.remove_prefix(std::size_t(digitsEnd - rest.data()) + 2);
        arguments.push_back(rest.substr(0, size));
        rest.remove_prefix(size + 2);
    }
    return arguments;
}

Command Command::withScriptText() const
{
    Command command{"EVAL", m_script->text};
    command.m_script = m_script;
    const std::vector<std::string_view> mine = arguments();
    for (const std::string_view argument : std::span(mine).subspan(2))
        command.add(argument);
    return command;
}

void Command::encode(std::string& bytes) const
{
    appendCount(bytes, '*', m_count);
    bytes += m_encoded;
}

std::string Command::description() const
{
    const std::size_t firstKey = 3;
    return m_script && m_count > firstKey ? fmt::format("{} of {}", title(), printable(arguments()[firstKey]))
                                          : std::string(title());
}

std::string Command::text() const
{
    std::string text;
    for (const std::string_view argument : arguments()) {
        if (!text.empty())
            text += ' ';
        text += quoted(argument);
    }
    return text;
}

} // namespace ratewarden
