// SPDX-License-Identifier: GPL-3.0-or-later
// What a decision costs, beside the floor measured in the same run on the same server: a program, not a test,
// as absolute times move from machine to machine. Prints tables in Markdown.
//
// Server time is Redis' own account (INFO commandstats), in pipelines of 64. A ratio is to the empty EVALSHA
// measured next to it, the median of several rounds.
#include "app/demo/private_redis.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/local_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/async_rate_limiter.h"
#include "core/redis/connection.h"
#include "core/redis/connection_pool.h"
#include "core/redis/pipelined_server.h"
#include "tests/benchmark/figures.h"

#include <fmt/format.h>
#include <sched.h>

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <semaphore>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr int pipelineLength = 64;
constexpr int rounds = 15;
constexpr int pipelinesInRound = 20;
constexpr int blockingCalls = 2000;

class Bench {
public:
    explicit Bench(const Endpoint& endpoint) : m_connection(endpoint)
    {
        m_emptySha = m_connection.call({"SCRIPT", "LOAD", "return 1"}).view().string();
    }

    Connection& connection() { return m_connection; }
    Command empty() const { return {"EVALSHA", m_emptySha, "0"}; }

    /// Microseconds of the server for one call, by its own account.
    template <class Next>
    double serverMicros(Next next, std::string_view command = "evalsha")
    {
        m_connection.call({"CONFIG", "RESETSTAT"});
        for (int i = 0; i < pipelinesInRound; ++i) {
            std::vector<Command> commands;
            commands.reserve(pipelineLength);
            for (int k = 0; k < pipelineLength; ++k)
                commands.push_back(next());
            for (const Reply& reply : m_connection.pipeline(commands))
                throwIfError(reply.view(), "benchmark", "here");
        }
        const Reply info = m_connection.call({"INFO", "commandstats"});
        const std::string text(info.view().string());
        const std::size_t at = text.find(fmt::format("cmdstat_{}:", command));
        const std::size_t value = text.find("usec_per_call=", at) + 14;
        return std::stod(text.substr(value));
    }

    struct Cost {
        double micros;
        double ratio; // to the empty EVALSHA
    };

    template <class Next>
    Cost cost(Next next)
    {
        std::vector<double> micros;
        std::vector<double> ratios;
        for (int round = 0; round < rounds; ++round) {
            const double floor = serverMicros([this] { return empty(); });
            const double here = serverMicros(next);
            micros.push_back(here);
            ratios.push_back(here / floor);
        }
        return {median(micros), median(ratios)};
    }

    /// The median latency of one call at a time, in microseconds.
    template <class Next>
    double latency(Next next)
    {
        std::vector<double> micros;
        for (int i = 0; i < blockingCalls; ++i) {
            const Command command = next();
            const auto start = std::chrono::steady_clock::now();
            m_connection.call(command);
            micros.push_back(
                std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
        }
        return median(micros);
    }

    /// How many of one command run in a second, pipelined.
    double rate(const Command& command)
    {
        const std::vector<Command> commands(pipelineLength, command);
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < pipelinesInRound; ++i)
            m_connection.pipeline(commands);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        return pipelinesInRound * pipelineLength / seconds.count();
    }

    std::int64_t usedMemory()
    {
        const Reply info = m_connection.call({"INFO", "memory"});
        const std::string text(info.view().string());
        return std::stoll(text.substr(text.find("used_memory:") + 12));
    }

private:
    Connection m_connection;
    std::string m_emptySha;
};

constexpr Units never = 10'000'000; // is reached here
const std::vector<Rule> oneRule{{never, 60s}};
const std::vector<Rule> fourRules{{never, 1s}, {never, 60s}, {never, 3600s}, {never, 86400s}};

/// Rules of which the last holds `entries` requests, and denies the next.
std::vector<Rule> fullAt(std::size_t ruleCount, Units entries)
{
    std::vector<Rule> rules;
    for (std::size_t i = 1; i < ruleCount; ++i)
        rules.push_back({entries * 2, Micros(3600s) * std::int64_t(i)});
    rules.push_back({entries, 24h});
    return rules;
}

