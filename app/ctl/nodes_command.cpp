// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "core/model/problem.h"
#include "core/redis/server_info.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

struct NodesOptions {};

void declare(CLI::App&, NodesOptions&) {}

Json jsonOf(const NodeState& node)
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
Exit listNodes(Terminal& terminal, const NodesOptions&)
{
    Server& server = terminal.server();
    static_cast<void>(server.pipeline({{"DBSIZE"}})); // asks every primary of a cluster
    const std::vector<NodeState> nodes = server.nodes();
    Json list = Json::array();
    std::size_t width = 0;
    for (const NodeState& node : nodes) {
        list.push_back(jsonOf(node));
        width = std::max(width, node.where.size());
    }
    if (terminal.isJson()) {
        fmt::print("{}\n", Json{{"nodes", list}}.dump());
    } else {
        if (nodes.empty())
            fmt::print("{} is one server\n", server.where());
        for (const NodeState& node : nodes)
            fmt::print("{:{}}  {:7}  {:>5} slots  {}\n", node.where, width,
                       node.isPrimary ? "primary" : "replica", node.ownedSlots,
                       node.problem ? "unreachable: " + englishText(node.problem) : "up");
    }
    const bool anyDown = std::ranges::any_of(nodes, [](const NodeState& node) { return bool(node.problem); });
    return anyDown ? Denied : Done;
}

} // namespace

void addNodesCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<NodesOptions>(
        app, terminal, "nodes",
        "The servers behind the address: of a cluster with their slots, of Sentinels with "
        "their roles; exits 1 when one is unreachable",
        declare, listNodes);
}

} // namespace ratewarden::ctl
