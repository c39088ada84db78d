// SPDX-License-Identifier: MIT
#include "core/redis/pipelined_cluster.h"

#include "core/model/errors.h"
#include "core/redis/cluster_map.h"
#include "core/redis/cluster_replies.h"
#include "core/redis/pipelined_channel.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::chrono::milliseconds firstTryPause{2}; // before TRYAGAIN is tried again; doubled each time
constexpr std::chrono::milliseconds longestPause{100};
constexpr std::chrono::milliseconds betweenSweeps{100}; // of what is held beyond its patience

} // namespace

class PipelinedCluster::Impl {
public:
    Impl(const Endpoint& endpoint, const PipelinedServer::Options& options);
    ~Impl(); // NOLINT(bugprone-exception-escape): only memory can be missing, and nobody could be told

    void submit(AsyncCall call);
    void callAfter(std::chrono::microseconds time, std::function<void()> function);
    std::vector<NodeState> nodes() const;
    void cancel();

    const HomeProcess home;
    const std::string where;

private:
    using Map = ClusterMap<PipelinedChannel>;
    using Node = Map::Node;
    using Clock = Stream::Clock;
    using Lock = std::unique_lock<std::mutex>;

    /// A command on its way, from node to node if need be.
    struct Trip {
        Command command;
        OnOutcome done;
        Clock::time_point deadline;
        std::optional<std::uint16_t> slot;  ///< none: any node, unless `wanted` says which
        std::optional<HostPort> wanted;     ///< this one, whoever has the slot
        bool isAsking = false;              ///< after ASK
        std::optional<Unavailable> failure; ///< of the last node; nothing of the command has run there
        bool isRefused = false;             ///< that is what the node said
        std::exception_ptr unread;          ///< why the slots could not be read for it
        Clock::duration pause = firstTryPause;
        Node* node = nullptr; ///< where it is; kept until it has its outcome
        bool sawProblem = false;
    };
    using TripPtr = std::shared_ptr<Trip>;
    using Trips = std::vector<TripPtr>;

    struct Former {
        std::unique_ptr<Node> node;
        Clock::time_point since;
    };

    void go(const TripPtr& trip);
    void hold(const TripPtr& trip);
    void sweep();
    static void send(const TripPtr& trip, const OnOutcome& done);
    void settle(const TripPtr& trip, CallOutcome outcome);
    void settleFailure(const TripPtr& trip, const std::exception_ptr& failure);
    void settleError(const TripPtr& trip, CallOutcome outcome);
    bool follow(Trip& trip, std::string_view error);
    void failed(const TripPtr& trip, Lock lock);
    void giveUp(const TripPtr& trip);
    static void finish(const TripPtr& trip, CallOutcome outcome) { trip->done(std::move(outcome)); }
    static void finish(const TripPtr& trip, const Unavailable& error)
    {
        finish(trip, {{}, std::make_exception_ptr(error)});
    }

    void readSlots();
    void askNext();
    void slotsCame(Node& node, const CallOutcome& outcome);
    void endReading(Lock lock, std::vector<Former> ended);

    const Endpoint m_endpoint;
    const PipelinedServer::Options m_options;
    mutable std::mutex m_mutex; // of all that follows; no outcome is told while it is held
    Map m_map;
    bool m_isCancelled = false;
    bool m_hasRead = false; // the slots, ever
    bool m_isStale = true;
    bool m_isReading = false;
    bool m_isSweeping = false;
    Clock::time_point m_readAt{};
    std::vector<Node*> m_toAsk; // for the slots, the next one last; while they are being read
    std::exception_ptr m_readFailure;
    Trips m_held;                 // until the slots have been read
    std::vector<Former> m_former; // they may still answer
};