void decisions(Bench& bench)
{
    fmt::print("\nServer time of one decision, with clock, block and override check, and full reply: µs, and "
               "× an empty EVALSHA\n\n");
    fmt::print("| algorithm | 1 rule | 4 rules | denied, 4 rules | latency ÷ SET, 4 rules "
               "|\n|---|---|---|---|---|\n");
    for (const Algorithm& algorithm : algorithms()) {
        const bool isLog = algorithm.keeps == Keeps::Charges;
        std::string row = fmt::format("| {} ", algorithm.name);
        int token = 0;
        for (const std::vector<Rule>& rules : {oneRule, fourRules}) {
            const Policy policy{"bench", std::string(algorithm.name), rules};
            // Tokens in turn, so that logs stay short here; their length has a table of its own.
            const auto cost = bench.cost([&] {
                return decisionCommand(policy,
                                       RedisToken(fmt::format("user:{}", ++token % (isLog ? 5000 : 64))), 1,
                                       Mode::Acquire);
            });
            row += fmt::format("| {:.2f}, {:.1f} × ", cost.micros, cost.ratio);
            bench.connection().call({"FLUSHALL"});
        }
        const Policy denying{"bench", std::string(algorithm.name), fullAt(4, 10)};
        for (int i = 0; i < 10; ++i) // one by one, as a log of other costs is another one
            bench.connection().call(decisionCommand(denying, RedisToken("full"), 1, Mode::Acquire));
        const auto denied =
            bench.cost([&] { return decisionCommand(denying, RedisToken("full"), 1, Mode::Acquire); });
        row += fmt::format("| {:.2f}, {:.1f} × ", denied.micros, denied.ratio);

        const Policy policy{"bench", std::string(algorithm.name), fourRules};
        std::vector<double> ratios;
        double set = 0;
        for (int round = 0; round < 3; ++round) {
            set = bench.latency([&] { return Command{"SET", "floor", "1"}; });
            const double here = bench.latency([&] {
                return decisionCommand(policy, RedisToken(fmt::format("user:{}", ++token % 5000)), 1,
                                       Mode::Acquire);
            });
            ratios.push_back(here / set);
        }
        fmt::print("{}| {:.2f} (SET {:.0f} µs) |\n", row, median(ratios), set);
        std::fflush(stdout);
        bench.connection().call({"FLUSHALL"});
    }
}

// Denials as in a retry storm: of very many each sixteenth is remembered. The least of several rounds, as the
// differences are small.
void counters(Bench& bench)
{
    constexpr int countersRounds = 9;
    fmt::print(
        "\nTo count requests, and to have denials remembered (GCRA, 4 rules): µs\n\n"
        "| request | neither | counted | and remembered | more than counted |\n|---|---|---|---|---|\n");
    for (const bool isDenied : {false, true}) {
        Policy policy{"bench", "gcra", isDenied ? fullAt(4, 1) : fullAt(4, 1'000'000'000)};
        std::array<double, 3> least{};
        least.fill(std::numeric_limits<double>::max());
        for (int round = 0; round < countersRounds; ++round) {
            for (std::size_t kind = 0; kind < least.size(); ++kind) {
                policy.counters = kind > 0;
                policy.denials = kind > 1 ? 100 : 0;
                const Command command =
                    decisionCommand(policy, RedisToken("user"), 1, Mode::Acquire, {.note = "req-8f3a17c2"});
                least[kind] = std::min(least[kind], bench.cost([&] { return command; }).micros);
                bench.connection().call({"FLUSHALL"});
            }
        }
        fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} | {:+.1f} % |\n", isDenied ? "denied" : "allowed",
                   least[0], least[1], least[2], 100 * (least[2] / least[1] - 1));
    }
}

