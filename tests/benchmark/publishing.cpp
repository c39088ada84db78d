// SPDX-License-Identifier: GPL-3.0-or-later
// What publishing costs a server with a long history, beside the same on one with none:
// benchmark_publishing [entries]
// A policy that is there, and one with a new name, which is the worst case; by the server's own clock. Then
// the longest call of the first publishing on a server whose history no program has indexed yet.
#include "app/demo/private_redis.h"
#include "core/limiter/keyspace.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/redis/script.h"

#include <fmt/format.h>

#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace ratewarden;

namespace {

constexpr int rounds = 300;

/// Microseconds that the server's slowest, and its median, EVALSHA took since the log was reset.
struct Cost {
    double median = 0;
    double most = 0;
};

Cost costOf(Server& server)
{
    const Reply reply = server.call({"SLOWLOG", "GET", "-1"});
    std::vector<std::int64_t> times;
    for (std::size_t i = 0; i < reply.view().size(); ++i) {
        const ReplyView entry = reply.view()[i];
        if (entry[3][0].string().starts_with("EVAL"))
            times.push_back(entry[2].integer());
    }
    std::ranges::sort(times);
    if (times.empty())
        return {};
    return {double(times[times.size() / 2]), double(times.back())};
}

PublishedPolicy policyNamed(const std::string& name, std::int64_t version)
{
    PublishedPolicy published;
    published.policy = {name, "gcra", parseRules("1/s + 20/min")};
    published.version = version;
    return published;
}

Cost publishSame(Server& server, std::int64_t& version)
{
    server.call({"SLOWLOG", "RESET"});
    for (int i = 0; i < rounds; ++i)
        version = publishPolicy(server, policyNamed("api", version), {"benchmark", "to measure"}).version;
    return costOf(server);
}

Cost publishNew(Server& server, std::string_view start)
{
    server.call({"SLOWLOG", "RESET"});
    for (int i = 0; i < rounds; ++i)
        publishPolicy(server, policyNamed(fmt::format("{} {}", start, i), 0), {"benchmark", "to measure"});
    return costOf(server);
}

void fill(Server& server, int entries)
{
    constexpr int page = 1000;
    const std::string document = policyDocument(policyNamed("old", 1));
    for (int from = 0; from < entries; from += page) {
        std::vector<Command> commands;
        for (int i = from; i < std::min(entries, from + page); ++i) {
            Command add{"XADD", policyHistoryKey, "*", "policy"};
            add.add(fmt::format("old {}", i % 100)).add("version").add(std::int64_t(i / 100 + 1));
            add.add("document").add(document).add("by").add("somebody").add("reason").add("because");
            add.add("at").add("1700000000000000");
            commands.push_back(std::move(add));
        }
        server.pipeline(commands);
    }
}

void print(const char* what, const Cost& none, const Cost& many)
{
    fmt::print("{:<28} {:>8.0f} µs {:>10.0f} µs {:>8.2f}\n", what, none.median, many.median,
               many.median / none.median);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv);
    const int entries = argc > 1 ? std::atoi(argv[1]) : 200'000;
    PrivateRedis redis;
    if (const QString problem =
            redis.start({"--slowlog-log-slower-than", "0", "--slowlog-max-len", "100000"});
        !problem.isEmpty()) {
        fmt::print(stderr, "{}\n", problem.toStdString());
        return 1;
    }
    Connection server(redis.endpoint());
    std::int64_t version = 0;
    publishSame(server, version); // to warm up
    const Cost sameNone = publishSame(server, version);
    const Cost newNone = publishNew(server, "early");

    fill(server, entries);
    server.call({"SLOWLOG", "RESET"});
    version = publishPolicy(server, policyNamed("api", version), {"benchmark", "to measure"}).version;
    const Cost first = costOf(server);
    const Cost sameMany = publishSame(server, version);
    const Cost newMany = publishNew(server, "late");

    fmt::print("{:<28} {:>11} {:>13} {:>8}\n", "median of one publishing", "no history",
               fmt::format("{} entries", entries), "ratio");
    print("a policy that is there", sameNone, sameMany);
    print("a new one", newNone, newMany);
    fmt::print("first publishing on a history without index: longest call {:.1f} ms\n", first.most / 1000);
    return 0;
}
