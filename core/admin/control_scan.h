// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/redis/server.h"

#include <string>
#include <vector>

namespace ratewarden {

/// One step through the control keys of a server, as SCAN goes: a token may come twice.
struct ControlScan {
    std::string cursor; ///< where to go on; "0": that was all
    Instant now{};      ///< by the server's clock
    std::vector<std::string> tokens;
    std::vector<Reply> replies; ///< to what was asked for each, or an error for a key of another program
};

/// Asks `question` for the token of each control key at `cursor`; begin with "0".
ControlScan scanControlKeys(Server& server, const std::string& cursor, std::int64_t count,
                            Command (*question)(std::string_view token));

} // namespace ratewarden