void together(Bench& bench)
{
    fmt::print("\n64 tokens in one call, as acquireMany sends them: server time of one decision, × an empty "
               "EVALSHA; "
               "and decisions a second on one connection, ÷ SETs\n\n");
    fmt::print("| algorithm | 1 rule | 4 rules | one by one, pipelined, 4 rules: a second, ÷ SETs "
               "|\n|---|---|---|---|\n");
    std::vector<std::string> tokens;
    std::vector<RedisRequest> requests;
    for (int i = 0; i < pipelineLength; ++i)
        tokens.push_back(fmt::format("user:{}", i));
    for (const std::string& token : tokens)
        requests.push_back({RedisToken(token)});
    for (const char* const algorithm : {"sliding-log", "sliding-window-counter", "fixed-window", "gcra"}) {
        std::string row = fmt::format("| {} ", algorithm);
        for (const std::vector<Rule>& rules : {oneRule, fourRules}) {
            const Command command = manyDecisionsCommand(Policy{"bench", algorithm, rules}, requests,
                                                         {.detail = Detail::Verdict});
            const auto cost = bench.cost([&] { return command; });
            row +=
                fmt::format("| {:.2f}, {:.1f} × ", cost.micros / pipelineLength, cost.ratio / pipelineLength);
            bench.connection().call({"FLUSHALL"});
        }
        const Policy policy{"bench", algorithm, fourRules};
        std::vector<double> ratios;
        double rate = 0;
        for (int round = 0; round < rounds; ++round) {
            const double sets = bench.rate({"SET", "floor", "1"});
            rate = bench.rate(
                decisionCommand(policy, RedisToken("user"), 1, Mode::Acquire, {.detail = Detail::Verdict}));
            ratios.push_back(rate / sets);
        }
        fmt::print("{}| {:.0f}, {:.2f} |\n", row, rate, median(ratios));
        bench.connection().call({"FLUSHALL"});
    }
}

