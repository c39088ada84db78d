// SPDX-License-Identifier: MIT
#include "core/redis/sentinel_watch.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/address_faults.h"
#include "core/redis/connection.h"
#include "core/redis/pipelined_connection.h"
#include "core/redis/stream_wait.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

constexpr auto firstRetry = 1s; // of a Sentinel that is unreachable; doubled each time
constexpr auto longestRetry = 30s;
constexpr std::chrono::milliseconds sentinelPatience = 500ms; // with one Sentinel: there are others

std::vector<Endpoint> sentinelsOf(const Endpoint& endpoint)
{
    std::vector<HostPort> addresses{{endpoint.host, endpoint.port}};
    addresses.insert(addresses.end(), endpoint.others.begin(), endpoint.others.end());
    std::vector<Endpoint> sentinels;
    for (const HostPort& address : addresses) {
        Endpoint& one = sentinels.emplace_back(endpoint.node(address));
        one.user.clear();
        one.password.clear();
        one.database = 0;
    }
    return sentinels;
}

Timeouts limited(Timeouts timeouts)
{
    return {std::min(timeouts.connect, sentinelPatience), std::min(timeouts.command, sentinelPatience)};
}

/// Calls `use` with the Sentinel as it is, and with the endpoint's password if it wants one.
template <class Use>
auto withPassword(const Endpoint& sentinel, const Endpoint& endpoint, Use use)
{
    try {
        return use(sentinel);
    } catch (const Refused& error) {
        if (error.reason() != Refused::Reason::NotAuthenticated || endpoint.password.empty())
            throw;
        Endpoint known = sentinel;
        known.user = endpoint.user;
        known.password = endpoint.password;
        return use(known);
    }
}

HostPort addressIn(ReplyView fields)
{
    return {std::string(fields.field("ip")), std::uint16_t(leadingNumber(fields.field("port")))};
}

bool isUsable(ReplyView replica)
{
    const std::string_view flags = replica.field("flags");
    return flags == "slave" && replica.field("master-link-status") == "ok";
}

SentinelAnswer askOne(const Endpoint& sentinel, const std::string& name, Timeouts timeouts)
{
    Connection connection(sentinel, timeouts, "ratewarden-sentinel");
    const std::vector<Reply> replies =
        connection.pipeline({{"SENTINEL", "MASTER", name}, {"SENTINEL", "REPLICAS", name}});
    const ReplyView primary = replies[0].view();
    if (primary.errorText().starts_with("ERR No such master")) {
        const Reply all = connection.call({"SENTINEL", "MASTERS"});
        std::string names;
        for (std::size_t i = 0; i < all.view().size(); ++i)
            names += (i > 0 ? ", " : "") + std::string(all.view()[i].field("name"));
        throw InvalidArgument(Problem(Fault::PrimaryUnknown, connection.where(), name, names));
    }
    throwIfError(primary, "SENTINEL MASTER", connection.where());
    SentinelAnswer answer{addressIn(primary), {}, leadingNumber(primary.field("config-epoch"))};
    if (!replies[1].view().isError()) // one may know of none
        for (std::size_t i = 0; i < replies[1].view().size(); ++i)
            if (isUsable(replies[1].view()[i]))
                answer.replicas.push_back(addressIn(replies[1].view()[i]));
    return answer;
}

} // namespace

SentinelAnswer askSentinels(const Endpoint& endpoint, Timeouts timeouts)
{
    std::optional<SentinelAnswer> best;
    std::exception_ptr first;
    for (const Endpoint& sentinel : sentinelsOf(endpoint)) {
        try {
            const SentinelAnswer answer = withPassword(sentinel, endpoint, [&](const Endpoint& one) {
                return askOne(one, endpoint.primaryName, limited(timeouts));
            });
            if (!best || answer.epoch > best->epoch)
                best = answer;
        } catch (const Error&) {
            if (!first)
                first = std::current_exception();
        }
    }
    if (!best)
        std::rethrow_exception(first);
    return *best;
}

void requirePrimary(Connection& connection)
{
    const Reply role = std::move(connection.pipeline({{"ROLE"}}).front());
    if (role.view().errorText().starts_with("NOPERM"))
        return;
    throwIfError(role.view(), "ROLE", connection.where());
    if (role.view()[0].string() != "master")
        throw Unavailable(Problem(Unavailable::Reason::PrimaryChanged, "ROLE", connection.where(),
                                  "the Sentinels name it as the primary, but it is a replica"),
                          Unavailable::Effect::None);
}

Endpoint locatePrimary(const Endpoint& endpoint, Timeouts timeouts)
{
    Endpoint primary = endpoint.node(askSentinels(endpoint, timeouts).primary);
    Connection connection(primary, timeouts, "ratewarden-sentinel");
    requirePrimary(connection);
    return primary;
}

