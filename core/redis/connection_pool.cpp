// SPDX-License-Identifier: MIT
#include "core/redis/connection_pool.h"

#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {

/// One of the servers, and whether it can be lent again.
class ConnectionPool::Member final : public Server {
public:
    explicit Member(std::unique_ptr<Server> server) : m_server(std::move(server))
    {
        if (!m_server)
            throw InvalidArgument("what opens a pool's connections has returned none");
    }

    const std::string& where() const override { return m_server->where(); }
    std::optional<TlsState> tls() const override { return m_server->tls(); }
    std::vector<NodeState> nodes() const override { return m_server->nodes(); }
    void cancel() override { m_server->cancel(); }
    void run(std::span<const Command> commands, std::span<Reply> replies) override
    {
        try {
            m_server->run(commands, replies);
        } catch (const Unavailable& error) {
            m_isBroken = !error.isOfOneNode(); // a cluster finds its way itself
            throw;
        }
    }

    bool isBroken() const { return m_isBroken; }

private:
    const std::unique_ptr<Server> m_server;
    bool m_isBroken = false;
};

ConnectionPool::Loan::~Loan()
{
    if (m_member != nullptr)
        m_pool.takeBack(*m_member);
}

Server& ConnectionPool::Loan::operator*() const
{
    return *m_member;
}

ConnectionPool::ConnectionPool(Open open, Options options) : m_open(std::move(open)), m_options(options)
{
    if (m_options.most < 1)
        throw InvalidArgument("a pool must be allowed one connection at least");
    if (!m_open)
        throw InvalidArgument("a pool wants a function that opens connections");
    m_members.push_back(std::make_unique<Member>(m_open()));
    m_idle.push_back(m_members.front().get());
    m_where = m_idle.front()->where();
}

ConnectionPool::~ConnectionPool()
{
    if (m_home.isLeft())
        static_cast<void>(m_cameBack.release()); // it would wait for threads of the parent
}

ConnectionPool::Loan ConnectionPool::lend()
{
    m_home.require("a ConnectionPool");
    const auto deadline = std::chrono::steady_clock::now() + m_options.patience;
    std::unique_lock lock(m_mutex);
    const auto isPossible = [this] {
        return m_cancelled || !m_idle.empty() || m_members.size() + m_opening < m_options.most;
    };
    if (!m_cameBack->wait_until(lock, deadline, isPossible))
        throw Unavailable(Problem(Unavailable::Reason::TimedOut,
                                  fmt::format("borrowing one of {} connections", m_options.most), m_where,
                                  m_options.patience.count()),
                          Unavailable::Effect::None);
    if (m_cancelled)
        throw Unavailable(Problem(Unavailable::Reason::Cancelled, "", m_where), Unavailable::Effect::None);
    if (!m_idle.empty()) {
        Member& member = *m_idle.back();
        m_idle.pop_back();
        return {*this, member};
    }
    ++m_opening;
    lock.unlock(); // to open one may take its time
    std::unique_ptr<Member> opened;
    try {
        opened = std::make_unique<Member>(m_open());
        lock.lock();
        m_members.push_back(std::move(opened));
    } catch (...) {
        if (!lock.owns_lock())
            lock.lock();
        --m_opening;
        m_cameBack->notify_one();
        throw;
    }
    --m_opening;
    if (m_cancelled)
        m_members.back()->cancel();
    return {*this, *m_members.back()};
}

void ConnectionPool::takeBack(Member& member)
{
    std::unique_ptr<Member> broken; // closed after the lock: that may take its time
    {
        const std::scoped_lock lock(m_mutex);
        if (member.isBroken()) {
            const auto found = std::ranges::find(m_members, &member, &std::unique_ptr<Member>::get);
            broken = std::move(*found);
            m_members.erase(found);
        } else {
            m_idle.push_back(&member);
        }
    }
    m_cameBack->notify_one();
}

std::optional<TlsState> ConnectionPool::tls() const
{
    const std::scoped_lock lock(m_mutex);
    return m_idle.empty() ? std::nullopt : m_idle.back()->tls();
}

std::vector<NodeState> ConnectionPool::nodes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_idle.empty() ? std::vector<NodeState>() : m_idle.back()->nodes();
}

void ConnectionPool::cancel()
{
    if (m_home.isLeft())
        return;
    {
        const std::scoped_lock lock(m_mutex);
        m_cancelled = true;
        for (const auto& member : m_members)
            member->cancel();
    }
    m_cameBack->notify_all();
}

void ConnectionPool::run(std::span<const Command> commands, std::span<Reply> replies)
{
    const Loan loan = lend();
    loan->run(commands, replies);
}

} // namespace ratewarden