PipelinedCluster::Impl::Impl(const Endpoint& endpoint, const PipelinedServer::Options& options)
    : where(endpoint.text())
    , m_endpoint(endpoint)
    , m_options(options)
    , m_map(endpoint, [this](const HostPort& address) {
        Endpoint node = m_endpoint.node(address);
        const std::string text = node.text();
        return std::make_unique<PipelinedChannel>(
            PipelinedChannel::Settings{[node = std::move(node)] { return node; }, text, m_options.timeouts,
                                       m_options.clientName, m_options.patience, m_options.mostOutstanding});
    })
{
    m_map.at({endpoint.host, endpoint.port}); // timers run there
}

PipelinedCluster::Impl::~Impl() // NOLINT(bugprone-exception-escape): as said above
{
    cancel();
    const auto end = [&](Node& node) {
        if (home.isLeft())
            static_cast<void>(node.connection.release()); // its threads are the parent's
        else
            node.connection.reset(); // waits for its thread, which may look at other nodes until then
    };
    for (const auto& node : m_map.all())
        end(*node);
    for (const Former& former : m_former)
        end(*former.node);
}

void PipelinedCluster::Impl::cancel()
{
    if (home.isLeft())
        return;
    Trips held;
    {
        const Lock lock(m_mutex);
        m_isCancelled = true;
        held.swap(m_held);
        for (const Former& former : m_former)
            former.node->connection->stop();
    }
    m_map.eachConnection([](PipelinedChannel& channel) { channel.stop(); });
    for (const TripPtr& trip : held)
        giveUp(trip);
}

void PipelinedCluster::Impl::callAfter(std::chrono::microseconds time, std::function<void()> function)
{
    const Lock lock(m_mutex);
    if (m_isCancelled)
        throw Unavailable(Problem(Unavailable::Reason::Cancelled, "a timer", where),
                          Unavailable::Effect::None);
    m_map.all().front()->connection->callAfter(time, std::move(function));
}

std::vector<NodeState> PipelinedCluster::Impl::nodes() const
{
    const Lock lock(m_mutex);
    return m_map.states();
}

void PipelinedCluster::Impl::submit(AsyncCall call)
{
    const auto trip = std::make_shared<Trip>();
    trip->command = std::move(call.command);
    trip->done = std::move(call.done);
    trip->deadline = Clock::now() + m_options.patience;
    if (const std::string_view key = trip->command.key(); !key.empty())
        trip->slot = slotOf(key);
    go(trip);
}

/// Sends it to the node that it belongs to, as far as known.
void PipelinedCluster::Impl::go(const TripPtr& trip)
{
    Lock lock(m_mutex);
    if (m_isCancelled) {
        lock.unlock();
        giveUp(trip);
        return;
    }
    if (m_held.size() >= m_options.mostOutstanding) {
        trip->failure.emplace(Problem(Unavailable::Reason::Other, trip->command.title(), where,
                                      "too many commands wait for a node"),
                              Unavailable::Effect::None);
        lock.unlock();
        giveUp(trip);
        return;
    }
    if (!m_hasRead) {
        hold(trip);
        readSlots();
        if (!m_isReading) // nobody could be asked
            endReading(std::move(lock), {});
        return;
    }
    const auto age = Clock::now() - m_readAt;
    if (age > oldAgeOfSlots || (m_isStale && age > betweenSlotReadings))
        readSlots();
    trip->failure.reset();
    trip->isRefused = false;
    trip->node = m_map.nodeFor(trip->wanted, trip->slot);
    if (trip->node == nullptr) {
        trip->failure.emplace(
            Problem(Unavailable::Reason::NodeDown, trip->command.title(), where, "no node has this slot"),
            Unavailable::Effect::None);
    } else if (trip->node->isResting()) {
        trip->failure.emplace(Unavailable(trip->node->problem, Unavailable::Effect::None));
    } else {
        trip->sawProblem = bool(trip->node->problem);
        try {
            send(trip, [this, trip](CallOutcome outcome) { settle(trip, std::move(outcome)); });
            return;
        } catch (const Unavailable& error) { // too much is outstanding there
            lock.unlock();
            finish(trip, error);
            return;
        }
    }
    failed(trip, std::move(lock));
}

