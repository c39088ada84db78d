// SPDX-License-Identifier: MIT
#include "core/redis/cluster_server.h"

#include "core/redis/cluster_nodes.h"
#include "core/redis/cluster_replies.h"
#include "core/redis/cluster_scan.h"
#include "core/redis/made_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace ratewarden {
namespace {

using Clock = Stream::Clock;
using CallEffect = Unavailable::Effect;
using namespace std::chrono_literals;

constexpr auto firstPause = 2ms; // before TRYAGAIN is tried again; doubled each time
constexpr auto longestTryPause = 100ms;

/// By a node that is older than the others, or for want of a right.
bool isClusterScanRefused(const Reply& reply)
{
    const std::string_view error = reply.view().errorText();
    return error.starts_with("ERR unknown command") || error.starts_with("NOPERM");
}

std::string_view commandName(const Command& command)
{
    return command.script() ? std::string_view("EVALSHA") : command.title();
}

} // namespace

ClusterServer::ClusterServer(const Endpoint& endpoint, Timeouts timeouts, const std::string& clientName)
    : m_where(endpoint.text()), m_nodes(endpoint, timeouts, clientName), m_timeouts(timeouts)
{
}

std::optional<TlsState> ClusterServer::tls() const
{
    const ClusterNode* const node = m_nodes.anyPrimary();
    return node ? node->connection->tls() : std::nullopt;
}

std::vector<NodeState> ClusterServer::nodes() const
{
    return m_nodes.states();
}

void ClusterServer::cancel()
{
    m_nodes.cancel();
    m_wake.release();
}

void ClusterServer::pause(Clock::duration time)
{
    if (m_wake.try_acquire_for(time))
        m_wake.release();
}

/// Says that it is one node, if there are others that are reachable.
void ClusterServer::fail(const Command& command, const Unavailable& error, CallEffect effect) const
{
    throw asOfCluster(Unavailable(error, effect), m_nodes.serves() && !m_nodes.isCancelled(), command.title(),
                      m_where);
}

/// One command for a node that answers, which is nearly all there is. False: it has not run.
bool ClusterServer::runAtOnce(const Command& command, Reply& reply)
{
    const std::string_view key = command.key();
    ClusterNode* const node = key.empty() || !command.node().empty() ? nullptr : m_nodes.ownerOf(slotOf(key));
    if (node == nullptr || node->problem)
        return false;
    try {
        node->connection->run({&command, 1}, {&reply, 1});
    } catch (const Unavailable& error) {
        m_nodes.noteFailure(*node, error);
        m_nodes.markStale();
        if (error.effect() == CallEffect::Uncertain || m_nodes.isCancelled())
            fail(command, error, error.effect());
        return false;
    }
    const std::string_view error = reply.view().errorText();
    if (error.empty())
        return true;
    if (isRedirection(error) || error.starts_with("TRYAGAIN"))
        return false;
    if (const auto unavailable = unavailabilityIn(reply.view(), command, m_where);
        unavailable && isOut(*unavailable))
        return false;
    sayThatItIsOneNode(command, reply);
    return true;
}

/// Where a node refuses a command for now, as without memory, and others may not.
void ClusterServer::sayThatItIsOneNode(const Command& command, Reply& reply) const
{
    if (!reply.view().isError())
        return;
    if (m_nodes.primaries() > 1 && unavailabilityIn(reply.view(), command, m_where))
        reply = replyOfLostNode(CallEffect::None, reply.view().errorText());
}

ClusterServer::Job& ClusterServer::addJob(Spread& all, Command command)
{
    Job& job = m_jobs.emplace_back();
    job.commands = {&all.commands.emplace_back(std::move(command)), 1};
    job.replies = {&all.replies.emplace_back(), 1};
    return job;
}

void ClusterServer::spread(std::size_t index, const Command& command)
{
    Spread& all = m_spreads.emplace_back();
    all.index = index;
    std::vector<ClusterNode*> primaries;
    std::vector<std::string> ids;
    for (const auto& node : m_nodes.all())
        if (node->isPrimary && node->ownedSlots > 0) {
            primaries.push_back(node.get());
            ids.push_back(node->id);
        }
    const bool isScan = commandName(command) == "SCAN";
    const std::string_view cursor =
        isScan && command.arguments().size() > 1 ? command.arguments()[1] : std::string_view();
    if (SlotCursor::isOne(cursor) || (cursor == "0" && mayScanBySlots())) {
        spreadBySlots(all, command, primaries.size());
        return;
    }
    if (!isScan) {
        for (const ClusterNode* const node : primaries)
            addJob(all, command).wanted = node->address;
        return;
    }
    all.cursor.emplace(command.arguments().size() > 1 ? command.arguments()[1] : "0", ids);
    const auto open = std::size_t(std::ranges::count_if(
        all.cursor->parts(), [](const ClusterCursor::Part& part) { return part.cursor != "."; }));
    for (std::size_t i = 0; i < primaries.size(); ++i) {
        if (all.cursor->parts()[i].cursor == ".")
            continue;
        all.parts.push_back(i);
        addJob(all, scanOfNode(command, all.cursor->parts()[i].cursor, open)).wanted = primaries[i]->address;
    }
}

