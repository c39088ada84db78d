// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/redis/call_outcome.h"
#include "core/redis/command.h"
#include "core/redis/pipelined_connection.h"
#include "core/redis/socket.h"
#include "core/redis/stream.h"

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace ratewarden {

/// One connection of a PipelinedServer, with its thread; see there.
class PipelinedChannel {
public:
    struct Settings {
        std::function<Endpoint()> locate;
        std::string where;
        Timeouts timeouts;
        std::string clientName;
        std::chrono::milliseconds patience;
        std::size_t mostOutstanding;
    };
    struct Call {
        Command command;
        OnOutcome done;
        Stream::Deadline deadline = {}; ///< submit() sets it
    };

    explicit PipelinedChannel(Settings settings);
    ~PipelinedChannel();
    PipelinedChannel(const PipelinedChannel&) = delete;
    PipelinedChannel& operator=(const PipelinedChannel&) = delete;

    /// Takes all of the calls, to be sent in this order; or throws Unavailable and takes none. Thread-safe.
    void submit(std::span<Call> calls);
    /// Fails what is outstanding and all that is submitted later. Thread-safe.
    void stop();

private:
    using Effect = Unavailable::Effect;
    struct Dialled {
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
    void ringIf(bool asleep);

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
    bool m_asleep = false;
    bool m_stopping = false;

    // Of the thread alone:
    std::vector<Call> m_taken;  // kept for its memory
    std::deque<Call> m_waiting; // to be sent
    std::deque<Call> m_sent;    // wait for replies; the last m_pipe->unsent() of them have not left
    std::deque<Call> m_again;   // lacked their scripts
    std::unique_ptr<PipelinedConnection> m_pipe;
    bool m_hasServed = false;  // m_pipe has brought a reply
    bool m_isRetiring = false; // m_pipe leads to a server that has become a replica
    Stream::Deadline m_lastUse{};
    std::size_t m_unheard = 0; // rings of the bell
    std::thread m_dialler;     // while it connects
    std::thread m_thread;      // last: it uses the others
};

} // namespace ratewarden