/// Until the slots have been read. With the lock held.
void PipelinedCluster::Impl::hold(const TripPtr& trip)
{
    m_held.push_back(trip);
    if (m_isSweeping)
        return;
    m_map.all().front()->connection->callAfter(betweenSweeps, [this] { sweep(); });
    m_isSweeping = true;
}

/// No node may answer for long.
void PipelinedCluster::Impl::sweep()
{
    Trips late;
    {
        const Lock lock(m_mutex);
        const Clock::time_point now = Clock::now();
        const auto kept = std::partition(m_held.begin(), m_held.end(),
                                         [&](const TripPtr& trip) { return now < trip->deadline; });
        late.assign(kept, m_held.end());
        m_held.erase(kept, m_held.end());
        m_isSweeping = !m_held.empty() && !m_isCancelled;
        if (m_isSweeping)
            m_map.all().front()->connection->callAfter(betweenSweeps, [this] { sweep(); });
    }
    for (const TripPtr& trip : late)
        giveUp(trip);
}

void PipelinedCluster::Impl::send(const TripPtr& trip, const OnOutcome& done)
{
    if (!trip->isAsking) {
        AsyncCall call{trip->command, done};
        trip->node->connection->submit({&call, 1});
        return;
    }
    // What follows ASKING must be the call itself, not one that the script is missing for.
    std::array<AsyncCall, 2> calls{
        AsyncCall{{"ASKING"},
                  [](const CallOutcome&) {
                  }},
        AsyncCall{trip->command.script() ? trip->command.withScriptText() : trip->command, done}};
    trip->node->connection->submit(calls);
}

void PipelinedCluster::Impl::settle(const TripPtr& trip, CallOutcome outcome)
{
    if (outcome.failure) {
        settleFailure(trip, outcome.failure);
        return;
    }
    if (outcome.reply.view().isError()) {
        settleError(trip, std::move(outcome));
        return;
    }
    if (trip->sawProblem) {
        const Lock lock(m_mutex);
        trip->node->problem = {};
    }
    finish(trip, std::move(outcome));
}

void PipelinedCluster::Impl::settleFailure(const TripPtr& trip, const std::exception_ptr& failure)
{
    try {
        std::rethrow_exception(failure);
    } catch (const Unavailable& error) {
        Lock lock(m_mutex);
        trip->failure = error;
        if (m_isCancelled) {
            lock.unlock();
            finish(trip, error);
            return;
        }
        Map::noteFailure(*trip->node, error);
        m_isStale = true;
        failed(trip, std::move(lock));
    } catch (const Error&) { // the node refuses this user
        finish(trip, {{}, failure});
    }
}

void PipelinedCluster::Impl::settleError(const TripPtr& trip, CallOutcome outcome)
{
    const std::string_view error = outcome.reply.view().errorText();
    if (isRedirection(error) && Clock::now() < trip->deadline) {
        if (follow(*trip, error)) {
            go(trip);
            return;
        }
    } else if (error.starts_with("TRYAGAIN") && Clock::now() + trip->pause < trip->deadline) {
        const auto pause = std::chrono::duration_cast<std::chrono::microseconds>(trip->pause);
        trip->pause = std::min<Clock::duration>(2 * trip->pause, longestPause);
        try {
            callAfter(pause, [this, trip] { go(trip); });
            return;
        } catch (const Unavailable&) { // cancelled: the reply says enough
        }
    } else if (const auto unavailable = unavailabilityIn(outcome.reply.view(), trip->command, where)) {
        Lock lock(m_mutex);
        if (isOut(*unavailable) && !m_isCancelled) {
            trip->failure = unavailable;
            trip->isRefused = true;
            trip->node->problem = unavailable->problem();
            trip->node->retryAt = {}; // it does not rest: it may serve other slots
            failed(trip, std::move(lock));
            return;
        }
        if (m_map.primaries() > 1) // others may not refuse it
            outcome.reply = replyOfLostNode(Unavailable::Effect::None, error);
    }
    finish(trip, std::move(outcome));
}

