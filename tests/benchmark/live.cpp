// SPDX-License-Identifier: GPL-3.0-or-later
// What live trials achieve beside a bare client in the same run: the same script calls, pipelined with
// hiredis over one connection, as fast as the server answers; then a live trial that asks for far more than
// that, and one that asks for half of it: benchmark_live [seconds] [algorithm]
#include "app/demo/private_redis.h"
#include "core/lab/live_trial.h"
#include "core/limiter/decision_call.h"
#include "core/redis/connection.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int tokens = 1000;
constexpr int batch = 200;

struct Free {
    void operator()(redisContext* context) const { redisFree(context); }
};

/// Decisions a second of a closed loop: 200 are sent, then 200 answers read.
double bareLoop(const Endpoint& endpoint, const Policy& policy, std::chrono::duration<double> length)
{
    const std::unique_ptr<redisContext, Free> context(redisConnectUnix(endpoint.socketPath.c_str()));
    std::vector<Command> commands;
    std::vector<std::vector<const char*>> arguments;
    std::vector<std::vector<std::size_t>> lengths;
    for (int i = 0; i < tokens; ++i) {
        const std::string token = fmt::format("bare:{}", i);
        commands.push_back(
            decisionCommand(policy, RedisToken(token), 1, Mode::Acquire, {.detail = Detail::Verdict}));
    }
    for (const Command& command : commands) {
        arguments.emplace_back();
        lengths.emplace_back();
        for (const std::string_view argument : command.arguments()) {
            arguments.back().push_back(argument.data());
            lengths.back().push_back(argument.size());
        }
    }
    std::uint64_t done = 0;
    const auto start = Clock::now();
    while (Clock::now() - start < length) {
        for (int i = 0; i < batch; ++i) {
            const std::size_t at = (done + std::uint64_t(i)) % tokens;
            redisAppendCommandArgv(context.get(), int(arguments[at].size()), arguments[at].data(),
                                   lengths[at].data());
        }
        for (int i = 0; i < batch; ++i) {
            void* reply = nullptr;
            if (redisGetReply(context.get(), &reply) != REDIS_OK)
                std::exit(1);
            freeReplyObject(reply);
        }
        done += batch;
    }
    return double(done) / std::chrono::duration<double>(Clock::now() - start).count();
}

void live(Connection& connection, const Endpoint& endpoint, const Trace& trace, const Candidate& candidate,
          double perSecond, int connections, Micros length)
{
    LiveTrialOptions options;
    options.pace.perSecond = perSecond;
    options.pace.duration = length;
    options.connections = connections;
    options.mostOutstanding = 1000;
    options.force = true;
    const LiveTrial trial = runLiveTrial(connection, endpoint, trace, candidate, options);
    fmt::print(
        "live trial, {} connection(s), {:>8.0f}/s wanted: {:>8.0f}/s answered, {} dropped, {} late, p50 {}, "
        "p99 {}, max {}\n",
        connections, perSecond, trial.answeredPerSecond(), trial.counts.dropped, trial.counts.late,
        durationText(trial.latency.quantile(0.5)), durationText(trial.latency.quantile(0.99)),
        durationText(trial.latency.max()));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const auto length = std::chrono::seconds(argc > 1 ? std::atoi(argv[1]) : 5);
    PrivateRedis redis;
    if (const QString problem = redis.start(); !problem.isEmpty()) {
        fmt::print(stderr, "{}\n", problem.toStdString());
        return 1;
    }
    const Candidate candidate{
        "c", {"c", argc > 2 ? argv[2] : "gcra", parseRules("5/s + 60/min"), false, false, {}}};
    TraceBuilder builder;
    for (int i = 0; i < 10 * tokens; ++i)
        builder.add(Instant(1'795'000'000s + i * 100us), fmt::format("token {}", i % tokens));
    const Trace trace = builder.take();
    Connection connection(redis.endpoint());
    connection.call(decisionCommand(candidate.policy, RedisToken("first"), 1, Mode::Peek));
    for (int round = 0; round < 2; ++round) {
        const double bare = bareLoop(redis.endpoint(), candidate.policy, length);
        fmt::print("bare hiredis loop, 1 connection, pipelines of {}: {:>8.0f}/s\n", batch, bare);
        live(connection, redis.endpoint(), trace, candidate, 4 * bare, 1, length);
        live(connection, redis.endpoint(), trace, candidate, 4 * bare, 2, length);
        live(connection, redis.endpoint(), trace, candidate, bare / 2, 2, length);
    }
}
