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
    Command() = default; ///< nothing to send yet
    Command(std::initializer_list<std::string_view> arguments);

    /// A call of a script, which must outlive the command: those of scriptNamed() do. The keys, and what
    /// follows them, are added.
    Command(const Script& script, std::size_t keyCount);
    /// Makes it another such call, in the memory that it has.
    void restart(const Script& script, std::size_t keyCount);

    Command& add(std::string_view argument);
    Command& add(std::int64_t argument);
    /// One argument, of the parts joined.
    Command& addJoined(std::span<const std::string_view> parts);

    /// They point into the command.
    std::vector<std::string_view> arguments() const;
    /// Null unless it calls a script.
    const Script* script() const { return m_script; }
    /// The same call with the script's whole text, for a server that does not have it yet.
    Command withScriptText() const;
    /// For error messages: the command's name, or the script's.
    std::string_view title() const { return m_script ? m_script->name : arguments().front(); }
    /// The title and, of a script, the key that it works on. Of other commands no argument: it may be a
    /// password.
    std::string description() const;
    /// The command as one can type it into redis-cli.
    std::string text() const;

    /// Appends it as RESP, the protocol of Redis, wants it.
    void encode(std::string& bytes) const;

private:
    std::string m_encoded; // the arguments as RESP has them: so they are copied but once
    std::size_t m_count = 0;
    const Script* m_script = nullptr;
};

} // namespace ratewarden
