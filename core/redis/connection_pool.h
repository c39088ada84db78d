// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/home_process.h"
#include "core/redis/server.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden {

/// Servers of any kind that threads take turns with. Itself a server that any thread may use: each call
/// borrows one. Up to `most` are opened, each when it is needed; the one used last is lent first, so that no
/// more are kept busy than needed. One that threw Unavailable is closed when it comes back, and another is
/// opened when it is needed.
///
/// All functions are thread-safe, except the destructor, which must find everything given back. A child makes
/// a pool of its own after fork(): this one throws InvalidArgument there.
class ConnectionPool final : public Server {
    class Member;

public:
    using Open = std::function<std::unique_ptr<Server>()>;

    struct Options {
        std::size_t most = 8; ///< at least 1
        /// How long lend() waits while all are lent.
        std::chrono::milliseconds patience{2000};
    };

    /// A server that one thread has for itself, until the loan ends. Not thread-safe; the pool must outlive
    /// it.
    class Loan {
    public:
        Loan(Loan&& other) noexcept : m_pool(other.m_pool), m_member(std::exchange(other.m_member, nullptr))
        {
        }
        Loan& operator=(Loan&&) = delete;
        ~Loan();

        Server& operator*() const;
        Server* operator->() const { return &**this; }

    private:
        friend class ConnectionPool;
        Loan(ConnectionPool& pool, Member& member) : m_pool(pool), m_member(&member) {}

        ConnectionPool& m_pool;
        Member* m_member;
    };

    /// `open` is called here once, later by any thread, and by several at once; it must return a server.
    /// Throws InvalidArgument, and what `open` throws.
    ConnectionPool(Open open, Options options);
    explicit ConnectionPool(Open open) : ConnectionPool(std::move(open), Options()) {}
    ~ConnectionPool() override;

    /// Throws Unavailable, with the effect None, when none came back in time or after cancel();
    /// InvalidArgument in a child; and what `open` throws.
    Loan lend();

    const std::string& where() const override { return m_where; }
    std::optional<TlsState> tls() const override;  ///< of a server that is not lent; nothing if all are
    std::vector<NodeState> nodes() const override; ///< as that server knows them
    /// Of all its servers, and for all later calls.
    void cancel() override;
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    void takeBack(Member& member);

    const HomeProcess m_home;
    const Open m_open;
    const Options m_options;
    std::string m_where;
    mutable std::mutex m_mutex; // of the rest
    std::unique_ptr<std::condition_variable> m_cameBack = std::make_unique<std::condition_variable>();
    std::vector<std::unique_ptr<Member>> m_members; // lent or not
    std::vector<Member*> m_idle;                    // the one used last at the end
    std::size_t m_opening = 0;
    bool m_cancelled = false;
};

} // namespace ratewarden
