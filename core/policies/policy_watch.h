// SPDX-License-Identifier: MIT
#pragma once

#include "core/policies/policy_store.h"
#include "core/redis/connection.h"

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

/// Follows the policies of a server, in a thread and with a connection of its own: it is told of each one
/// that is published, at once, and besides reads them all now and then, should it have missed one or somebody
/// have written them by hand. A document that cannot be read, or is gone, changes nothing: the last good one
/// stays, and that is said. All of it may be used from any thread.
class PolicyWatch {
public:
    struct Options {
        /// How long it waits to be told before it reads them all.
        std::chrono::milliseconds interval{5000};
        /// Told, in the watch's thread, when something is wrong with the policies, and with an empty text
        /// when nothing is any more.
        std::function<void(const std::string& problem)> onProblem;
        /// Told, in the watch's thread, when any policy has changed.
        std::function<void()> onChange;
        /// Receives, in the watch's thread, what lies there: once it has been read for the first time, and
        /// whenever that has changed, documents that cannot be read and withdrawn ones included. `unread`
        /// says why none of it can be read, though the server is there; then the book is the last one, or
        /// null.
        std::function<void(std::shared_ptr<const PolicyBook> book, const std::string& unread)> onBook = {};
    };

    /// Returns at once; the policies are there when they have been read for the first time.
    explicit PolicyWatch(Endpoint endpoint, Options options);
    explicit PolicyWatch(Endpoint endpoint) : PolicyWatch(std::move(endpoint), Options()) {}
    /// Ends the thread, and a wait for Redis with it.
    ~PolicyWatch();
    PolicyWatch(const PolicyWatch&) = delete;
    PolicyWatch& operator=(const PolicyWatch&) = delete;

    /// The last good version; null when none has been seen.
    std::shared_ptr<const PublishedPolicy> find(std::string_view name) const;
    /// The same, waiting for the first reading if that has not been made, at most so long.
    std::shared_ptr<const PublishedPolicy> waitFor(std::string_view name,
                                                   std::chrono::milliseconds patience) const;
    /// Grows with every change of what find() answers: as long as it stays, so do the answers. Costs no lock.
    std::uint64_t changes() const { return m_changes.load(std::memory_order_acquire); }
    /// Whether the policies have ever been read.
    bool hasRead() const;
    /// What is wrong; empty: nothing.
    std::string problem() const;

private:
    void run();
    void readAll();
    void tellUnread(const std::string& unread);
    void findEndOfHistory();
    void waitForChange();
    bool retryLater(const std::exception& error, std::chrono::milliseconds pause);
    bool sleep(std::chrono::milliseconds time);
    void setProblem(const std::string& problem);

    const Options m_options;
    Connection m_connection;
    std::shared_ptr<const PolicyBook> m_book; // as it was handed on last; only if somebody wants it
    std::string m_unread;                     // likewise
    std::string m_lastSeen;                   // in the history; empty: it has to be asked for
    bool m_mayListen = true; // false: the history cannot be read, so that only the interval is left
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<const PublishedPolicy>, std::less<>> m_policies;
    std::atomic<std::uint64_t> m_changes = 0; // of m_policies, counted with the mutex held
    std::string m_problem;
    std::promise<void> m_read; // for the first time
    std::shared_future<void> m_hasRead = m_read.get_future().share();
    std::atomic<bool> m_stopping = false;
    std::binary_semaphore m_wake{0}; // to stop
    std::thread m_thread;
};

} // namespace ratewarden
