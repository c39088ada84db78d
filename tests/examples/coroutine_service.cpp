// SPDX-License-Identifier: MIT
// A service in which each request is a coroutine, and no thread waits for Redis. It follows the policy that
// operators publish, and while Redis is unreachable it does what that policy says. Each line of its input is
// a request: of one client ("alice"); of several, that are decided in one round trip ("alice bob"); or of one
// that is served as soon as there is room ("wait alice").
//     coroutine_service [redis://localhost:6379]
#include <ratewarden/ratewarden.h>

#include <atomic>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <exception>
#include <functional>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

/// A coroutine that begins at once, and that nobody awaits.
struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

/// The thread in which requests are served, as the loop of a network library is.
class Loop {
public:
    Loop() : m_thread([this] { run(); }) {}
    ~Loop()
    {
        post({});
        m_thread.join();
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void post(std::function<void()> function)
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_functions.push_back(std::move(function));
        }
        m_posted.notify_one();
    }
    /// Where a request goes on when the limiter has decided.
    Executor executor()
    {
        return [this](std::function<void()> function) {
            post(std::move(function));
        };
    }

    /// How many requests are being served.
    std::atomic<int> open = 0;

private:
    void run()
    {
        while (true) {
            std::unique_lock lock(m_mutex);
            m_posted.wait(lock, [this] { return !m_functions.empty(); });
            const std::function<void()> function = std::move(m_functions.front());
            m_functions.pop_front();
            lock.unlock();
            if (!function)
                return; // the end
            function();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_posted;
    std::deque<std::function<void()>> m_functions;
    std::thread m_thread; // last: it uses the others
};

class Service {
public:
    Service(AsyncServer& redis, const PolicyWatch& watch, Loop& loop)
        : m_limiter(redis, watch, "orders"), m_loop(loop), m_executor(loop.executor())
    {
    }

    void take(const std::vector<std::string>& clients, bool waits)
    {
        ++m_loop.open;
        m_loop.post([this, clients, waits] { serve(clients, waits); });
    }
    void waitForAll() const
    {
        for (int open = m_loop.open; open > 0; open = m_loop.open)
            m_loop.open.wait(open);
    }

private:
    /// A coroutine outlives its caller, so it takes copies.
    Task serve(std::vector<std::string> clients, bool waits)
    {
        Loop& loop = m_loop; // outlives the service
        try {
            if (clients.size() > 1) {
                std::vector<TokenRequest> requests;
                for (const std::string& client : clients)
                    requests.push_back({client});
                const std::vector<Decision> decisions = co_await m_limiter.acquireMany(requests, m_executor);
                for (std::size_t i = 0; i < clients.size(); ++i)
                    respond(clients[i], decisions[i]);
            } else if (waits) {
                const Decision decision = co_await m_limiter.waitFor(clients.front(), 10s, 1, m_executor);
                respond(clients.front(), decision);
            } else {
                const Decision decision = co_await m_limiter.acquire(clients.front(), 1, m_executor);
                respond(clients.front(), decision);
            }
        } catch (const Error& error) { // what() says what was tried, where, and what to do
            std::cout << "503 " << error.what() << std::endl;
        }
        --loop.open;
        loop.open.notify_all();
    }

    void respond(const std::string& client, const Decision& decision) const
    {
        std::cout << (decision.allowed() ? "200 " : "429 ") << client << " under version "
                  << m_limiter.version() << (decision.withoutRedis ? ", without Redis" : "") << std::endl;
    }

    const AsyncRateLimiter m_limiter;
    Loop& m_loop;
    const Executor m_executor;
};

} // namespace

int main(int argc, char** argv)
{
    try {
        const Endpoint endpoint = parseEndpoint(argc > 1 ? argv[1] : "redis://localhost:6379");
        Loop loop;
        const auto redis = openAsyncServer(endpoint); // also a cluster, or what Sentinels name
        // The rules until an operator publishes others.
        if (const auto other = announcePolicy(*redis, {"orders", "gcra", parseRules("2/s + 100/min")}))
            std::cerr << "the policy is published otherwise, and followed: " << other->algorithm << " "
                      << notation(other->rules) << "\n";
        const PolicyWatch watch(endpoint);
        Service service(*redis, watch, loop);
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::vector<std::string> clients;
            for (std::string word; words >> word;)
                clients.push_back(word);
            const bool waits = clients.size() == 2 && clients.front() == "wait";
            if (waits)
                clients.erase(clients.begin());
            if (!clients.empty())
                service.take(clients, waits);
        }
        service.waitForAll();
    } catch (const std::exception& error) {
        std::cerr << "coroutine_service: " << error.what() << "\n";
        return 2;
    }
}
