// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/async_server.h"

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

namespace ratewarden {

/// A coroutine that another one awaits: it begins when it is awaited, and what it throws is thrown there.
template <class Made>
class [[nodiscard]] Flow {
public:
    struct promise_type {
        Flow get_return_object() { return Flow(Handle::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        auto final_suspend() noexcept
        {
            struct GoOn {
                bool await_ready() noexcept { return false; }
                std::coroutine_handle<> await_suspend(Handle ended) noexcept { return ended.promise().next; }
                void await_resume() noexcept {}
            };
            return GoOn();
        }
        void return_value(Made value) { made = std::move(value); }
        void unhandled_exception() { error = std::current_exception(); }

        std::coroutine_handle<> next;
        std::optional<Made> made;
        std::exception_ptr error;
    };

    Flow(Flow&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
    Flow& operator=(Flow&&) = delete;
    ~Flow()
    {
        if (m_handle)
            m_handle.destroy();
    }

    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> next)
    {
        m_handle.promise().next = next;
        return m_handle;
    }
    Made await_resume()
    {
        promise_type& promise = m_handle.promise();
        if (promise.error)
            std::rethrow_exception(promise.error);
        return std::move(*promise.made);
    }

private:
    using Handle = std::coroutine_handle<promise_type>;

    explicit Flow(Handle handle) : m_handle(handle) {}

    Handle m_handle;
};

/// A coroutine that begins at once, that nobody awaits, and that throws nothing.
struct DetachedFlow {
    struct promise_type {
        DetachedFlow get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

/// To be awaited: the replies to commands, or what Server::pipeline() throws. It goes on in the thread of a
/// connection.
class Exchange {
public:
    Exchange(AsyncServer& server, std::vector<Command> commands)
        : m_server(server), m_commands(std::move(commands))
    {
    }

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> next)
    {
        m_server.submitPipeline(std::move(m_commands),
                                [this, next](std::vector<Reply> replies, std::exception_ptr failure) {
                                    m_replies = std::move(replies);
                                    m_failure = std::move(failure);
                                    next.resume();
                                });
    }
    std::vector<Reply> await_resume()
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
        return std::move(m_replies);
    }

private:
    AsyncServer& m_server;
    std::vector<Command> m_commands;
    std::vector<Reply> m_replies;
    std::exception_ptr m_failure;
};

/// To be awaited: some time. It goes on in the thread of a connection; throws Unavailable after cancel().
class Pause {
public:
    Pause(AsyncServer& server, std::chrono::microseconds time) : m_server(server), m_time(time) {}

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> next)
    {
        m_server.callAfter(m_time, [next] { next.resume(); });
    }
    void await_resume() const noexcept {}

private:
    AsyncServer& m_server;
    const std::chrono::microseconds m_time;
};

} // namespace ratewarden
