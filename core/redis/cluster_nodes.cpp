// SPDX-License-Identifier: MIT
#include "core/redis/cluster_nodes.h"

namespace ratewarden {

ClusterNodes::ClusterNodes(const Endpoint& endpoint, Timeouts timeouts, const std::string& clientName)
    : ClusterMap(endpoint, [this, endpoint, timeouts, clientName](const HostPort& address) {
        auto connection = std::make_unique<Connection>(endpoint.node(address), timeouts, clientName);
        if (m_isCancelled)
            connection->cancel();
        return connection;
    })
{
}

std::vector<SlotRange> ClusterNodes::askForSlots()
{
    std::exception_ptr first;
    for (Node* const node : candidates()) {
        try {
            const Reply reply = node->connection->call({"CLUSTER", "SLOTS"});
            std::vector<SlotRange> ranges = readClusterSlots(reply.view(), node->address.host);
            node->problem = {};
            if (!ranges.empty())
                return ranges;
            throw noSlots(node->connection->where());
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

void ClusterNodes::refresh()
{
    take(askForSlots());
    m_isStale = false;
    m_readAt = Clock::now();
}

void ClusterNodes::refreshIfNeeded()
{
    if (m_isStale || Clock::now() - m_readAt > oldAgeOfSlots)
        refresh();
}

void ClusterNodes::refreshAfterFailure()
{
    if (Clock::now() - m_readAt < betweenSlotReadings)
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
    eachConnection([](Connection& connection) { connection.cancel(); });
}

} // namespace ratewarden
