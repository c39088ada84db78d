// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/redis/async_server.h"
#include "core/redis/pipelined_connection.h"
#include "core/redis/socket.h"
#include "core/redis/stream.h"

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace ratewarden {

/// One connection of a PipelinedServer, or to a node of a PipelinedCluster, with its thread; see there.
class PipelinedChannel {
public:
    struct Settings {
        std::function<Endpoint()> locate;
        std::string where;
        Timeouts timeouts;
        std::string clientName;
        std::chrono::milliseconds patience;
        std::size_t mostOutstanding;
        /// What a server refuses as a replica goes, once, to the one that locate() finds then.
        bool followsPrimary = false;
    };

    explicit PipelinedChannel(Settings settings);
    ~PipelinedChannel();
    PipelinedChannel(const PipelinedChannel&) = delete;
    PipelinedChannel& operator=(const PipelinedChannel&) = delete;

    /// Takes all of the calls, to be sent in this order; or throws Unavailable and takes none. Thread-safe.
    void submit(std::span<AsyncCall> calls);
    /// Calls the function in the thread after the time, or when it ends. Throws Unavailable after stop().
    /// Thread-safe.
    void callAfter(std::chrono::microseconds time, std::function<void()> function);
    /// Another server is the primary: a connection to any other is given up. What had been sent over it fails
    /// with PrimaryChanged. Thread-safe.
    void leaveAllBut(const HostPort& primary);
    /// Fails what is outstanding and all that is submitted later. Thread-safe.
    void stop();
    /// Stops, and waits until the last of its functions has returned.
    void join();

private:
    using Effect = Unavailable::Effect;
    struct Call {
        Command command;
        OnOutcome done;
        Stream::Deadline deadline;
        bool isRefused = false; ///< by a replica, once
    };
    struct Dialled {
        HostPort at;
        std::unique_ptr<PipelinedConnection> pipe;
        std::exception_ptr failure;
    };

    /// Ends the thread's sleep.
    class Bell {
    public:
        Bell();
        void ring() { m_near->write("!", {}); } // what does not fit is not needed: it rings already
        std::size_t hear();                     ///< how often it rang
        const Stream* stream() const { return m_far.get(); }

    private:
        std::unique_ptr<Socket> m_near;
        std::unique_ptr<Socket> m_far;
    };

    void work();
    void sleep();
    void step();
    bool takeSubmitted();
    /// Makes the change with the mutex held, and wakes the thread if it returns true.
    template <class Change>
    void tell(Change change);
    Unavailable refusal(std::string_view title) const;
    void callDue(Stream::Deadline until);
    void leaveFormer();

    void dial();
    void takeDialled();
    void send();
    void receive();
    void take(Reply reply);
    void resend();
    void expire();
    void lose(const Problem& problem, bool mayResend);
    void abandon(const Problem& problem);

    void complete(Call& call, CallOutcome outcome) noexcept;
    void fail(Call& call, const Problem& problem, Effect effect);

    const Settings m_settings;
    Bell m_bell;
    std::atomic<std::size_t> m_outstanding = 0;

    std::mutex m_mutex; // of these:
    std::vector<Call> m_submitted;
    std::optional<Dialled> m_dialled;
    std::optional<HostPort> m_announced; // the primary
    std::multimap<Stream::Deadline, std::function<void()>> m_timers;
    bool m_asleep = false;
    bool m_stopping = false;

    // Of the thread alone:
    std::vector<Call> m_taken;  // kept for its memory
    std::deque<Call> m_waiting; // to be sent
    std::deque<Call> m_sent;    // wait for replies; the last m_pipe->unsent() of them have not left
    std::deque<Call> m_again;   // lacked their scripts
    std::unique_ptr<PipelinedConnection> m_pipe;
    HostPort m_at;                     // where m_pipe leads
    std::optional<HostPort> m_primary; // announced while it connects
    bool m_hasServed = false;          // m_pipe has brought a reply
    bool m_isRetiring = false;         // m_pipe leads to a server that has become a replica
    Stream::Deadline m_lastUse{};
    std::size_t m_unheard = 0; // rings of the bell
    std::thread m_dialler;     // while it connects
    std::thread m_thread;      // last: it uses the others
};

} // namespace ratewarden
