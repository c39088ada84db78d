// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/script.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A Redis command as its arguments, the name first. Binary-safe; nothing is ever formatted into it.
class Command {
public:
    Command(std::initializer_list<std::string_view> arguments)
        : m_arguments(arguments.begin(), arguments.end())
    {
    }

    /// A call of a script, which must outlive the command: those of scriptNamed() do.
    Command(const Script& script, std::span<const std::string> keys);

    Command& add(std::string_view argument);
    Command& add(std::int64_t argument);

    const std::vector<std::string>& arguments() const { return m_arguments; }
    /// Null unless it calls a script.
    const Script* script() const { return m_script; }
    /// The same call with the script's whole text, for a server that does not have it yet.
    Command withScriptText() const;
    /// For error messages: the command's name, or the script's.
    std::string_view title() const { return m_script ? m_script->name : m_arguments.front(); }
    /// The title and, of a script, the key that it works on. Of other commands no argument: it may be a
    /// password.
    std::string description() const;
    /// The command as one can type it into redis-cli.
    std::string text() const;

private:
    std::vector<std::string> m_arguments;
    const Script* m_script = nullptr;
};

} // namespace ratewarden
