// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "core/model/problem.h"
#include "core/redis/server_info.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

Json nodeJson(const NodeState& node)
{
    Json json;
    json["node"] = node.where;
    json["role"] = node.isPrimary ? "primary" : "replica";
    json["slots"] = node.ownedSlots;
    json["reachable"] = !node.problem;
    if (node.problem)
        json["problem"] = englishText(node.problem);
    return json;
}

/// Denied, as an exit code, where one is unreachable.
Exit listNodes(Terminal& terminal)
{
    Server& server = terminal.server();
    const std::vector<Reply> sizes = server.pipeline({{"DBSIZE"}}); // asks every primary of a cluster
    if (!sizes.front().view().isError())
        static_cast<void>(sizes.front().view().integer()); // throws where no Redis answers
    const std::vector<NodeState> nodes = server.nodes();
    Json list = Json::array();
    Table table({{"NODE"}, {"ROLE"}, {"SLOTS", Table::Number}, {"STATE", Table::Long}});
    for (const NodeState& node : nodes) {
        list.push_back(nodeJson(node));
        table.add({node.where, node.isPrimary ? "primary" : "replica", fmt::format("{}", node.ownedSlots),
                   node.problem ? Cell("unreachable: " + englishText(node.problem), Tone::Bad)
                                : Cell("up", Tone::Good)});
    }
    terminal.print({{"nodes", list}}, table, fmt::format("{} is one server", server.where()));
    const bool anyDown = std::ranges::any_of(nodes, [](const NodeState& node) { return bool(node.problem); });
    return anyDown ? Denied : Done;
}

} // namespace

void addNodesCommand(CLI::App& app, Terminal& terminal)
{
    addCommand(app, terminal, "nodes",
               "The servers behind the address: of a cluster with their slots, of Sentinels with "
               "their roles",
               listNodes);
}

} // namespace ratewarden::ctl
