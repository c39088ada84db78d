// SPDX-License-Identifier: MIT
#include "core/admin/overrides.h"

#include "core/formats/own/control_scan.h"

#include <algorithm>
#include <iterator>

namespace ratewarden {

OverridePage scanOverrides(Server& server, ScanCursor& cursor, std::int64_t count)
{
    ControlScanPage scan = scanControlKeys(server, cursor, count);
    OverridePage page{{}, {}, std::move(scan.unread)};
    for (ControlState& control : scan.controls) {
        std::ranges::move(control.overrides, std::back_inserter(page.overrides));
        for (std::string& policy : control.unreadable)
            page.unreadable.push_back({control.token, std::move(policy)});
    }
    return page;
}

} // namespace ratewarden