/// By what the nodes have said of themselves so far; should another not know it, its error says so.
bool ClusterServer::mayScanBySlots() const
{
    bool doesAny = false;
    for (const auto& node : m_nodes.all())
        if (const HelloReply& hello = node->connection->knownHello(); !hello.version.empty()) {
            if (hello.server != "valkey" || !hello.isAtLeast(9, 1))
                return false;
            doesAny = true;
        }
    return doesAny && !m_isClusterScanRefused;
}

void ClusterServer::spreadBySlots(Spread& all, const Command& scan, std::size_t primaries)
{
    const std::string_view text = scan.arguments()[1];
    if (text == "0")
        all.slots.emplace(std::max<std::size_t>(1, primaries));
    else
        all.slots.emplace(text);
    const auto open = std::size_t(std::ranges::count_if(
        all.slots->parts(), [](const SlotCursor::Part& part) { return !part.isComplete(); }));
    for (std::size_t i = 0; i < all.slots->parts().size(); ++i)
        if (const SlotCursor::Part& part = all.slots->parts()[i]; !part.isComplete()) {
            all.parts.push_back(i);
            addJob(all, clusterScanOf(scan, part.cursor, open)).slot = part.slot();
        }
}

void ClusterServer::plan(std::span<const Command> commands, std::span<Reply> replies)
{
    m_jobs.clear();
    m_spreads.clear();
    for (std::size_t i = 0; i < commands.size();) {
        const std::string_view name = commandName(commands[i]);
        if (commands[i].node().empty() && (name == "SCAN" || name == "DBSIZE")) {
            spread(i, commands[i]);
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        if (name == "MULTI") {
            while (end < commands.size() && commandName(commands[end]) != "EXEC")
                ++end;
            end = std::min(end + 1, commands.size());
        }
        Job& job = m_jobs.emplace_back();
        job.commands = commands.subspan(i, end - i);
        job.replies = replies.subspan(i, end - i);
        job.named = commands[i].node();
        for (const Command& command : job.commands)
            if (const std::string_view key = command.key(); !key.empty()) {
                job.slot = slotOf(key);
                break;
            }
        i = end;
    }
}

/// Sends all of them before it waits for any reply. A node that refuses this user is one that is unreachable,
/// unless no other got anything: then its refusal is thrown.
void ClusterServer::sendAndReceive(std::span<Job*> jobs)
{
    struct Batch {
        ClusterNode* node;
        std::vector<Command> copies; // unless the caller's stand side by side
        std::vector<Job*> jobs;
        std::span<const Command> commands{};
        bool isSent = false;
    };
    std::vector<Batch> batches;
    for (Job* const job : jobs) {
        auto batch = std::ranges::find(batches, job->node, &Batch::node);
        if (batch == batches.end())
            batch = batches.insert(batches.end(), {job->node, {}, {}});
        batch->jobs.push_back(job);
    }
    for (Batch& batch : batches) {
        // A job of a SCAN has the node's share of it, which stands elsewhere.
        const Command* const first = batch.jobs.front()->commands.data();
        std::size_t count = 0;
        bool isInPlace = true;
        for (const Job* const job : batch.jobs) {
            isInPlace = isInPlace && !job->isAsking && job->commands.data() == first + count;
            count += job->commands.size();
        }
        if (isInPlace) {
            batch.commands = {first, count};
            continue;
        }
        batch.copies.reserve(count);
        for (const Job* const job : batch.jobs)
            for (const Command& command : job->commands) {
                if (job->isAsking)
                    batch.copies.push_back({"ASKING"});
                // What follows ASKING must be the call itself, not one that the script is missing for.
                batch.copies.push_back(job->isAsking && command.script() ? command.withScriptText()
                                                                         : command);
            }
        batch.commands = batch.copies;
    }
    const auto failed = [&](const Batch& batch, const Unavailable& error) {
        m_nodes.noteFailure(*batch.node, error);
        for (Job* const job : batch.jobs)
            job->failure = error;
    };
    std::exception_ptr refusal;
    const auto refused = [&](const Batch& batch, const Error& error, CallEffect effect) {
        refusal = refusal ? refusal : std::current_exception();
        failed(batch, Unavailable(Problem(Unavailable::Reason::NodeDown, batch.commands.front().title(),
                                          m_where, englishText(error.problem())),
                                  effect));
    };
    for (Batch& batch : batches) {
        try {
            batch.node->connection->begin(batch.commands);
            batch.isSent = true;
        } catch (const Unavailable& error) {
            failed(batch, error);
        } catch (const Error& error) {
            refused(batch, error, CallEffect::None);
        }
    }
    if (refusal && std::ranges::none_of(batches, &Batch::isSent))
        std::rethrow_exception(refusal);
    for (Batch& batch : batches) { // whatever happens to one, the replies of the others must be read
        if (!batch.isSent)
            continue;
        std::vector<Reply> replies(batch.commands.size());
        try {
            batch.node->connection->finish(batch.commands, replies);
        } catch (const Unavailable& error) {
            failed(batch, error);
            continue;
        } catch (const Error& error) { // it had to connect again for a script's text
            refused(batch, error, CallEffect::Uncertain);
            continue;
        }
        batch.node->problem = {};
        std::size_t next = 0;
        for (Job* const job : batch.jobs)
            for (std::size_t i = 0; i < job->replies.size(); ++i) {
                next += job->isAsking ? 1 : 0;
                job->replies[i] = std::move(replies[next++]);
                if (!job->replies[i].view().isError())
                    continue;
                const auto unavailable = unavailabilityIn(job->replies[i].view(), job->commands[i], m_where);
                if (!unavailable || !isOut(*unavailable))
                    continue;
                job->failure = unavailable;
                job->isRefused = true;
                batch.node->problem = unavailable->problem();
                batch.node->retryAt = {}; // it does not rest: it may serve other slots
            }
    }
}

/// Sends the job elsewhere after MOVED or ASK. False: it cannot be read where.
bool ClusterServer::follow(Job& job, std::string_view error)
{
    const std::optional<Redirection> redirection = redirectionIn(error, job.askedHost);
    if (!redirection)
        return false;
    job.isAsking = redirection->isAsk;
    if (job.isAsking) {
        job.wanted = redirection->to;
    } else {
        m_nodes.setOwner(redirection->slot, m_nodes.at(redirection->to));
        m_nodes.markStale();
        job.wanted.reset();
    }
    return true;
}

/// Nothing of it has run, and somewhere or later it may.
bool ClusterServer::isToBeRepeated(Job& job)
{
    if (!job.named.empty())
        return false;
    if (job.failure) {
        if (job.failure->effect() != CallEffect::None || m_nodes.isCancelled())
            return false;
        if (job.slot)
            job.wanted.reset();
        const ClusterNode* const other = job.wanted ? nullptr : m_nodes.nodeFor({}, job.slot);
        return other != nullptr && !other->problem;
    }
    for (const Reply& reply : job.replies) {
        const std::string_view error = reply.view().errorText();
        if (isRedirection(error))
            // In a transaction ASKING would be queued: until the slot has moved, it is tried again.
            return job.commands.size() == 1 || error.starts_with("MOVED") ? follow(job, error) : true;
        if (error.starts_with("TRYAGAIN"))
            return true;
    }
    return false;
}

void ClusterServer::runJobs()
{
    const Clock::time_point deadline = Clock::now() + m_timeouts.command;
    std::vector<Job*> open;
    for (Job& job : m_jobs)
        open.push_back(&job);
    for (Clock::duration wait = firstPause; !open.empty();
         wait = std::min<Clock::duration>(2 * wait, longestTryPause)) {
        std::vector<Job*> now;
        for (Job* const job : open) {
            job->failure.reset();
            job->isRefused = false;
            job->node =
                job->named.empty() ? m_nodes.nodeFor(job->wanted, job->slot) : m_nodes.named(job->named);
            if (job->node == nullptr)
                job->failure.emplace(Problem(Unavailable::Reason::NodeDown, job->commands.front().title(),
                                             m_where,
                                             job->named.empty() ? "no node has this slot"
                                                                : "it is no node of the cluster any more"),
                                     CallEffect::None);
            else if (job->node->isResting())
                job->failure.emplace(Unavailable(job->node->problem, CallEffect::None));
            else {
                job->askedHost = job->node->address.host;
                now.push_back(job);
            }
        }
        sendAndReceive(now);
        if (std::ranges::any_of(open, [](const Job* job) { return job->failure.has_value(); }) &&
            !m_nodes.isCancelled())
            m_nodes.refreshAfterFailure();
        const bool isBusy = std::ranges::any_of(now, [](const Job* job) {
            return !job->failure && std::ranges::any_of(job->replies, [](const Reply& reply) {
                return reply.view().errorText().starts_with("TRYAGAIN");
            });
        });
        std::erase_if(open, [&](Job* job) { return !isToBeRepeated(*job); });
        if (Clock::now() >= deadline || m_nodes.isCancelled())
            break;
        if (isBusy)
            pause(wait);
    }
}

/// The slots of a node that is down.
void ClusterServer::leaveOut(SlotCursor::Part& part) const
{
    std::size_t slot = part.slot();
    const ClusterNode* const down = m_nodes.ownerOf(std::uint16_t(slot));
    while (slot <= part.last && m_nodes.ownerOf(std::uint16_t(slot)) == down)
        ++slot;
    if (slot > part.last)
        part.advance("0");
    else
        part.moveTo(std::uint16_t(slot));
}

void ClusterServer::join(Spread& spread, std::span<Job> jobs, Reply& reply) const
{
    std::vector<Reply> got;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto* const part = spread.cursor ? &spread.cursor->parts()[spread.parts[i]] : nullptr;
        auto* const slots = spread.slots ? &spread.slots->parts()[spread.parts[i]] : nullptr;
        if (part)
            part->cursor = "."; // also of a node that is left out
        if (jobs[i].failure) {
            if (slots)
                leaveOut(*slots);
            continue;
        }
        Reply& one = spread.replies[i];
        if (one.view().isError()) {
            reply = std::move(one);
            return;
        }
        if (slots)
            slots->advance(one.view()[0].string());
        else if (part && one.view()[0].string() != "0")
            part->cursor = one.view()[0].string();
        got.push_back(std::move(one));
    }
    if (spread.slots || spread.cursor) {
        reply = joinedScan(spread.slots ? spread.slots->text() : spread.cursor->text(), got);
        return;
    }
    std::int64_t sum = 0;
    for (const Reply& one : got)
        sum += one.view().integer();
    reply = madeReply(fmt::format(":{}\r\n", sum));
}

