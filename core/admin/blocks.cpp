// SPDX-License-Identifier: MIT
#include "core/admin/blocks.h"

#include "core/formats/own/control_scan.h"

#include <utility>

namespace ratewarden {

BlockPage scanBlocks(Server& server, ScanCursor& cursor, std::int64_t count)
{
    ControlScanPage scan = scanControlKeys(server, cursor, count);
    BlockPage page{{}, std::move(scan.unread)};
    for (ControlState& control : scan.controls)
        if (control.block)
            page.blocks.push_back(std::move(*control.block));
    return page;
}

std::optional<Block> findBlock(Server& server, std::string_view token)
{
    return findControl(server, token).block;
}

} // namespace ratewarden
