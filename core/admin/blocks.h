// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/control_scan.h"
#include "core/model/block.h"
#include "core/redis/server.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What is asked for when a token is blocked.
struct BlockRequest {
    std::string token;
    std::optional<Micros> duration; ///< empty: for good
    std::string reason;             ///< 1 to 1000 bytes
    std::string by;                 ///< who blocks, 1 to 200 bytes
};

/// Blocks a token under every policy, by the server's clock; an earlier block is replaced. It takes effect in
/// the next decision everywhere. Throws InvalidArgument for what is out of range.
Block blockToken(Server& server, const BlockRequest& request);

/// False when the token was not blocked.
bool unblockToken(Server& server, std::string_view token);

/// One step through all blocks of a server, as SCAN goes: a block may come twice.
struct BlockPage {
    std::string cursor; ///< where to go on; "0": that was all
    std::vector<Block> blocks;
    std::vector<UnreadControl> unread; ///< these tokens may be blocked
};

/// The blocks, of those that have not ended, at `cursor`; begin with "0".
BlockPage scanBlocks(Server& server, const std::string& cursor, std::int64_t count = 500);

/// The token's block, if there is one that has not ended.
std::optional<Block> findBlock(Server& server, std::string_view token);

/// Who blocks when a person at this machine does: the login name, from $USER or the user database, else "uid
/// N".
std::string loginName();

/// The command behind it.
Command blockCommand(const BlockRequest& request);

} // namespace ratewarden
