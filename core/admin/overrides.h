// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/own/control_scan.h"
#include "core/model/override.h"
#include "core/model/policy.h"
#include "core/redis/server.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ratewarden {

/// An override in force whose rules cannot be read: every decision for the token under the policy fails until
/// it is lifted.
struct UnreadableOverride {
    std::string token;
    std::string policy;
};

/// One step through all overrides of a server, as SCAN goes: one may come twice.
struct OverridePage {
    std::vector<Override> overrides;
    std::vector<UnreadableOverride> unreadable;
    std::vector<UnreadControl> unread; ///< these tokens may have overrides
};

/// The overrides, of those that have not ended, at `cursor`, which goes on.
OverridePage scanOverrides(Server& server, ScanCursor& cursor, std::int64_t count = 500);

} // namespace ratewarden
