// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demo.h"
#include "core/formats/format.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <random>
#include <string>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

double seconds(Instant moment)
{
    return std::chrono::duration<double>(moment.time_since_epoch()).count();
}

// As express-rate-limit with rate-limit-redis: 60 in a minute.
void countHits(Server& server, const std::string& ip)
{
    const std::string key = "rl:" + ip;
    if (server.call({"INCR", key}).view().integer() == 1)
        server.call({"PEXPIRE", key, "60000"});
}

// As Flask-Limiter with python limits' fixed window: 20 in a minute, which stands in the key.
void countInWindow(Server& server, const std::string& user)
{
    const std::string key = fmt::format("LIMITS:LIMITER/{}/20/1/minute", user);
    if (server.call({"INCRBY", key, "1"}).view().integer() == 1)
        server.call({"EXPIRE", key, "60"});
}

constexpr std::array<std::pair<int, double>, 3> listRules{{{2, 1}, {8, 10}, {30, 60}}};

// As DomainTools' list: a request that is refused writes nothing.
void pushMoment(Server& server, const std::string& domain, Instant now)
{
    const std::string log = fmt::format("ratelimiter:{}:log", domain);
    if (server.call({"EXISTS", fmt::format("ratelimiter:{}:block", domain)}).view().integer() == 1)
        return;
    const Reply moments = server.call({"LRANGE", log, "0", "29"});
    for (const auto& [limit, window] : listRules)
        if (moments.view().size() >= std::size_t(limit) &&
            std::stod(std::string(moments.view()[std::size_t(limit) - 1].string())) + window > seconds(now))
            return;
    server.call({"LPUSH", log, fmt::format("{:.7f}", seconds(now))});
    server.call({"LTRIM", log, "0", "29"});
    server.call({"EXPIRE", log, "60"});
}

// As Ramp's GCRA: 10 in 30 s. It asks for a lock first, which never expires; a holder that crashed keeps it.
void moveArrivalTime(Server& server, const std::string& vendor, Instant now)
{
    constexpr double period = 30;
    constexpr double apart = period / 10;
    if (server.call({"EXISTS", "rate_limiter_lock:" + vendor}).view().integer() == 1)
        return;
    const Reply stored = server.call({"GET", vendor});
    const double present = seconds(now);
    const double tat =
        stored.view().isNil() ? present : std::max(present, std::stod(std::string(stored.view().string())));
    if (tat - present <= period - apart)
        server.call({"SET", vendor, fmt::format("{:.6f}", tat + apart), "EX", "86400"});
}

// As rate-limiter-flexible: 20 points in a minute; refused requests count, too.
void consumePoint(Server& server, const std::string& token)
{
    const std::string key = "rlflx:" + token;
    server.call({"SET", key, "0", "EX", "60", "NX"});
    server.call({"INCRBY", key, "1"});
}

class ForeignClients {
public:
    explicit ForeignClients(Endpoint endpoint) : m_connection(std::move(endpoint), demoPatience) {}

    void prepare()
    {
        seedPoints();
        for (int i = 0; i < clients; ++i) // so that there is one key of each to announce the rules of
            request();
        for (const char* const vendor : {"vendor:plaid", "vendor:finicity"}) // a holder is about to crash
            moveArrivalTime(m_connection, vendor, readTime(m_connection.call({"TIME"}).view()));
        m_connection.call({"SET", "rate_limiter_lock:vendor:plaid", "5f0c5d3a9a3f4be8b1a4f6f0a7c1d2e3"});
        for (const auto& [key, rules] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"rl:203.0.113.9", "60/min"},
                 {"ratelimiter:example.com:log", "2/s + 8/10s + 30/min"},
                 {"vendor:finicity", "10/30s"},
                 {"rlflx:user:41877", "20/min"}})
            if (const auto found = recogniseOnServer(m_connection, key))
                announcePolicy(m_connection,
                               found->subject.format->policyFor(found->subject, parseRules(rules)));
    }

    void run(const std::stop_token& stop)
    {
        std::exponential_distribution<double> wait(6); // requests a second
        while (!stop.stop_requested()) {
            std::unique_lock lock(m_mutex);
            m_stopped.wait_for(lock, stop, std::chrono::duration<double>(wait(m_random)),
                               [] { return false; });
            lock.unlock();
            try {
                request();
            } catch (const Error&) {
                // The server is unreachable, or an operator wrote something else there: the next request
                // tells.
            }
        }
    }

private:
    void request()
    {
        const Instant now = readTime(m_connection.call({"TIME"}).view());
        switch (m_next++ % clients) {
        case 0:
            countHits(m_connection, "203.0.113.9");
            break;
        case 1:
            countInWindow(m_connection, std::uniform_int_distribution(0, 2)(m_random) ? "alice" : "bob");
            break;
        case 2:
            pushMoment(m_connection, "example.com", now);
            break;
        case 3:
            moveArrivalTime(m_connection, "vendor:finicity", now);
            moveArrivalTime(m_connection, "vendor:plaid", now);
            break;
        case 4:
            consumePoint(m_connection,
                         std::uniform_int_distribution(0, 1)(m_random) == 1
                             ? "user:41877"
                             : fmt::format("user:{}", users.at(std::size_t(m_next) % users.size())));
            break;
        default:
            countHits(m_connection,
                      fmt::format("198.51.100.{}", std::uniform_int_distribution(1, 6)(m_random)));
        }
    }

    // As if some had come for a while.
    void seedPoints()
    {
        int points = 19;
        for (const int user : users) {
            m_connection.call({"SET", fmt::format("rlflx:user:{}", user), std::to_string(points), "EX",
                               std::to_string(60 - points)});
            points = std::max(1, points - 2);
        }
        m_connection.call({"SET", "rlflx:user:41877", "22", "EX", "52"});
        for (int i = 1; i <= 6; ++i)
            m_connection.call({"SET", fmt::format("rlflx:login_fail:198.51.100.{}", i), std::to_string(i),
                               "EX", std::to_string(40 + i)});
    }

    static constexpr int clients = 6;
    static constexpr std::array<int, 14> users{23765, 69127, 35558, 75453, 8008,  5962,  88948,
                                               19972, 66215, 14437, 46278, 82763, 91349, 54341};

    Connection m_connection;
    std::mt19937 m_random{7}; // the same each time, as pictures are made of it
    int m_next = 0;
    std::mutex m_mutex;
    std::condition_variable_any m_stopped;
};

} // namespace

std::jthread startForeignTraffic(const Endpoint& endpoint)
{
    const auto clients = std::make_shared<ForeignClients>(endpoint);
    clients->prepare();
    return std::jthread([clients](const std::stop_token& stop) { clients->run(stop); });
}
