// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/redis/cluster_slots.h"
#include "core/redis/connection.h"
#include "core/redis/key_slot.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A node as a ClusterServer knows it.
struct ClusterNode {
    HostPort address;
    std::string id; ///< empty: known only from a redirection
    bool isPrimary = true;
    std::size_t ownedSlots = 0;
    Problem problem; ///< why it was unreachable, or served nothing; none: it was not
    Stream::Clock::time_point retryAt{};
    std::unique_ptr<Connection> connection;

    /// It was unreachable a moment ago, and is not asked again yet.
    bool isResting() const { return problem && Stream::Clock::now() < retryAt; }
};

/// The nodes of a cluster with their connections, and who has which slot. Used by one thread at a time,
/// except for cancel().
class ClusterNodes {
public:
    ClusterNodes(Endpoint endpoint, Timeouts timeouts, std::string clientName);

    const std::vector<std::unique_ptr<ClusterNode>>& all() const { return m_nodes; }
    /// Null: nobody, as far as is known.
    ClusterNode* ownerOf(std::uint16_t slot) const { return m_owners[slot]; }
    void setOwner(std::uint16_t slot, ClusterNode& node) { m_owners[slot] = &node; }
    /// A primary that is reachable as far as known; null: none.
    ClusterNode* anyPrimary() const;
    /// Also one that is not known yet.
    ClusterNode& at(const HostPort& address);
    ClusterNode* withId(std::string_view idStart) const;

    /// Reads the slots. Throws what the first node that was asked threw, if none answers.
    void refresh();
    /// Reads them if they were never read, are known to be wrong, or are old.
    void refreshIfNeeded();
    /// The same after a node failed, though not over and over.
    void refreshAfterFailure();
    void markStale() { m_isStale = true; }

    static void noteFailure(ClusterNode& node, const Unavailable& error);
    void cancel();
    bool isCancelled() const { return m_isCancelled; }

private:
    std::vector<SlotRange> askForSlots();
    void take(const std::vector<SlotRange>& ranges);
    ClusterNode& add(const HostPort& address);

    const Endpoint m_endpoint;
    const Timeouts m_timeouts;
    const std::string m_clientName;
    std::vector<std::unique_ptr<ClusterNode>> m_nodes;
    std::array<ClusterNode*, slotCount> m_owners{};
    Stream::Clock::time_point m_readAt{};
    bool m_isStale = true;
    std::mutex m_mutex; // held while m_nodes changes, and while cancel() uses it
    std::atomic<bool> m_isCancelled = false;
};

} // namespace ratewarden