void logs(Bench& bench)
{
    fmt::print(
        "\nServer time of the sliding log by its length, 1 and 4 rules, allowed: × an empty EVALSHA\n\n");
    fmt::print("| storage | 10 entries | 100 | 1,000 | 5,000 |\n|---|---|---|---|---|\n");
    const std::vector<std::pair<std::string_view, Detail>> rows{{"sliding-log", Detail::Verdict},
                                                                {"sliding-log", Detail::Usage},
                                                                {"sliding-log-zset", Detail::Usage},
                                                                {"sliding-log-list", Detail::Usage},
                                                                {"sliding-log-stream", Detail::Usage}};
    for (const auto& [algorithm, detail] : rows) {
        fmt::print("| {}{} ", algorithm, detail == Detail::Verdict ? ", verdict alone" : "");
        for (const Units entries : {10, 100, 1000, 5000}) {
            std::string cell;
            for (const std::size_t ruleCount : {1U, 4U}) {
                // The clock is handed in and moves so that one entry leaves as one comes.
                std::vector<Rule> rules;
                for (std::size_t i = 1; i < ruleCount; ++i)
                    rules.push_back({entries * 2, Micros(60s) / (1 << i)});
                rules.push_back({entries * 2, 60s});
                const Policy policy{"bench", std::string(algorithm), rules};
                Instant now{1'795'046'400s};
                const auto next = [&, detail = detail] {
                    now += Micros(60s) / entries;
                    return decisionCommand(policy, RedisToken("long"), 1, Mode::Acquire,
                                           {.now = now, .detail = detail});
                };
                for (Units i = 0; i < entries; ++i)
                    bench.connection().call(next());
                cell += fmt::format("{}{:.1f}", cell.empty() ? "" : ", ", bench.cost(next).ratio);
                bench.connection().call({"FLUSHALL"});
            }
            fmt::print("| {} ", cell);
            std::fflush(stdout);
        }
        fmt::print("|\n");
    }
}

void memory(Bench& bench)
{
    constexpr int tokens = 100'000;
    constexpr int requests = 60;
    fmt::print(
        "\nMemory of 100,000 tokens with 4 rules after an hour of a request a minute, keys included\n\n");
    fmt::print("| algorithm | bytes a token | bytes a request | MB |\n|---|---|---|---|\n");
    for (const char* const algorithm : {"sliding-log", "sliding-window-counter", "fixed-window", "gcra"}) {
        bench.connection().call({"FLUSHALL"});
        const std::int64_t before = bench.usedMemory();
        const Policy policy{"api", algorithm, parseRules("100/s + 200/min + 2000/h + 8000/day")};
        std::vector<std::string> names;
        for (int token = 0; token < tokens; ++token)
            names.push_back(fmt::format("user:{:07}", token));
        Instant now{1'795'046'400s};
        for (int i = 0; i < requests; ++i) {
            now += 60s;
            for (int first = 0; first < tokens; first += 500) {
                std::vector<Command> commands;
                for (int k = first; k < first + 500; ++k)
                    commands.push_back(decisionCommand(policy, RedisToken(names[std::size_t(k)]), 1,
                                                       Mode::Acquire,
                                                       {.now = now, .detail = Detail::Verdict}));
                bench.connection().pipeline(commands);
            }
        }
        const double bytes = double(bench.usedMemory() - before);
        const bool isLog = std::string_view(algorithm) == "sliding-log";
        fmt::print("| {} | {:.0f} | {} | {:.1f} |\n", algorithm, bytes / tokens,
                   isLog ? fmt::format("{:.1f}", bytes / tokens / requests) : "–", bytes / 1e6);
        std::fflush(stdout);
    }
    bench.connection().call({"FLUSHALL"});
}

/// What the library adds to hiredis' reading and writing: the command is made, and the reply read.
void client(Bench& bench)
{
    const Policy policy{"bench", "gcra", fourRules};
    const Reply reply =
        bench.connection().call(decisionCommand(policy, RedisToken("user:12345678"), 1, Mode::Acquire));
    constexpr int times = 200'000;
    std::size_t sum = 0;
    const auto nanos = [&](auto action) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i)
            sum += action();
        return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
               times;
    };
    const ResolvedPolicy resolved(policy); // once, as a limiter does
    Command command;                       // kept for its memory, likewise
    const double making = nanos([&] {
        writeDecisionCommand(command, resolved, RedisToken("user:12345678"), 1, Mode::Acquire, {});
        return std::size_t(command.script() != nullptr);
    });
    const double reading = nanos([&] { return readDecision(reply.view(), resolved).usage.size(); });
    fmt::print(
        "\nThe library's own work for a decision with 4 rules: {:.0f} ns for the command, {:.0f} ns for the "
        "reply{}\n",
        making, reading, sum == 0 ? " " : "");
}

/// Decisions a second of so many threads, each with the limiter that it is handed.
double decisionsOf(int threads, const std::function<RateLimiter&(int thread)>& limiterOf)
{
    constexpr auto length = 300ms;
    std::atomic<int> sum = 0;
    const auto start = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> workers;
        workers.reserve(std::size_t(threads));
        for (int i = 0; i < threads; ++i)
            workers.emplace_back([&, i] {
                RateLimiter& limiter = limiterOf(i);
                const std::string token = fmt::format("user:{}", i);
                int made = 0;
                for (; std::chrono::steady_clock::now() - start < length; ++made)
                    limiter.acquire(token);
                sum += made;
            });
    }
    return sum / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The same of one thread that does not wait for decisions, with so many outstanding.
double decisionsWithoutWaiting(PipelinedServer& server, const Policy& policy, std::ptrdiff_t outstanding)
{
    constexpr int times = 20'000;
    const AsyncRateLimiter limiter(server, policy);
    std::counting_semaphore<> room(outstanding);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) {
        room.acquire();
        limiter.acquire("user", 1, inConnectionThread())
            .then([&room](const RequestOutcome<Decision>& outcome) {
                static_cast<void>(outcome.value());
                room.release();
            });
    }
    for (std::ptrdiff_t i = 0; i < outstanding; ++i)
        room.acquire();
    return times / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Server and clients get a core each, as if they were on machines of their own: on one core a blocking call
