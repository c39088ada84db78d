// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/own/ratewarden_control.h"
#include "core/redis/scan_cursor.h"
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
struct ControlScanPage {
    std::vector<ControlState> controls;
    std::vector<UnreadControl> unread;
};

/// Reads the control keys at `cursor`, which goes on.
ControlScanPage scanControlKeys(Server& server, ScanCursor& cursor, std::int64_t count);

/// What one token's control key holds.
ControlState findControl(Server& server, std::string_view token);

} // namespace ratewarden
