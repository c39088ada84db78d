// SPDX-License-Identifier: MIT
#pragma once

#include "core/policies/policy_store.h"
#include "core/redis/endpoint.h"
#include "core/redis/home_process.h"
#include "core/redis/server.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>

namespace ratewarden {

/// Follows the policies of a server. It has its own thread and connection. It receives each published version
/// at once, and also reads all policies every `interval`: in case it missed one, and for what a program
/// announced (announcePolicy(), HSETNX) or somebody wrote by hand. Of these nothing tells it, as who may
/// announce need not have the right to write the history: find(), onChange and onBook know them from the next
/// reading on. Limiters do not wait for that: they ask for a policy that is not known. When a document
/// cannot be read or is gone, the last good version stays in force, and problem() says so. Thread-safe. A
/// child makes one of its own after fork(): this one's functions throw InvalidArgument there.
class PolicyWatch {
public:
    struct Options {
        /// The time between two readings of all policies: 1 ms to 366 days.
        std::chrono::milliseconds interval{5000};
        /// Called in the watch's thread when problem() changes; an empty text: the problem is over.
        std::function<void(const std::string& problem)> onProblem;
        /// Called in the watch's thread when any policy has changed.
        std::function<void()> onChange;
        /// Called in the watch's thread with all policies after the first reading and after every change,
        /// also of documents that cannot be read or were withdrawn. `unread`, unless empty, is why nothing
        /// can be read although the server answers; then the book is the last one, or null.
        std::function<void(std::shared_ptr<const PolicyBook> book, const Problem& unread)> onBook = {};
    };

    /// Returns at once; the policies are known after the first reading. Throws InvalidArgument.
    explicit PolicyWatch(const Endpoint& endpoint, Options options);
    explicit PolicyWatch(const Endpoint& endpoint) : PolicyWatch(endpoint, Options()) {}
    /// Ends the thread, also while it waits for Redis.
    ~PolicyWatch();
    PolicyWatch(const PolicyWatch&) = delete;
    PolicyWatch& operator=(const PolicyWatch&) = delete;

    /// The last good version; null when none has been seen.
    std::shared_ptr<const PublishedPolicy> find(std::string_view name) const;
    /// The same; before the first reading it waits for it. A policy that is not known then is asked for at
    /// once, over a connection made for that: it may just have been announced. Returns within `patience`,
    /// which is more than 0.
    std::shared_ptr<const PublishedPolicy> waitFor(std::string_view name,
                                                   std::chrono::milliseconds patience) const;
    /// Takes a policy that has just been read of the same server, unless one of its name is known.
    std::shared_ptr<const PublishedPolicy> learn(PublishedPolicy published) const;
    /// Increases with every change of what find() returns. Takes no lock.
    std::uint64_t changes() const
    {
        m_home.require("a PolicyWatch");
        return m_changes.load(std::memory_order_acquire);
    }
    /// Whether the policies have ever been read.
    bool hasRead() const;
    /// What is wrong with the policies; empty: nothing.
    std::string problem() const;

private:
    std::shared_ptr<const PublishedPolicy> known(std::string_view name) const;
    void run();
    void readAll();
    void tellUnread(const Problem& unread);
    void findEndOfHistory();
    void waitForChange();
    bool retryLater(const std::exception& error, std::chrono::milliseconds pause);
    bool sleep(std::chrono::milliseconds time);
    void setProblem(const std::string& problem);

    const HomeProcess m_home;
    const Options m_options;
    const Endpoint m_endpoint;
    const std::unique_ptr<Server> m_server;
    std::shared_ptr<const PolicyBook> m_book; // as it was handed on last; only if somebody wants it
    Problem m_unread;                         // likewise
    std::string m_lastSeen;                   // in the history; empty: it has to be asked for
    bool m_mayListen = true; // false: the history cannot be read, so that only the interval is left
    mutable std::mutex m_mutex;
    // What is known, also from a question about one of them:
    mutable std::map<std::string, std::shared_ptr<const PublishedPolicy>, std::less<>> m_policies;
    mutable std::atomic<std::uint64_t> m_changes = 0; // of m_policies, counted with the mutex held
    std::string m_problem;
    std::promise<void> m_read; // for the first time
    std::shared_future<void> m_hasRead = m_read.get_future().share();
    std::atomic<bool> m_stopping = false;
    std::binary_semaphore m_wake{0};       // to stop
    std::unique_ptr<std::thread> m_thread; // last: it uses the others
};

} // namespace ratewarden
