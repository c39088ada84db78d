// SPDX-License-Identifier: GPL-3.0-or-later
// What a cluster costs the client, and what it gives: decisions a second with 1, 3 and 6 primaries beside one
// server that is no cluster, and the CPU time of finding a command's node. A program, not a test. All nodes
// and the client share this machine's cores, so more primaries than cores cannot show more decisions; the
// client's own CPU time for a decision says what one client could do at most.
#include "core/limiter/redis_rate_limiter.h"
#include "core/redis/cluster_server.h"
#include "core/redis/connection.h"
#include "tests/benchmark/figures.h"
#include "tests/support/test_cluster.h"

#include <fmt/format.h>

#include <QCoreApplication>

#include <chrono>
#include <ctime>
#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t together = 64;
constexpr std::size_t tokens = 1024;

/// Of this thread, in seconds.
double cpuTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

std::vector<std::string> allTokens()
{
    std::vector<std::string> all;
    for (std::size_t i = 0; i < tokens; ++i)
        all.push_back(fmt::format("user:{}", i));
    return all;
}

struct Rate {
    double perSecond = 0;
    double clientMicros = 0; ///< of CPU time for a decision
};

/// `decide` makes that many decisions.
Rate rateOf(const std::function<std::size_t()>& decide)
{
    std::vector<double> rates;
    std::vector<double> costs;
    for (int round = 0; round < 7; ++round) {
        std::size_t made = 0;
        const double cpu = cpuTime();
        const auto start = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - start < 300ms)
            made += decide();
        const std::chrono::duration<double> length = std::chrono::steady_clock::now() - start;
        rates.push_back(double(made) / length.count());
        costs.push_back((cpuTime() - cpu) * 1e6 / double(made));
    }
    return {median(rates), median(costs)};
}

void printRow(const std::string& name, Server& server)
{
    RedisRateLimiter limiter(server, {"bench", "gcra", parseRules("1000/s + 50000/min")});
    const std::vector<std::string> names = allTokens();
    std::size_t next = 0;
    const Rate alone = rateOf([&] {
        limiter.acquire(names[next++ % tokens]);
        return std::size_t(1);
    });
    const Rate many = rateOf([&] {
        std::vector<TokenRequest> wanted;
        for (std::size_t i = 0; i < together; ++i)
            wanted.push_back({names[next++ % tokens], 1});
        return limiter.acquireMany(wanted).size();
    });
    fmt::print("| {} | {:.0f} | {:.1f} | {:.0f} | {:.2f} |\n", name, alone.perSecond, alone.clientMicros,
               many.perSecond, many.clientMicros);
}

/// What the cluster's server adds to a connection's work, on the same node.
void routing(TestCluster& cluster)
{
    ClusterServer routed(cluster.endpoint());
    Connection direct(cluster.nodes().front().endpoint());
    const Policy policy{"bench", "gcra", parseRules("1000/s + 50000/min")};
    RedisRateLimiter overRouted(routed, policy);
    RedisRateLimiter overDirect(direct, policy);
    const std::vector<std::string> names = allTokens();
    std::vector<TokenRequest> wanted;
    for (std::size_t i = 0; i < together; ++i)
        wanted.push_back({names[i], 1});
    const auto nanosOf = [&](RateLimiter& limiter, bool isPipelined) {
        constexpr std::size_t times = 64;
        const double before = cpuTime();
        for (std::size_t i = 0; i < times; ++i)
            if (isPipelined)
                limiter.acquireMany(wanted);
            else
                for (const TokenRequest& request : wanted)
                    limiter.acquire(request.token);
        return (cpuTime() - before) * 1e9 / double(times * together);
    };
    fmt::print("\n| a decision's CPU time in the client, ns | direct | through the cluster | added "
               "|\n|---|---|---|---|\n");
    for (const bool isPipelined : {false, true}) {
        std::vector<double> without;
        std::vector<double> with;
        std::vector<double> added;
        for (int round = 0; round < 41; ++round) {
            without.push_back(nanosOf(overDirect, isPipelined));
            with.push_back(nanosOf(overRouted, isPipelined));
            added.push_back(with.back() - without.back());
        }
        fmt::print("| {} | {:.0f} | {:.0f} | {:.0f} |\n", isPipelined ? "64 at once" : "one at a time",
                   median(without), median(with), median(added));
    }
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    fmt::print("{} cores for all nodes and the client\n\n", std::thread::hardware_concurrency());
    fmt::print(
        "| | acquire, a second | client's CPU µs | acquireMany of {}, decisions a second | client's CPU "
        "µs for each |\n|---|---|---|---|---|\n",
        together);
    {
        TestServer alone;
        Connection connection(alone.endpoint());
        printRow("one server through a Unix socket", connection);
    }
    for (const std::size_t primaries : {1, 3, 6}) {
        TestCluster cluster(primaries);
        if (primaries == 1) {
            Connection connection(cluster.nodes().front().endpoint());
            printRow("one server through TCP", connection);
        }
        ClusterServer server(cluster.endpoint());
        printRow(fmt::format("cluster of {}", primaries), server);
    }
    TestCluster one(1);
    routing(one);
    return 0;
}
