// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/nodes_text.h"

#include "core/redis/key_slot.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ratewarden::ui {
namespace {

struct NodesText {
    Q_DECLARE_TR_FUNCTIONS(NodesText)
};

bool isDown(const NodeState& node)
{
    return bool(node.problem);
}

} // namespace

QString nodesText(const std::vector<NodeState>& nodes)
{
    if (nodes.empty())
        return {};
    const auto down = std::ranges::count_if(nodes, isDown);
    if (down > 0)
        return QStringLiteral("▲ ") + NodesText::tr("%1 of %2 nodes down").arg(down).arg(nodes.size());
    return NodesText::tr("%Ln node(s)", nullptr, int(nodes.size()));
}

QString nodesSentence(const std::vector<NodeState>& nodes)
{
    QStringList lost;
    std::size_t served = 0;
    for (const NodeState& node : nodes) {
        if (!node.problem)
            served += node.ownedSlots;
        else if (node.isPrimary)
            lost << shown(node.where);
    }
    const bool isCluster =
        std::ranges::any_of(nodes, [](const NodeState& node) { return node.ownedSlots > 0; });
    if (!lost.isEmpty())
        return NodesText::tr("Unreachable: %1. The tokens there are not shown, or as they were read last.")
            .arg(lost.join(QStringLiteral(", ")));
    if (isCluster && served < slotCount)
        return NodesText::tr("%1 of 16,384 slots have a node; the tokens of the others are not shown.")
            .arg(numberText(Units(served)));
    return isCluster ? NodesText::tr("All slots are served.")
                     : NodesText::tr("The primary is the server that Sentinel names.");
}

} // namespace ratewarden::ui
