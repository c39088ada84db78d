// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/cluster_nodes.h"
#include "core/redis/cluster_scan.h"
#include "core/redis/server.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <semaphore>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A cluster: each command goes to the node that has the slot of its key. A pipeline is split by node; all
/// parts are sent before the replies are waited for, so that it costs one round trip to the slowest. Between
/// MULTI and EXEC all keys lie in one slot.
///
/// Where the slots are is read from any node that answers, again when a node says that it has lost one or is
/// unreachable, and now and then. MOVED and ASK are followed and TRYAGAIN is tried again until the timeout of
/// a command; as such a command has not run, nothing runs twice. A command whose reply is lost is not sent
/// again.
///
/// A node that answers LOADING, MASTERDOWN or CLUSTERDOWN is one that is unreachable: the slots are read
/// again, and its commands go to their new owner, if there is one. Where there are several primaries, an
/// error of one that does not serve now, also for want of memory, becomes an Unavailable that isOfOneNode();
/// but not CLUSTERDOWN of the owner of a slot.
///
/// SCAN goes over all primaries side by side: its cursor, which is no number then, holds one for each, and
/// goes on after a failover or with a new node. Unreachable primaries are left out: see nodes(). DBSIZE is
/// the sum. Other commands without a key go to one primary, unless they say to which node.
///
/// Used by one thread at a time, except for cancel(). A child connects anew after fork().
class ClusterServer final : public Server {
public:
    /// The endpoint is of a cluster, or of one of its nodes.
    explicit ClusterServer(const Endpoint& endpoint, Timeouts timeouts = {},
                           const std::string& clientName = "ratewarden");

    const std::string& where() const override { return m_where; }
    std::optional<TlsState> tls() const override;
    std::vector<NodeState> nodes() const override;
    void cancel() override;
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    /// Commands that go to one node together, and the place of their replies: one, or those from MULTI to
    /// EXEC.
    struct Job {
        std::span<const Command> commands;
        std::span<Reply> replies;
        std::optional<std::uint16_t> slot;  ///< none: any node, unless `wanted` says which
        std::optional<HostPort> wanted;     ///< this one, whoever has the slot
        std::string_view named;             ///< likewise, and no other; it may be gone; empty: any
        bool isAsking = false;              ///< after ASK
        std::optional<Unavailable> failure; ///< why there is no reply, or none that counts
        bool isRefused = false;             ///< that is what the node said
        ClusterNode* node = nullptr;        ///< of this round, until the slots are read again
        std::string askedHost;              ///< the node's

        /// The owner of the slot says that the cluster is down, or this slot.
        bool isOfCluster() const
        {
            return isRefused && failure->reason() == Unavailable::Reason::ClusterDown;
        }
        std::string failureWords() const
        {
            const Problem& problem = failure->problem();
            return isRefused ? std::get<std::string>(problem.values[2]) : englishText(problem);
        }
    };

    /// A command that goes to all primaries, and what they said.
    struct Spread {
        std::size_t index = 0;        ///< of the command
        std::deque<Command> commands; // jobs point to them, as to the replies
        std::deque<Reply> replies;
        std::optional<ClusterCursor> cursor; ///< of a SCAN
        std::optional<SlotCursor> slots;     ///< of one that goes by slots
        std::vector<std::size_t> parts;      ///< of either, one for each command
    };

    [[noreturn]] void fail(const Command& command, const Unavailable& error,
                           Unavailable::Effect effect) const;
    bool runAtOnce(const Command& command, Reply& reply);
    void sayThatItIsOneNode(const Command& command, Reply& reply) const;
    void plan(std::span<const Command> commands, std::span<Reply> replies);
    Job& addJob(Spread& all, Command command);
    void spread(std::size_t index, const Command& command);
    void spreadBySlots(Spread& all, const Command& scan, std::size_t primaries);
    bool mayScanBySlots() const;
    void leaveOut(SlotCursor::Part& part) const;
    void runJobs();
    void sendAndReceive(std::span<Job*> jobs);
    bool isToBeRepeated(Job& job);
    bool follow(Job& job, std::string_view error);
    void join(Spread& spread, std::span<Job> jobs, Reply& reply) const;
    void pause(Stream::Clock::duration time);

    const std::string m_where;
    ClusterNodes m_nodes;
    const Timeouts m_timeouts;
    std::vector<Job> m_jobs;
    std::deque<Spread> m_spreads;
    std::binary_semaphore m_wake{0};
    bool m_isClusterScanRefused = false;
};

} // namespace ratewarden
