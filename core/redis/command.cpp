// SPDX-License-Identifier: MIT
#include "core/redis/command.h"

#include "core/model/text.h"
#include "core/redis/command_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ratewarden {
namespace {

bool isPlain(char c)
{
    return c > 0x20 && c < 0x7F && c != '"' && c != '\'' && c != '\\';
}

// redis-cli's double quotes know \xNN, so every byte can be written.
std::string quotedArgument(std::string_view argument)
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

// Takes arguments off the front of what is encoded.
class ArgumentReader {
public:
    explicit ArgumentReader(std::string_view encoded) : m_rest(encoded) {}

    bool atEnd() const { return m_rest.empty(); }
    std::string_view next()
    {
        std::size_t size = 0;
        const char* const digitsEnd =
            std::from_chars(m_rest.data() + 1, m_rest.data() + m_rest.size(), size).ptr;
        m_rest.remove_prefix(std::size_t(digitsEnd - m_rest.data()) + 2);
        const std::string_view argument = m_rest.substr(0, size);
        m_rest.remove_prefix(size + 2);
        return argument;
    }

private:
    std::string_view m_rest;
};

} // namespace

Command::Command(std::initializer_list<std::string_view> arguments)
{
    for (const std::string_view argument : arguments)
        add(argument);
}

Command::Command(const Script& script, std::size_t keyCount, Access access)
{
    restart(script, keyCount, access);
}

void Command::restart(const Script& script, std::size_t keyCount, Access access)
{
    constexpr std::size_t common = 256; // bytes of a decision with four rules
    m_encoded.clear();
    m_node.clear();
    m_encoded.reserve(common);
    m_count = 0;
    m_script = &script;
    m_scriptAccess = access;
    add("EVALSHA").add(script.sha).add(std::int64_t(keyCount));
}

Command& Command::setNode(std::string where)
{
    m_node = std::move(where);
    return *this;
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
    for (ArgumentReader reader(m_encoded); !reader.atEnd();)
        arguments.push_back(reader.next());
    return arguments;
}

// Called for every command to a cluster: without a search for the name of a script's call, and without memory
// for the few arguments of most others.
std::string_view Command::key() const
{
    ArgumentReader reader(m_encoded);
    if (m_script) { // EVALSHA, the script, the number of keys
        reader.next();
        reader.next();
        return reader.next() == "0" ? std::string_view() : reader.next();
    }
    std::array<std::string_view, 8> few;
    if (m_count > few.size())
        return keyOf(arguments());
    for (std::size_t i = 0; i < m_count; ++i)
        few[i] = reader.next();
    return keyOf(std::span(few).first(m_count));
}

Command::Access Command::access() const
{
    return m_script ? m_scriptAccess : accessOf(arguments());
}

bool Command::isSecret() const
{
    return !m_script && holdsSecret(arguments());
}

Command Command::asReadOnly() const
{
    if (m_script == nullptr)
        return *this;
    Command command{arguments().front() == "EVAL" ? "EVAL_RO" : "EVALSHA_RO"};
    command.m_script = m_script;
    command.m_scriptAccess = m_scriptAccess;
    const std::vector<std::string_view> mine = arguments();
    for (const std::string_view argument : std::span(mine).subspan(1))
        command.add(argument);
    return command;
}

Command Command::withScriptText() const
{
    const std::vector<std::string_view> mine = arguments();
    Command command{mine.front() == "EVALSHA_RO" ? "EVAL_RO" : "EVAL", m_script->text};
    command.m_script = m_script;
    command.m_scriptAccess = m_scriptAccess;
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
    const std::string_view itsKey = m_script ? key() : std::string_view();
    return itsKey.empty() ? std::string(title()) : fmt::format("{} of {}", title(), printable(itsKey));
}

std::string Command::text(std::size_t most) const
{
    std::string text;
    for (ArgumentReader reader(m_encoded); !reader.atEnd();) {
        if (!text.empty())
            text += ' ';
        if (text.size() >= most)
            return text + "…";
        const std::string_view argument = reader.next();
        const std::string_view shown = argument.substr(0, most - text.size());
        text += quotedArgument(shown);
        if (shown.size() < argument.size())
            return text + "…";
    }
    return text;
}

} // namespace ratewarden
