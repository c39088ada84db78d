// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/redis/server.h"

#include <string>
#include <vector>

namespace ratewarden {

/// A control key that could not be read: the user may not, or another program has put something else there.
struct UnreadControl {
    std::string token;
    std::string reason; ///< the same for all that fail in the same way
};

/// One step through the control keys of a server, as SCAN goes: a token may come twice.
struct ControlScan {
    std::string cursor; ///< where to go on; "0": that was all
    Instant now{};      ///< by the server's clock; by this machine's if the user may not ask for it
    std::vector<std::string> tokens;
    std::vector<Reply> replies; ///< to what was asked for each; no errors
    std::vector<UnreadControl> unread;
};

/// Asks `question` for the token of each control key at `cursor`; begin with "0".
ControlScan scanControlKeys(Server& server, const std::string& cursor, std::int64_t count,
                            Command (*question)(std::string_view token));

} // namespace ratewarden
