// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/cluster_map.h"
#include "core/redis/connection.h"

#include <atomic>
#include <string>
#include <vector>

namespace ratewarden {

using ClusterNode = ClusterMap<Connection>::Node;

/// The nodes of a cluster with connections that block. Used by one thread at a time, except for cancel().
class ClusterNodes final : public ClusterMap<Connection> {
public:
    ClusterNodes(const Endpoint& endpoint, Timeouts timeouts, const std::string& clientName);

    /// Reads the slots. Throws what the first node that was asked threw, if none answers.
    void refresh();
    /// Reads them if they were never read, are known to be wrong, or are old.
    void refreshIfNeeded();
    /// The same after a node failed, though not over and over.
    void refreshAfterFailure();
    void markStale() { m_isStale = true; }

    void cancel();
    bool isCancelled() const { return m_isCancelled; }

private:
    std::vector<SlotRange> askForSlots();

    Clock::time_point m_readAt{};
    bool m_isStale = true;
    std::atomic<bool> m_isCancelled = false;
};

} // namespace ratewarden
