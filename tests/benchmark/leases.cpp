// SPDX-License-Identifier: GPL-3.0-or-later
// What leases save, what they cost where there is nothing to save, and how soon processes that have some
// notice a change: a program, not a test, as absolute times move from machine to machine. Prints tables in
// Markdown. `benchmark_leases changes` runs the last part alone.
#include "app/demo/private_redis.h"
#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/boot_clock.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/redis/pipelined_server.h"
#include "tests/benchmark/figures.h"
#include "tests/support/acts.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <QProcess>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

/// Of scripts, by the server's own account.
struct ScriptTime {
    double calls = 0;
    double micros = 0;
};

ScriptTime scriptTime(Server& server)
{
    const Reply info = server.call({"INFO", "commandstats"});
    const std::string text(info.view().string());
    const std::size_t at = text.find("cmdstat_evalsha:");
    if (at == std::string::npos)
        return {};
    const auto number = [&](std::string_view name) {
        return std::stod(text.substr(text.find(name, at) + name.size()));
    };
    return {number("calls="), number("usec=")};
}

Policy policyOf(const char* algorithm, const char* rules)
{
    Policy policy{"bench", algorithm, parseRules(rules)};
    policy.lease = 100ms;
    return policy;
}

/// As fast as they can, all for one token.
double decisionsASecond(RateLimiter& limiter, int threads)
{
    constexpr auto length = 1s;
    std::atomic<std::int64_t> sum = 0;
    const auto start = Clock::now();
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < threads; ++i)
            workers.emplace_back([&] {
                std::int64_t made = 0;
                while (Clock::now() - start < length)
                    for (int k = 0; k < 1000; ++k)
                        made += limiter.acquire("hot").allowed() ? 1 : 0;
                sum += made;
            });
    }
    return double(sum.load()) / secondsSince(start);
}

void hotToken(const Endpoint& endpoint)
{
    fmt::print(
        "\nOne hot token, as fast as the threads can\n\n"
        "| | threads | decisions a second and thread | calls of scripts a second |\n|---|---|---|---|\n");
    for (const char* const algorithm : {"sliding-log", "gcra", "fixed-window", "sliding-window-counter"}) {
        for (const int threads : {1, 2}) {
            PipelinedServer server(endpoint);
            server.call({"FLUSHALL"});
            RedisRateLimiter redis(server, policyOf(algorithm, "100000000000/min"));
            LeaseOptions options;
            options.mostUnits = 100'000'000;
            LeasedRateLimiter limiter(redis, options);
            decisionsASecond(limiter, threads); // until it is known how many units are needed
            const double before = scriptTime(server).calls;
            const auto start = Clock::now();
            const double rate = decisionsASecond(limiter, threads);
            const double calls = (scriptTime(server).calls - before) / secondsSince(start);
            fmt::print("| {} | {} | {:.1f} million | {:.1f} |\n", algorithm, threads, rate / threads / 1e6,
                       calls);
            std::fflush(stdout);
        }
    }
}

