// SPDX-License-Identifier: MIT
#include "core/redis/sentinel_server.h"

#include "core/model/errors.h"

#include <algorithm>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::chrono::seconds replicaRest{10};

bool isRefusedByReplica(const Reply& reply)
{
    return reply.view().errorText().starts_with("READONLY");
}

/// The errors of a replica that cannot be read now.
bool isUnreadable(const Reply& reply)
{
    const std::string_view error = reply.view().errorText();
    return error.starts_with("MASTERDOWN") || error.starts_with("LOADING");
}

bool onlyRead(std::span<const Command> commands)
{
    return std::ranges::all_of(
        commands, [](const Command& command) { return command.access() == Command::Access::Reads; });
}

} // namespace

SentinelServer::SentinelServer(const Endpoint& endpoint, Timeouts timeouts, const std::string& clientName)
    : m_where(endpoint.text()), m_endpoint(endpoint), m_timeouts(timeouts), m_clientName(clientName)
{
}

std::optional<TlsState> SentinelServer::tls() const
{
    return m_primary ? m_primary->tls() : std::nullopt;
}

std::unique_ptr<Connection> SentinelServer::connectionTo(const HostPort& address) const
{
    return std::make_unique<Connection>(m_endpoint.node(address), m_timeouts, m_clientName);
}

void SentinelServer::announced(const HostPort& address)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_primary || address == m_address)
        return;
    m_isStale = true;
    m_isCut = true;
    m_primary->cancel(); // what waits for the old primary fails now
}

bool SentinelServer::isAt(const HostPort& address)
{
    const std::scoped_lock lock(m_mutex);
    return m_primary && !m_isCut && m_address == address;
}

void SentinelServer::find()
{
    SentinelAnswer answer = askSentinels(m_endpoint, m_timeouts);
    std::unique_ptr<Connection> next;
    if (!isAt(answer.primary)) {
        next = connectionTo(answer.primary);
        {
            const std::scoped_lock lock(m_mutex);
            if (m_isCancelled)
                next->cancel();
            m_primary.swap(next);
            m_address = answer.primary;
            m_isCut = false;
            m_replica.reset();
        }
        try {
            requirePrimary(*m_primary);
        } catch (const Error&) {
            const std::scoped_lock lock(m_mutex);
            m_primary.reset();
            throw;
        }
    }
    const std::scoped_lock lock(m_mutex);
    m_answer = std::move(answer);
    m_isStale = false;
    const bool mayTry = Stream::Clock::now() >= m_replicaFrom;
    if (m_endpoint.readsFromReplica && !m_replica && mayTry && !m_answer.replicas.empty())
        m_replica = connectionTo(m_answer.replicas.front());
}

Connection& SentinelServer::primary()
{
    if (!m_watch)
        m_watch = std::make_unique<SentinelWatch>(m_endpoint, m_timeouts,
                                                  [this](const HostPort& address) { announced(address); });
    bool mustAsk = false;
    {
        const std::scoped_lock lock(m_mutex);
        mustAsk = !m_primary || m_isStale;
    }
    if (mustAsk)
        find();
    return *m_primary;
}

bool SentinelServer::hasMoved()
{
    const HostPort before = m_address;
    try {
        find();
    } catch (const Error&) { // what failed before says more
        return false;
    }
    return m_address != before;
}

bool SentinelServer::runOnReplica(std::span<const Command> commands, std::span<Reply> replies)
{
    if (!m_replica || !onlyRead(commands))
        return false;
    try {
        m_replica->run(commands, replies);
        if (std::ranges::none_of(replies, isUnreadable))
            return true;
    } catch (const Unavailable&) {
        if (m_isCancelled)
            throw;
    }
    const std::scoped_lock lock(m_mutex);
    m_replica.reset(); // the primary serves for a while: Sentinels take some time to notice
    m_replicaFrom = Stream::Clock::now() + replicaRest;
    m_isStale = true;
    return false;
}

void SentinelServer::run(std::span<const Command> commands, std::span<Reply> replies)
{
    m_home.require("a SentinelServer");
    if (commands.empty())
        return;
    for (bool isFirst = true;; isFirst = false) {
        Connection* connection = nullptr;
        try {
            connection = &primary();
            if (runOnReplica(commands, replies))
                return;
            connection->run(commands, replies);
            const bool isDemoted = std::ranges::all_of(replies, isRefusedByReplica);
            if (std::ranges::any_of(replies, isRefusedByReplica)) {
                const std::scoped_lock lock(m_mutex);
                m_isStale = true;
            }
            if (isFirst && isDemoted && hasMoved())
                continue; // nothing has run
            return;
        } catch (const Unavailable& error) {
            if (m_isCancelled)
                throw;
            {
                const std::scoped_lock lock(m_mutex);
                m_isStale = true;
            }
            // Where the watch cut the connection off, the Sentinels are asked again in any case.
            const bool isCut = connection != nullptr && error.reason() == Unavailable::Reason::Cancelled;
            if (isFirst && error.effect() == Unavailable::Effect::None && (isCut || hasMoved()))
                continue;
            if (isCut)
                throw Unavailable(Problem(Unavailable::Reason::PrimaryChanged, commands.front().title(),
                                          connection->where(), "another server has become the primary"),
                                  error.effect());
            throw;
        }
    }
}

std::vector<NodeState> SentinelServer::nodes() const
{
    std::vector<NodeState> states;
    if (m_primary)
        states.push_back({m_address.text(), true, 0, {}});
    for (const HostPort& replica : m_answer.replicas)
        states.push_back({replica.text(), false, 0, {}});
    return states;
}

void SentinelServer::cancel()
{
    if (m_home.isLeft())
        return;
    m_isCancelled = true;
    const std::scoped_lock lock(m_mutex);
    for (Connection* const connection : {m_primary.get(), m_replica.get()})
        if (connection)
            connection->cancel();
}

} // namespace ratewarden
