// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/cluster_note.h"

#include "core/model/errors.h"
#include "core/redis/server_info.h"

#include <fmt/format.h>

#include <cstdio>

namespace ratewarden::ctl {

void noteIfClusterNode(Server& server)
{
    try {
        if (readServerInfo(server).clusterEnabled.value_or(false))
            fmt::print(stderr, "note: {} is one node of a cluster; only this node's tokens are seen\n",
                       server.where());
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) { // the command itself will say what is wrong
    }
}

} // namespace ratewarden::ctl