/// wakes nobody up, and on either, as the system likes, its time varies tenfold.
class CoreEach {
public:
    explicit CoreEach(pid_t server)
    {
        sched_getaffinity(0, sizeof m_before, &m_before);
        std::vector<std::size_t> cores;
        for (std::size_t core = 0; core < CPU_SETSIZE && cores.size() < 2; ++core)
            if (CPU_ISSET(core, &m_before))
                cores.push_back(core);
        if (cores.size() < 2)
            fmt::print("\n(Server and clients share the only core.)\n");
        else
            for (const auto& [process, core] : {std::pair(server, cores[0]), std::pair(pid_t(0), cores[1])}) {
                cpu_set_t one{};
                CPU_SET(core, &one);
                sched_setaffinity(process, sizeof one, &one);
            }
    }
    ~CoreEach() { sched_setaffinity(0, sizeof m_before, &m_before); }
    CoreEach(const CoreEach&) = delete;
    CoreEach& operator=(const CoreEach&) = delete;

private:
    cpu_set_t m_before{};
};

/// Threads that share connections, beside one blocking connection in the same round.
void threads(Bench& bench, const PrivateRedis& redis)
{
    const CoreEach cores(pid_t(redis.processId()));
    const Endpoint endpoint = redis.endpoint();
    constexpr std::ptrdiff_t outstanding = 256;
    const Policy policy{"bench", "gcra", fourRules};
    PipelinedServer pipelined(endpoint);
    RedisRateLimiter shared(pipelined, policy);
    ConnectionPool pool([&] { return std::make_unique<Connection>(endpoint); }, {.most = 2});
    RedisRateLimiter overPool(pool, policy);
    std::vector<std::unique_ptr<Connection>> connections;
    std::vector<std::unique_ptr<RedisRateLimiter>> limiters;
    connections.reserve(16);
    limiters.reserve(16);
    for (int i = 0; i < 16; ++i) {
        connections.push_back(std::make_unique<Connection>(endpoint));
        limiters.push_back(std::make_unique<RedisRateLimiter>(*connections.back(), policy));
    }
    struct Row {
        std::string name;
        std::function<double()> measure;
        std::vector<double> rates = {};
        std::vector<double> ratios = {};
    };
    std::vector<Row> rows;
    for (const int count : {1, 4, 16}) {
        const char* const plural = count == 1 ? "" : "s";
        rows.push_back({fmt::format("{} thread{}, 2 pipelined connections", count, plural), [&, count] {
                            return decisionsOf(count, [&](int) -> RateLimiter& { return shared; });
                        }});
        rows.push_back({fmt::format("{} thread{}, a pool of 2 connections", count, plural), [&, count] {
                            return decisionsOf(count, [&](int) -> RateLimiter& { return overPool; });
                        }});
        rows.push_back({fmt::format("{} thread{}, a connection each", count, plural), [&, count] {
                            return decisionsOf(count, [&](int thread) -> RateLimiter& {
                                return *limiters[std::size_t(thread)];
                            });
                        }});
    }
    rows.push_back(
        {fmt::format("1 thread that does not wait, {} outstanding, 2 connections", outstanding), [&] {
             return decisionsWithoutWaiting(pipelined, policy, outstanding);
         }});
    std::vector<double> floors;
    for (int round = 0; round < 7; ++round) {
        const double floor = decisionsOf(1, [&](int) -> RateLimiter& { return *limiters.front(); });
        floors.push_back(floor);
        for (Row& row : rows) {
            row.rates.push_back(row.measure());
            row.ratios.push_back(row.rates.back() / floor);
        }
    }
    fmt::print("\nDecisions a second with 4 rules of GCRA, ÷ those of one thread on one blocking connection "
               "({:.0f})\n\n| | a second | ÷ |\n|---|---|---|\n",
               median(floors));
    for (const Row& row : rows)
        fmt::print("| {} | {:.0f} | {:.1f} |\n", row.name, median(row.rates), median(row.ratios));
    bench.connection().call({"FLUSHALL"});
}

