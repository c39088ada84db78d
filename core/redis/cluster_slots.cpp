// SPDX-License-Identifier: MIT
#include "core/redis/cluster_slots.h"

#include "core/redis/key_slot.h"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace ratewarden {
namespace {

std::uint16_t boundedNumber(ReplyView reply, std::int64_t most)
{
    const std::int64_t number = reply.integer();
    if (number < 0 || number > most)
        throw BadReply("CLUSTER SLOTS: a number is out of range");
    return std::uint16_t(number);
}

SlotRange::Node nodeIn(ReplyView reply, const std::string& asked)
{
    constexpr std::int64_t largestPort = 65535;
    if (reply.size() < 3) // Redis before 4 had no ids
        throw BadReply("CLUSTER SLOTS: a node has no id");
    SlotRange::Node node;
    node.address.host = reply[0].isNil() ? "" : reply[0].string();
    if (node.address.host.empty() || node.address.host == "?")
        node.address.host = asked;
    node.address.port = boundedNumber(reply[1], largestPort);
    node.id = reply[2].string();
    return node;
}

} // namespace

std::vector<SlotRange> readClusterSlots(ReplyView reply, const std::string& asked)
{
    constexpr std::size_t mostNodes = 2000; // twice what Redis recommends; each takes a connection
    std::vector<SlotRange> ranges;
    std::set<std::pair<std::string, std::uint16_t>> nodes;
    for (std::size_t i = 0; i < reply.size(); ++i) {
        const ReplyView line = reply[i];
        if (line.size() < 3)
            throw BadReply("CLUSTER SLOTS: a range has no node");
        SlotRange range{boundedNumber(line[0], slotCount - 1), boundedNumber(line[1], slotCount - 1), {}};
        for (std::size_t k = 2; k < line.size(); ++k) {
            range.nodes.push_back(nodeIn(line[k], asked));
            nodes.emplace(range.nodes.back().address.host, range.nodes.back().address.port);
        }
        if (nodes.size() > mostNodes)
            throw BadReply(
                fmt::format("CLUSTER SLOTS: more than {} nodes are named, which is the most that is "
                            "taken",
                            mostNodes));
        ranges.push_back(std::move(range));
    }
    return ranges;
}

Unavailable noSlots(std::string_view where)
{
    return {Problem(Unavailable::Reason::ClusterDown, "CLUSTER SLOTS", where, "no node has any slot"),
            Unavailable::Effect::None};
}

} // namespace ratewarden
