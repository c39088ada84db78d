// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format.h"
#include "core/formats/intent.h"
#include "core/redis/command.h"

#include <string_view>
#include <vector>

namespace ratewarden {

/// What a script that undoes a change would answer if it ran now, found by reading alone: so a dry run needs
/// no right to write. For restore_control.lua, restore.lua, change_keys.lua,
/// change_fields.lua, expire_key.lua and free_slots.lua.
class ScriptForecast {
public:
    /// Of another command it is that nothing is in its way.
    explicit ScriptForecast(Command call);

    std::vector<Command> questions() const;
    /// Of the answers to these. Throws the typed error of one that failed.
    Undone read(const Answers& answers) const;

private:
    bool is(std::string_view script) const;
    std::vector<std::string_view> keys() const;
    std::vector<std::string_view> rest() const; ///< what follows the keys
    Undone ofKeys(const Answers& answers) const;
    Undone ofExpiry(const Answers& answers) const;
    Undone ofControl(const Answers& answers) const;
    Undone ofState(const Answers& answers) const;
    /// Of what follows the keys a moment in milliseconds since the epoch, -1 for never.
    bool hasPassed(std::size_t argument, const Answers& answers) const;

    Command m_call;
};

} // namespace ratewarden