void ClusterServer::run(std::span<const Command> commands, std::span<Reply> replies)
{
    if (commands.empty())
        return;
    m_nodes.refreshIfNeeded();
    if (commands.size() == 1 && runAtOnce(commands.front(), replies.front()))
        return;
    plan(commands, replies);
    runJobs();

    bool allFailed = true;
    bool isUncertain = false;
    const Job* first = nullptr;
    for (const Job& job : m_jobs) {
        if (!job.failure) {
            allFailed = false;
            continue;
        }
        first = first ? first : &job;
        isUncertain = isUncertain || job.failure->effect() == CallEffect::Uncertain;
    }
    if (first && (allFailed || m_nodes.isCancelled())) {
        const CallEffect effect = isUncertain || !allFailed ? CallEffect::Uncertain : CallEffect::None;
        if (first->isOfCluster())
            throw Unavailable(*first->failure, effect);
        fail(commands.front(), *first->failure, effect);
    }
    std::vector<std::size_t> refusedScans;
    std::size_t next = 0;
    auto spread = m_spreads.begin();
    for (std::size_t i = 0; i < commands.size();) {
        if (spread != m_spreads.end() && spread->index == i) {
            join(*spread, std::span(m_jobs).subspan(next, spread->commands.size()), replies[i]);
            if (spread->slots && isClusterScanRefused(replies[i]))
                refusedScans.push_back(i);
            next += spread->commands.size();
            ++spread;
            ++i;
            continue;
        }
        const Job& job = m_jobs[next++];
        for (std::size_t k = 0; k < job.replies.size(); ++k)
            if (!job.failure)
                sayThatItIsOneNode(job.commands[k], job.replies[k]);
            else if (!job.isOfCluster()) // else it is the reply
                job.replies[k] = replyOfLostNode(job.failure->effect(), job.failureWords());
        i += job.commands.size();
    }
    if (!refusedScans.empty() && !m_isClusterScanRefused) {
        m_isClusterScanRefused = true;
        for (const std::size_t i : refusedScans)
            run(commands.subspan(i, 1), replies.subspan(i, 1));
    }
}

} // namespace ratewarden
