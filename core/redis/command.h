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
    enum class Access {
        Reads, ///< it changes no key, and nothing of the server
        Writes ///< it may, or nobody here knows it
    };

    Command() = default; ///< nothing to send yet
    Command(std::initializer_list<std::string_view> arguments);

    /// A call of a script, which must outlive the command: those of scriptNamed() do. The keys, and what
    /// follows them, are added. What it does depends on its arguments, so the caller says it.
    Command(const Script& script, std::size_t keyCount, Access access = Access::Writes);
    /// Makes it another such call, in the memory that it has.
    void restart(const Script& script, std::size_t keyCount, Access access = Access::Writes);

    /// Which node of a cluster gets it, as NodeState::where says, whoever has the slot of its key: what that
    /// node answers is the reply. Where there is one server, it means nothing.
    Command& setNode(std::string where);
    /// Empty: the cluster chooses.
    const std::string& node() const { return m_node; }

    Command& add(std::string_view argument);
    Command& add(std::int64_t argument);
    /// One argument, of the parts joined.
    Command& addJoined(std::span<const std::string_view> parts);

    /// They point into the command.
    std::vector<std::string_view> arguments() const;
    /// Null unless it calls a script.
    const Script* script() const { return m_script; }
    /// The key that decides the slot in a cluster: the first, of commands with several. It points into the
    /// command; empty where the command has none.
    std::string_view key() const;
    Access access() const;
    /// Some of its arguments are, or may hold, passwords: AUTH, HELLO, MIGRATE, ACL, CONFIG SET.
    bool isSecret() const;
    /// The same call of a script, whose writes Redis refuses: EVALSHA_RO, from Redis 7 on. Of others a copy.
    Command asReadOnly() const;
    /// The same call with the script's whole text, for a server that does not have it yet.
    Command withScriptText() const;
    /// For error messages: the command's name, or the script's.
    std::string_view title() const { return m_script ? m_script->name : arguments().front(); }
    /// The title and, of a script, the key that it works on. Of other commands no argument: it may be a
    /// password.
    std::string description() const;
    /// The command as one can type it into redis-cli. It ends with an ellipsis, where it is cut, after about
    /// so many bytes.
    std::string text(std::size_t most = std::string::npos) const;

    /// Appends it as RESP, the protocol of Redis, wants it.
    void encode(std::string& bytes) const;

private:
    std::string m_encoded; // the arguments as RESP has them: so they are copied but once
    std::size_t m_count = 0;
    std::string m_node;
    const Script* m_script = nullptr;
    Access m_scriptAccess = Access::Writes; // means something only with a script
};

} // namespace ratewarden
