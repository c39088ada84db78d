// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/own/control_scan.h"
#include "core/model/block.h"
#include "core/redis/server.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// One step through all blocks of a server, as SCAN goes: a block may come twice.
struct BlockPage {
    std::vector<Block> blocks;
    std::vector<UnreadControl> unread; ///< these tokens may be blocked
};

/// The blocks, of those that have not ended, at `cursor`, which goes on.
BlockPage scanBlocks(Server& server, ScanCursor& cursor, std::int64_t count = 500);

/// The token's block, if there is one that has not ended.
std::optional<Block> findBlock(Server& server, std::string_view token);

} // namespace ratewarden
