// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/reply.h"
#include "core/redis/server.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace ratewarden {

/// What came of trying commands on one key.
struct TriedCommands {
    std::map<std::string_view, std::string> missing; ///< by the command, "+hset"
    std::set<std::string_view> keyRefused;           ///< commands that may run, but not on the key
    bool reads = false;                              ///< some command that reads is allowed on the key
};

/// Sends each of these commands (in upper case) in a form that fails or does nothing. Only for keys of which
/// none exists; `stream`: the key that commands of streams are given. Those without such a form are left out.
TriedCommands tryCommands(Server& server, std::span<const std::string_view> names, std::string_view key,
                          std::string_view stream);

/// The right that the reply says is missing: "+hset", "~key", or "~" where it does not say which key. Empty:
/// none is.
std::string missingRight(const Reply& reply, std::string_view where);

/// A call of a script that no server has: it says whether the user may call scripts, with that key if one is
/// given.
Command noScriptsCall(std::string_view key = {});

} // namespace ratewarden
