// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/cluster_note.h"

#include "core/model/errors.h"
#include "core/redis/server_info.h"

#include <fmt/format.h>

#include <cstdio>

namespace ratewarden::ctl {

bool noteIfClusterNode(Server& server)
{
    try {
        const bool isClusterNode = readServerInfo(server).clusterEnabled.value_or(false);
        for (const NodeState& node : server.nodes())
            if (node.problem)
                fmt::print(stderr, "note: the node {} is unreachable; its tokens are not seen: {}\n",
                           node.where, englishText(node.problem));
        const bool isOneOfThem = isClusterNode && server.nodes().empty();
        if (isOneOfThem)
            fmt::print(stderr, "note: {} is one node of a cluster; only this node's tokens are seen\n",
                       server.where());
        return isOneOfThem;
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) { // the command itself will say what is wrong
        return false;
    }
}

} // namespace ratewarden::ctl