/// False: it cannot be read where.
bool PipelinedCluster::Impl::follow(Trip& trip, std::string_view error)
{
    const Lock lock(m_mutex);
    if (m_isCancelled)
        return true; // go() says so
    const std::optional<Redirection> redirection = redirectionIn(error, trip.node->address.host);
    if (!redirection)
        return false;
    trip.isAsking = redirection->isAsk;
    if (trip.isAsking) {
        trip.wanted = redirection->to;
    } else {
        m_map.setOwner(redirection->slot, m_map.at(redirection->to));
        m_isStale = true;
        trip.wanted.reset();
    }
    return true;
}

/// The slots are read again, if that has not just been done: perhaps another node has the slot by now, to
/// which it goes if certainly nothing of it has run.
void PipelinedCluster::Impl::failed(const TripPtr& trip, Lock lock)
{
    const bool mayGoOn =
        trip->failure->effect() == Unavailable::Effect::None && Clock::now() < trip->deadline;
    if (mayGoOn && trip->slot) {
        trip->wanted.reset();
        trip->isAsking = false;
    }
    if (!m_isReading && Clock::now() - m_readAt >= betweenSlotReadings)
        readSlots();
    if (mayGoOn && m_isReading) {
        hold(trip);
        return;
    }
    const Node* const other = mayGoOn && !trip->wanted ? m_map.nodeFor({}, trip->slot) : nullptr;
    const bool goesOn = other != nullptr && !other->problem;
    lock.unlock();
    if (goesOn)
        go(trip);
    else
        giveUp(trip);
}

/// Its outcome is its failure, or what the slots could not be read for.
void PipelinedCluster::Impl::giveUp(const TripPtr& trip)
{
    Lock lock(m_mutex);
    if (!trip->failure && trip->unread && !m_isCancelled) {
        lock.unlock();
        finish(trip, {{}, ownFailure(trip->unread)});
        return;
    }
    if (!trip->failure && m_isCancelled)
        trip->failure.emplace(Problem(Unavailable::Reason::Cancelled, trip->command.title(), where),
                              Unavailable::Effect::None);
    else if (!trip->failure)
        trip->failure.emplace(
            Problem(Unavailable::Reason::TimedOut, trip->command.title(), where, m_options.patience.count()),
            Unavailable::Effect::None);
    const bool isOfCluster = trip->isRefused && trip->failure->reason() == Unavailable::Reason::ClusterDown;
    const bool othersServe = !isOfCluster && !m_isCancelled && m_map.serves();
    lock.unlock();
    finish(trip, asOfCluster(*trip->failure, othersServe, trip->command.title(), where));
}

/// With the lock held, as the next two.
void PipelinedCluster::Impl::readSlots()
{
    if (m_isReading)
        return;
    m_toAsk = m_map.candidates();
    std::ranges::reverse(m_toAsk);
    m_readFailure = {};
    m_isReading = true;
    askNext();
}

void PipelinedCluster::Impl::askNext()
{
    while (!m_toAsk.empty()) {
        Node& node = *m_toAsk.back();
        m_toAsk.pop_back();
        try {
            AsyncCall call{{"CLUSTER", "SLOTS"}, [this, &node](const CallOutcome& outcome) {
                               slotsCame(node, outcome);
                           }};
            node.connection->submit({&call, 1});
            return;
        } catch (const Unavailable&) {
            if (!m_readFailure)
                m_readFailure = std::current_exception();
        }
    }
    m_isReading = false;
    m_readAt = Clock::now(); // not over and over
}