void inProcess()
{
    fmt::print("\nIn this process, 1,000,000 tokens, 4 rules of GCRA: ns for a decision, and × the hash "
               "map's look-up alone\n\n");
    constexpr std::size_t tokens = 1'000'000;
    std::vector<std::string> names;
    names.reserve(tokens);
    for (std::size_t i = 0; i < tokens; ++i)
        names.push_back(fmt::format("user:{:08}", i * 2'654'435'761U % 100'000'000));
    // A unit takes 11 seconds to come back, so that no token is forgotten before it comes again; and none is
    // denied.
    LocalRateLimiter limiter({"bench", "gcra", parseRules("10/s + 200/min + 2000/h + 8000/day")}, 4 * tokens);
    std::unordered_map<std::string, std::int64_t> map;
    for (const std::string& name : names) {
        limiter.acquire(name);
        map.emplace(name, 0);
    }
    const auto walk = [&](std::size_t from, std::size_t count, auto action) {
        std::size_t at = from;
        for (std::size_t i = 0; i < count; ++i) {
            at = (at + 611'953) % tokens; // a prime: every token once, in no order that a cache could like
            action(names[at]);
        }
    };
    const auto nanos = [&](auto action) {
        const auto start = std::chrono::steady_clock::now();
        action();
        return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
               tokens;
    };
    std::int64_t sum = 0;
    std::vector<double> lookUps;
    std::vector<double> decisions;
    std::vector<double> ratios;
    std::vector<double> speedUps;
    const auto decide = [&](const std::string& name) {
        limiter.acquire(name);
    };
    for (int round = 0; round < rounds; ++round) {
        lookUps.push_back(nanos(
            [&] { walk(0, tokens, [&](const std::string& name) { sum += ++map.find(name)->second; }); }));
        decisions.push_back(nanos([&] { walk(0, tokens, decide); }));
        ratios.push_back(decisions.back() / lookUps.back());
        speedUps.push_back(decisions.back() / nanos([&] {
                               const std::jthread other([&] { walk(0, tokens / 2, decide); });
                               walk(tokens / 2, tokens / 2, decide);
                           }));
    }
    fmt::print("{:.0f} ns, {:.1f} × ({:.0f} ns); two threads do {:.2f} times as many; {} tokens are "
               "kept{}\n",
               median(decisions), median(ratios), median(lookUps), median(speedUps), limiter.tokenCount(),
               sum == 0 ? " " : "");
}

} // namespace

int main(int argc, char** argv)
{
    // With names of parts behind it, only those: "benchmark_decisions client".
    const std::vector<std::string_view> only(argv + 1, argv + argc);
    const auto wanted = [&](std::string_view part) {
        return only.empty() || std::ranges::find(only, part) != only.end();
    };
    const QCoreApplication application(argc, argv);
    PrivateRedis server;
    if (const QString problem = server.start(); !problem.isEmpty()) {
        fmt::print(stderr, "{}\n", problem.toStdString());
        return 1;
    }
    Bench bench(server.endpoint());
    fmt::print("| floor | server µs | latency µs |\n|---|---|---|\n");
    const auto floorRow = [&](const char* name, const char* stat, const Command& command) {
        const auto next = [&] {
            return command;
        };
        fmt::print("| {} | {:.2f} | {:.1f} |\n", name, bench.serverMicros(next, stat), bench.latency(next));
    };
    floorRow("PING", "ping", {"PING"});
    floorRow("SET", "set", {"SET", "floor", "1"});
    floorRow("empty EVALSHA", "evalsha", bench.empty());
    if (wanted("decisions"))
        decisions(bench);
    if (wanted("counters"))
        counters(bench);
    if (wanted("together"))
        together(bench);
    if (wanted("logs"))
        logs(bench);
    if (wanted("memory"))
        memory(bench);
    if (wanted("client"))
        client(bench);
    if (wanted("threads"))
        threads(bench, server);
    if (wanted("process"))
        inProcess();
    return 0;
}
