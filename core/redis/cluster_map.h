// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/redis/cluster_slots.h"
#include "core/redis/key_slot.h"
#include "core/redis/node_state.h"
#include "core/redis/stream.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// Of the slots, when nothing has said that they are wrong.
inline constexpr std::chrono::seconds oldAgeOfSlots{30};
/// Between two readings of the slots because of failures.
inline constexpr std::chrono::milliseconds betweenSlotReadings{200};

/// The nodes of a cluster, as far as known, each with a link to it, and who has which slot. Used by one
/// thread at a time, except for eachConnection().
template <class Link>
class ClusterMap {
public:
    using Clock = Stream::Clock;
    using Connect = std::function<std::unique_ptr<Link>(const HostPort& address)>;

    struct Node {
        HostPort address;
        std::string id; ///< empty: known only from a redirection
        bool isPrimary = true;
        std::size_t ownedSlots = 0;
        Problem problem; ///< why it was unreachable, or served nothing; none: it was not
        Clock::time_point retryAt{};
        std::unique_ptr<Link> connection;

        /// It was unreachable a moment ago, and is not asked again yet.
        bool isResting() const { return problem && Clock::now() < retryAt; }
    };

    /// `connect` is called under a lock, and must not wait for the node.
    ClusterMap(const Endpoint& endpoint, Connect connect)
        : m_seeds{{endpoint.host, endpoint.port}}, m_connect(std::move(connect))
    {
        m_seeds.insert(m_seeds.end(), endpoint.others.begin(), endpoint.others.end());
    }

    const std::vector<std::unique_ptr<Node>>& all() const { return m_nodes; }
    /// Null: nobody, as far as is known.
    Node* ownerOf(std::uint16_t slot) const { return m_owners[slot]; }
    void setOwner(std::uint16_t slot, Node& node) { m_owners[slot] = &node; }

    /// Also one that is not known yet.
    Node& at(const HostPort& address)
    {
        const auto found =
            std::ranges::find(m_nodes, address, [](const auto& node) { return node->address; });
        if (found != m_nodes.end())
            return **found;
        auto node = std::make_unique<Node>();
        node->address = address;
        const std::scoped_lock lock(m_mutex);
        node->connection = m_connect(address);
        return *m_nodes.emplace_back(std::move(node));
    }

    /// The one that states() calls so; null: it is gone.
    Node* named(std::string_view where) const
    {
        const auto found =
            std::ranges::find_if(m_nodes, [&](const auto& node) { return node->address.text() == where; });
        return found == m_nodes.end() ? nullptr : found->get();
    }

    /// A primary that is reachable as far as known; null: none.
    Node* anyPrimary() const
    {
        Node* best = nullptr;
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

    /// The one whose address is wanted, or the owner of the slot, or any primary; null: nobody has the slot.
    Node* nodeFor(const std::optional<HostPort>& wanted, std::optional<std::uint16_t> slot)
    {
        if (wanted)
            return &at(*wanted);
        return slot ? ownerOf(*slot) : anyPrimary();
    }

    std::vector<NodeState> states() const
    {
        std::vector<NodeState> found;
        for (const auto& node : m_nodes)
            if (node->ownedSlots > 0 || !node->isPrimary)
                found.push_back({node->address.text(), node->isPrimary, node->ownedSlots, node->problem});
        return found;
    }

    std::size_t primaries() const
    {
        return std::size_t(
            std::ranges::count_if(m_nodes, [](const auto& node) { return node->ownedSlots > 0; }));
    }
    /// There are primaries that are reachable as far as known.
    bool serves() const
    {
        return std::ranges::any_of(m_nodes,
                                   [](const auto& node) { return node->ownedSlots > 0 && !node->problem; });
    }

    /// Whom to ask for the slots, in this order.
    std::vector<Node*> candidates()
    {
        std::vector<Node*> found;
        for (const auto& node : m_nodes)
            if (!node->isResting())
                found.push_back(node.get());
        std::stable_partition(found.begin(), found.end(), [](const Node* node) { return !node->problem; });
        for (const HostPort& seed : m_seeds)
            if (Node& node = at(seed); std::ranges::find(found, &node) == found.end())
                found.push_back(&node);
        return found;
    }

    /// Returns the nodes that are none of the cluster's any more.
    std::vector<std::unique_ptr<Node>> take(const std::vector<SlotRange>& ranges)
    {
        m_owners.fill(nullptr);
        std::vector<const Node*> present;
        for (const auto& node : m_nodes)
            node->ownedSlots = 0;
        for (const SlotRange& range : ranges) {
            for (std::size_t i = 0; i < range.nodes.size(); ++i) {
                Node& node = at(range.nodes[i].address);
                node.id = range.nodes[i].id;
                node.isPrimary = i == 0;
                present.push_back(&node);
            }
            Node& owner = at(range.nodes.front().address);
            for (std::size_t slot = range.first; slot <= range.last; ++slot)
                m_owners[slot] = &owner;
            owner.ownedSlots += std::size_t(range.last) + 1 - range.first;
        }
        std::ranges::sort(present);
        const std::scoped_lock lock(m_mutex);
        const auto gone = std::stable_partition(m_nodes.begin(), m_nodes.end(), [&](const auto& node) {
            return std::ranges::binary_search(present, node.get());
        });
        std::vector<std::unique_ptr<Node>> former(std::make_move_iterator(gone),
                                                  std::make_move_iterator(m_nodes.end()));
        m_nodes.erase(gone, m_nodes.end());
        return former;
    }

    static void noteFailure(Node& node, const Unavailable& error)
    {
        constexpr std::chrono::seconds rest(1);
        const bool isSlow =
            error.effect() == Unavailable::Effect::None || error.reason() == Unavailable::Reason::TimedOut;
        node.problem = error.problem();
        node.retryAt = isSlow ? Clock::now() + rest : Clock::time_point();
    }

    /// Thread-safe.
    template <class Use>
    void eachConnection(Use use)
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto& node : m_nodes)
            use(*node->connection);
    }

private:
    std::vector<HostPort> m_seeds;
    const Connect m_connect;
    std::vector<std::unique_ptr<Node>> m_nodes;
    std::array<Node*, slotCount> m_owners{};
    std::mutex m_mutex; // held while m_nodes changes
};

} // namespace ratewarden
