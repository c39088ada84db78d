// SPDX-License-Identifier: MIT
#include "core/redis/cluster_nodes.h"

#include <algorithm>
#include <utility>

namespace ratewarden {
namespace {

using Clock = Stream::Clock;
using namespace std::chrono_literals;

constexpr auto oldAge = 30s;            // of the slots, when nothing has said that they are wrong
constexpr auto betweenFailures = 200ms; // two readings of the slots because of failures
constexpr auto rest = 1s;               // of a node that could not be connected to, or gave no answer in time

} // namespace

ClusterNodes::ClusterNodes(Endpoint endpoint, Timeouts timeouts, std::string clientName)
    : m_endpoint(std::move(endpoint)), m_timeouts(timeouts), m_clientName(std::move(clientName))
{
}

ClusterNode& ClusterNodes::add(const HostPort& address)
{
    auto node = std::make_unique<ClusterNode>();
    node->address = address;
    node->connection = std::make_unique<Connection>(m_endpoint.node(address), m_timeouts, m_clientName);
    const std::scoped_lock lock(m_mutex);
    if (m_isCancelled)
        node->connection->cancel();
    return *m_nodes.emplace_back(std::move(node));
}

ClusterNode& ClusterNodes::at(const HostPort& address)
{
    const auto found = std::ranges::find(m_nodes, address, [](const auto& node) { return node->address; });
    return found == m_nodes.end() ? add(address) : **found;
}

ClusterNode* ClusterNodes::withId(std::string_view idStart) const
{
    const auto found =
        std::ranges::find_if(m_nodes, [&](const auto& node) { return node->id.starts_with(idStart); });
    return found == m_nodes.end() || idStart.empty() ? nullptr : found->get();
}

ClusterNode* ClusterNodes::anyPrimary() const
{
    ClusterNode* best = nullptr;
    for (const auto& node : m_nodes) {
        if (!node->isPrimary || node->ownedSlots == 0)
            continue;
        if (!node->problem)
            return node.get();
        if (best == nullptr || !node->isResting())
            best = node.get();
    }
    return best;
}

void ClusterNodes::noteFailure(ClusterNode& node, const Unavailable& error)
{
    const bool isSlow =
        error.effect() == Unavailable::Effect::None || error.reason() == Unavailable::Reason::TimedOut;
    node.problem = error.problem();
    node.retryAt = isSlow ? Clock::now() + rest : Clock::time_point();
}

std::vector<SlotRange> ClusterNodes::askForSlots()
{
    std::vector<ClusterNode*> candidates;
    for (const auto& node : m_nodes)
        if (!node->isResting())
            candidates.push_back(node.get());
    std::stable_partition(candidates.begin(), candidates.end(),
                          [](const ClusterNode* node) { return !node->problem; });
    std::vector<HostPort> seeds{{m_endpoint.host, m_endpoint.port}};
    seeds.insert(seeds.end(), m_endpoint.others.begin(), m_endpoint.others.end());
    for (const HostPort& seed : seeds)
        if (ClusterNode& node = at(seed); std::ranges::find(candidates, &node) == candidates.end())
            candidates.push_back(&node);
    std::exception_ptr first;
    for (ClusterNode* const node : candidates) {
        try {
            const Reply reply = node->connection->call({"CLUSTER", "SLOTS"});
            std::vector<SlotRange> ranges = readClusterSlots(reply.view(), node->address.host);
            node->problem = {};
            if (!ranges.empty()) // else it has been told to forget the cluster, or not yet met it
                return ranges;
            throw Unavailable(Problem(Unavailable::Reason::ClusterDown, "CLUSTER SLOTS",
                                      node->connection->where(), "no node has any slot"),
                              Unavailable::Effect::None);
        } catch (const Unavailable& error) {
            if (m_isCancelled)
                throw;
            noteFailure(*node, error);
            if (!first)
                first = std::make_exception_ptr(Unavailable(error, Unavailable::Effect::None));
        } catch (const Error&) {
            if (!first)
                first = std::current_exception();
        }
    }
    std::rethrow_exception(first);
}

void ClusterNodes::take(const std::vector<SlotRange>& ranges)
{
    m_owners.fill(nullptr);
    std::vector<std::string> present;
    for (const auto& node : m_nodes)
        node->ownedSlots = 0;
    for (const SlotRange& range : ranges) {
        for (std::size_t i = 0; i < range.nodes.size(); ++i) {
            ClusterNode& node = at(range.nodes[i].address);
            node.id = range.nodes[i].id;
            node.isPrimary = i == 0;
            present.push_back(node.address.text());
        }
        ClusterNode& owner = at(range.nodes.front().address);
        for (std::size_t slot = range.first; slot <= range.last; ++slot)
            m_owners[slot] = &owner;
        owner.ownedSlots += std::size_t(range.last) + 1 - range.first;
    }
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_nodes, [&](const auto& node) {
        return std::ranges::find(present, node->address.text()) == present.end();
    });
}

void ClusterNodes::refresh()
{
    const std::vector<SlotRange> ranges = askForSlots();
    take(ranges);
    m_isStale = false;
    m_readAt = Clock::now();
}

void ClusterNodes::refreshIfNeeded()
{
    if (m_isStale || Clock::now() - m_readAt > oldAge)
        refresh();
}

void ClusterNodes::refreshAfterFailure()
{
    if (Clock::now() - m_readAt < betweenFailures)
        return;
    try {
        refresh();
    } catch (const Error&) { // what failed before says more
        m_readAt = Clock::now();
    }
}

void ClusterNodes::cancel()
{
    m_isCancelled = true;
    const std::scoped_lock lock(m_mutex);
    for (const auto& node : m_nodes)
        node->connection->cancel();
}

} // namespace ratewarden