class SentinelWatch::Impl {
public:
    Impl(const Endpoint& endpoint, Timeouts timeouts, std::function<void(const HostPort&)> onSwitch)
        : m_endpoint(endpoint), m_timeouts(limited(timeouts)), m_onSwitch(std::move(onSwitch))
    {
        for (const Endpoint& sentinel : sentinelsOf(endpoint))
            m_listeners.push_back({sentinel});
        m_thread = std::thread([this] { listen(); });
    }

    ~Impl()
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_isStopping = true;
            for (const Listener& listener : m_listeners)
                if (listener.connection)
                    listener.connection->cancel();
        }
        m_stopped.notify_all();
        m_thread.join();
    }

private:
    using Clock = Stream::Clock;

    struct Listener {
        Endpoint sentinel;
        std::unique_ptr<PipelinedConnection> connection{};
        Clock::duration pause = firstRetry;
        Clock::time_point retryAt{};
    };

    void listen();
    void subscribe(Listener& listener);
    void receive(Listener& listener);
    void drop(Listener& listener);

    const Endpoint m_endpoint;
    const Timeouts m_timeouts;
    const std::function<void(const HostPort&)> m_onSwitch;
    std::vector<Listener> m_listeners;
    std::mutex m_mutex; // held while a connection is exchanged, and to cancel them
    std::condition_variable m_stopped;
    std::atomic<bool> m_isStopping = false;
    std::thread m_thread; // the last: it uses the others
};

void SentinelWatch::Impl::subscribe(Listener& listener)
{
    try {
        auto connection = withPassword(listener.sentinel, m_endpoint, [&](const Endpoint& one) {
            return std::make_unique<PipelinedConnection>(one, m_timeouts, "ratewarden-sentinel");
        });
        connection->add({"SUBSCRIBE", "+switch-master"});
        connection->send();
        {
            const std::scoped_lock lock(m_mutex);
            if (m_isStopping)
                return;
            listener.connection = std::move(connection);
            listener.pause = firstRetry;
        }
        m_onSwitch(askSentinels(m_endpoint, m_timeouts).primary); // it may have been announced before
    } catch (const Error&) { // askSentinels() says what is wrong with them
        listener.retryAt = Clock::now() + listener.pause;
        listener.pause = std::min<Clock::duration>(2 * listener.pause, longestRetry);
    }
}

void SentinelWatch::Impl::drop(Listener& listener)
{
    const std::scoped_lock lock(m_mutex);
    listener.connection.reset();
    listener.retryAt = Clock::now() + listener.pause;
}

void SentinelWatch::Impl::receive(Listener& listener)
{
    // ["message", "+switch-master", "name oldHost oldPort newHost newPort"]
    listener.connection->receive([this](const Reply& received) {
        const ReplyView reply = received.view();
        constexpr std::size_t partsOfMessage = 3;
        if (reply.isError() || reply.size() != partsOfMessage || reply[0].string() != "message")
            return;
        std::vector<std::string> words;
        for (std::string_view rest = reply[2].string(); !rest.empty();) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            words.emplace_back(word);
            rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        }
        constexpr std::size_t wordCount = 5;
        if (words.size() == wordCount && words[0] == m_endpoint.primaryName)
            m_onSwitch({words[3], std::uint16_t(leadingNumber(words[4]))});
    });
}

void SentinelWatch::Impl::listen()
{
    while (!m_isStopping) {
        std::vector<Awaited> awaited;
        Clock::time_point next = Clock::now() + longestRetry;
        for (Listener& listener : m_listeners) {
            if (!listener.connection && Clock::now() >= listener.retryAt)
                subscribe(listener);
            if (listener.connection)
                awaited.push_back(listener.connection->awaited());
            else
                next = std::min(next, listener.retryAt);
        }
        if (awaited.empty()) {
            std::unique_lock lock(m_mutex);
            m_stopped.wait_until(lock, next, [this] { return m_isStopping.load(); });
            continue;
        }
        if (m_isStopping)
            break;
        waitForAny(awaited, next);
        for (Listener& listener : m_listeners) {
            if (!listener.connection)
                continue;
            try {
                listener.connection->send();
                receive(listener);
            } catch (const Error&) {
                drop(listener);
            }
        }
    }
}

SentinelWatch::SentinelWatch(const Endpoint& endpoint, Timeouts timeouts,
                             std::function<void(const HostPort&)> onSwitch)
    : m_impl(std::make_unique<Impl>(endpoint, timeouts, std::move(onSwitch)))
{
}

SentinelWatch::~SentinelWatch()
{
    if (m_home.isLeft())
        static_cast<void>(m_impl.release());
}

} // namespace ratewarden
