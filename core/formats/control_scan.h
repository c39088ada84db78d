// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/ratewarden_control.h"
#include "core/redis/server.h"

#include <string>
#include <vector>

namespace ratewarden {

/// One step through the control keys of a server, as SCAN goes: a token may come twice.
struct ControlPage {
    std::string cursor;                 ///< where to go on; "0": that was all
    std::vector<ControlState> controls; ///< not those of keys that hold something else
};

/// Reads the control keys at `cursor`; begin with "0".
ControlPage scanControlKeys(Server& server, const std::string& cursor, std::int64_t count);

/// What one token's control key holds.
ControlState findControl(Server& server, std::string_view token);

} // namespace ratewarden
