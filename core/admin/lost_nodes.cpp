// SPDX-License-Identifier: MIT
#include "core/admin/lost_nodes.h"

#include <algorithm>

namespace ratewarden {

void LostNodes::look(const Server& server)
{
    for (const NodeState& node : server.nodes())
        if (node.isPrimary && node.problem && std::ranges::find(m_names, node.where) == m_names.end())
            m_names.push_back(node.where);
}

} // namespace ratewarden