/// 50,000 requests a second, evenly, of one token.
void steadyToken(const Endpoint& endpoint)
{
    constexpr int aSecond = 50'000;
    constexpr int seconds = 3;
    fmt::print(
        "\nOne token at 50,000 requests a second: what its decisions cost the server's scripts\n\n"
        "| | one by one, µs each | a second of them, ms | with leases, ms | less | round trips a second "
        "|\n|---|---|---|---|---|---|\n");
    for (const char* const algorithm : {"sliding-log", "gcra", "fixed-window", "sliding-window-counter"}) {
        Connection connection(endpoint);
        connection.call({"FLUSHALL"});
        RedisRateLimiter redis(connection, policyOf(algorithm, "10000000/min"));
        connection.call({"CONFIG", "RESETSTAT"});
        for (int i = 0; i < 20'000; ++i)
            redis.acquire("one by one");
        const ScriptTime alone = scriptTime(connection);
        const double each = alone.micros / alone.calls;
        LeasedRateLimiter limiter(redis);
        ScriptTime leased;
        const auto start = Clock::now();
        for (int i = 0; i < (seconds + 1) * aSecond; ++i) {
            if (i == aSecond)
                connection.call({"CONFIG", "RESETSTAT"});
            const auto due = start + std::chrono::nanoseconds(1'000'000'000LL / aSecond) * i;
            while (Clock::now() < due) {
            }
            limiter.acquire("leased");
        }
        leased = scriptTime(connection);
        const double ofOneByOne = each * aSecond / 1000;
        const double ofLeases = leased.micros / seconds / 1000;
        fmt::print("| {} | {:.1f} | {:.0f} | {:.3f} | {:.0f} × | {:.1f} |\n", algorithm, each, ofOneByOne,
                   ofLeases, ofOneByOne / ofLeases,
                   leased.calls / seconds / 2); // settled and asked for in one
        std::fflush(stdout);
    }
}

/// Each token once, in turns of both, so that what else the machine does falls on both.
void coldTokens(const Endpoint& endpoint)
{
    constexpr int tokensInTurn = 50;
    constexpr int turns = 60;
    constexpr int rounds = 15;
    Connection connection(endpoint);
    RedisRateLimiter redis(connection, policyOf("gcra", "1000/min"));
    LeasedRateLimiter limiter(redis);
    int token = 0;
    const auto micros = [&](RateLimiter& by) {
        const auto start = Clock::now();
        for (int i = 0; i < tokensInTurn; ++i)
            by.acquire(fmt::format("user:{}", ++token));
        return secondsSince(start) * 1e6 / tokensInTurn;
    };
    std::vector<double> alone;
    std::vector<double> leased;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
        std::vector<double> aloneNow;
        std::vector<double> leasedNow;
        for (int turn = 0; turn < turns; ++turn) {
            aloneNow.push_back(micros(redis));
            leasedNow.push_back(micros(limiter));
        }
        alone.push_back(median(aloneNow));
        leased.push_back(median(leasedNow));
        ratios.push_back(leased.back() / alone.back());
    }
    fmt::print("\nA cold token, asked for once: {:.1f} µs, with leases {:.1f} µs, × {:.3f}\n", median(alone),
               median(leased), median(ratios));
}

/// Two processes that follow a policy and decide for one token, a thousand times a second.
class Followers {
public:
    Followers(const Endpoint& endpoint, const char* policy, const char* token)
    {
        for (QProcess& process : m_processes) {
            process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            process.start(QCoreApplication::applicationDirPath() + "/follower",
                          {QString::fromStdString(endpoint.url()), policy, token});
        }
    }
    ~Followers()
    {
        for (QProcess& process : m_processes) {
            process.closeWriteChannel();
            process.waitForFinished();
        }
    }
    Followers(const Followers&) = delete;
    Followers& operator=(const Followers&) = delete;

    /// Waits until each decides by that, and adds the milliseconds from `since` until each did so first.
    void await(const std::string& wanted, BootClock::time_point since, std::vector<double>& millis)
    {
        for (QProcess& process : m_processes) {
            QList<QByteArray> said{{}, {}};
            while (said.at(1) != QByteArray::fromStdString(wanted)) {
                while (!process.canReadLine())
                    if (!process.waitForReadyRead(60'000))
                        throw std::runtime_error("a follower does not notice a change");
                said = process.readLine().trimmed().split(' ');
            }
            const BootClock::time_point at{Micros(said.at(0).toLongLong())};
            millis.push_back(double((at - since).count()) / 1000);
        }
    }

private:
    std::array<QProcess, 2> m_processes;
};

/// From when a change is sent, which is a little before its reply, until the first decision by it in each of
/// two processes, whose leases live 100 ms, and which are at any point of them then.
void changesInProcesses(const Endpoint& endpoint)
{
    constexpr int turns = 30;
    Connection connection(endpoint);
    connection.call({"FLUSHALL"});
    PublishedPolicy published;
    published.policy = policyOf("gcra", "1000000/min");
    const auto publish = [&] {
        published.version = publishPolicy(connection, published, {"benchmark", "measure"}).version;
    };
    publish();
    Followers followers(endpoint, "bench", "user:42");
    const auto limit = [&] {
        return std::to_string(published.policy.rules[0].limit);
    };
    std::vector<double> starting;
    followers.await(limit(), BootClock::now(), starting);
    std::mt19937 random; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in each run
    std::uniform_int_distribution<int> pause(0, 100);
    const auto measure = [&](const std::function<void()>& change, const std::function<std::string()>& wanted,
                             std::vector<double>& millis) {
        const auto until = Clock::now() + std::chrono::milliseconds(pause(random));
        while (Clock::now() < until)
            std::this_thread::yield();
        const BootClock::time_point since = BootClock::now();
        change();
        followers.await(wanted(), since, millis);
    };
    std::vector<double> block;
    std::vector<double> unblock;
    std::vector<double> publication;
    for (int i = 0; i < turns; ++i) {
        measure(
            [&] {
                test::blockToken(connection, {"user:42", std::nullopt, "measure", "benchmark"});
            },
            [] { return std::string("blocked"); }, block);
        measure([&] { test::unblockToken(connection, "user:42"); }, limit, unblock);
        ++published.policy.rules[0].limit;
        measure(publish, limit, publication);
    }
    fmt::print("\nFrom sending a change until each of two processes decides by it, leases of 100 ms, {} "
               "times, in ms\n\n"
               "| | median | maximum |\n|---|---|---|\n",
               turns);
    for (const auto& [name, millis] : {std::pair("block", &block), std::pair("unblock", &unblock),
                                       std::pair("published policy", &publication)})
        fmt::print("| {} | {:.0f} | {:.0f} |\n", name, median(*millis), *std::ranges::max_element(*millis));
}

void measureAll(const Endpoint& endpoint)
{
    hotToken(endpoint);
    steadyToken(endpoint);
    coldTokens(endpoint);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    PrivateRedis server;
    if (const QString problem = server.start(); !problem.isEmpty()) {
        fmt::print(stderr, "{}\n", problem.toStdString());
        return 1;
    }
    try {
        if (!application.arguments().contains("changes"))
            measureAll(server.endpoint());
        changesInProcesses(server.endpoint());
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
    return 0;
}