void PipelinedCluster::Impl::slotsCame(Node& node, const CallOutcome& outcome)
{
    std::vector<SlotRange> ranges;
    std::optional<Unavailable> unavailable;
    std::exception_ptr failure;
    try {
        if (outcome.failure)
            std::rethrow_exception(outcome.failure);
        const std::string asked = m_endpoint.node(node.address).text();
        throwIfError(outcome.reply.view(), "CLUSTER SLOTS", asked);
        ranges = readClusterSlots(outcome.reply.view(), node.address.host);
        if (ranges.empty())
            throw noSlots(asked);
    } catch (const Unavailable& error) {
        unavailable = error;
        failure = std::current_exception();
    } catch (const Error&) {
        failure = std::current_exception();
    }
    Lock lock(m_mutex);
    if (m_isCancelled)
        return;
    if (failure) {
        if (unavailable)
            Map::noteFailure(node, *unavailable);
        if (!m_readFailure)
            m_readFailure = failure;
        askNext();
        if (!m_isReading)
            endReading(std::move(lock), {});
        return;
    }
    node.problem = {};
    const Clock::time_point now = Clock::now();
    const auto late = std::partition(m_former.begin(), m_former.end(), [&](const Former& former) {
        return now - former.since < 2 * m_options.patience;
    });
    std::vector<Former> ended(std::make_move_iterator(late), std::make_move_iterator(m_former.end()));
    m_former.erase(late, m_former.end());
    for (std::unique_ptr<Node>& gone : m_map.take(ranges))
        m_former.push_back({std::move(gone), now});
    m_hasRead = true;
    m_isStale = m_isReading = false;
    m_readAt = now;
    endReading(std::move(lock), std::move(ended));
}

/// What was held goes on where another node has its slot, or where it has been nowhere yet.
void PipelinedCluster::Impl::endReading(Lock lock, std::vector<Former> ended)
{
    const Trips held = std::exchange(m_held, {});
    Trips going;
    Trips lost;
    for (const TripPtr& trip : held) {
        const bool isNew = m_hasRead && !trip->failure;
        trip->unread = m_hasRead ? nullptr : m_readFailure;
        const Node* const other = m_hasRead && !trip->wanted ? m_map.nodeFor({}, trip->slot) : nullptr;
        const bool goesOn = isNew || (other != nullptr && !other->problem);
        (goesOn && Clock::now() < trip->deadline ? going : lost).push_back(trip);
    }
    lock.unlock();
    ended.clear(); // their threads may want the lock
    for (const TripPtr& trip : going)
        go(trip);
    for (const TripPtr& trip : lost)
        giveUp(trip);
}

PipelinedCluster::PipelinedCluster(const Endpoint& endpoint, const PipelinedServer::Options& options)
    : m_impl(std::make_unique<Impl>(endpoint, options))
{
}

PipelinedCluster::~PipelinedCluster() = default;

void PipelinedCluster::submitAll(std::span<AsyncCall> calls)
{
    m_impl->home.require("a PipelinedCluster");
    for (const AsyncCall& call : calls) {
        if (!call.command.node().empty())
            throw InvalidArgument("a PipelinedCluster sends no command to a certain node: openServer() does");
        if (const std::string_view title = call.command.title(); title == "SCAN" || title == "DBSIZE")
            throw InvalidArgument("a PipelinedCluster does not send " + std::string(title) +
                                  ", which all primaries would have to answer: openServer() does");
    }
    for (AsyncCall& call : calls)
        m_impl->submit(std::move(call));
}

void PipelinedCluster::callAfter(std::chrono::microseconds time, std::function<void()> function)
{
    m_impl->home.require("a PipelinedCluster");
    m_impl->callAfter(time, std::move(function));
}

const std::string& PipelinedCluster::where() const
{
    return m_impl->where;
}

std::vector<NodeState> PipelinedCluster::nodes() const
{
    return m_impl->nodes();
}

void PipelinedCluster::cancel()
{
    m_impl->cancel();
}

} // namespace ratewarden
