// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab's questions cost on one core, beside a bare loop over the same requests in the same run:
// benchmark_lab [requests] [tokens]
#include "core/lab/comparison.h"
#include "core/lab/peaks.h"
#include "core/lab/proposal.h"
#include "core/lab/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

/// Tokens with shares by Zipf, requests independent of each other, over six hours.
Trace zipfTrace(std::size_t requests, std::size_t tokens)
{
    Trace trace;
    for (std::size_t token = 0; token < tokens; ++token)
        trace.names.add(fmt::format("client:{}", token));
    std::vector<double> sums(tokens);
    double sum = 0;
    for (std::size_t token = 0; token < tokens; ++token)
        sums[token] = sum += 1.0 / double(token + 1);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> share(0, sum);
    std::exponential_distribution<double> gap(double(requests) / std::chrono::duration<double>(6h).count());
    double now = 0;
    for (std::size_t i = 0; i < requests; ++i) {
        now += gap(random);
        trace.times.push_back(Instant(1'795'000'000s + Micros(std::int64_t(now * 1e6))));
        trace.tokens.push_back(TokenId(std::ranges::lower_bound(sums, share(random)) - sums.begin()));
    }
    return trace;
}

/// The best of some runs, in seconds.
double best(const std::function<std::uint64_t()>& run, std::uint64_t& result)
{
    double shortest = 1e9;
    for (int i = 0; i < 5; ++i) {
        const auto start = Clock::now();
        result = run();
        shortest = std::min(shortest, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return shortest;
}

class Table {
public:
    explicit Table(std::size_t requests) : m_requests(double(requests)) {}

    void add(const std::string& what, const std::function<std::uint64_t()>& run)
    {
        std::uint64_t result = 0;
        const double seconds = best(run, result);
        fmt::print("{:<58} {:>9.2f} ms {:>8.0f} M/s  ({})\n", what, seconds * 1e3, m_requests / seconds / 1e6,
                   result);
        std::fflush(stdout);
    }

private:
    double m_requests;
};

Candidate candidate(const char* algorithm)
{
    return {"c", {"c", algorithm, parseRules("5/s + 60/min + 600/10min + 2000/h"), false, false, {}}};
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t requests = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
    const std::size_t tokens = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100'000;
    const Trace trace = zipfTrace(requests, tokens);
    const GroupedTrace grouped(trace);
    Table table(requests);
    fmt::print("{} requests of {} tokens, 4 rules, one core; in brackets what came out\n", requests, tokens);
    table.add("bare loop in order of time: sum per token", [&] {
        std::vector<std::uint64_t> sums(tokens);
        for (std::size_t i = 0; i < trace.size(); ++i)
            sums[trace.tokens[i]] += std::uint64_t(trace.times[i].time_since_epoch().count());
        return std::ranges::max(sums);
    });
    table.add("bare loop grouped: sum per token", [&] {
        std::uint64_t most = 0;
        for (TokenId token = 0; token < tokens; ++token) {
            std::uint64_t sum = 0;
            for (const Instant time : grouped.times(token))
                sum += std::uint64_t(time.time_since_epoch().count());
            most = std::max(most, sum);
        }
        return most;
    });
    table.add("group by token", [&] { return GroupedTrace(trace).size(); });
    for (const char* algorithm : {"sliding-log", "gcra", "fixed-window", "sliding-window-counter"})
        table.add(fmt::format("verdicts grouped: {}", algorithm),
                  [&] { return tryOn(grouped, candidate(algorithm), TrialDetail::Verdicts).denied; });
    for (const char* algorithm : {"sliding-log", "gcra", "fixed-window", "sliding-window-counter"})
        table.add(fmt::format("with bursts and use of each rule: {}", algorithm),
                  [&] { return tryOn(grouped, candidate(algorithm)).denied; });
    table.add("clients that back off: sliding-log", [&] {
        return tryOn(grouped, candidate("sliding-log"), TrialDetail::Verdicts, Clients::BackOff).denied;
    });
    table.add("compare: fixed-window with sliding-log", [&] {
        return compare(grouped, candidate("fixed-window"), candidate("sliding-log")).sums.newlyDenied;
    });
    const std::vector<Micros> windows{1s, 1min, 10min, 1h};
    for (const char* algorithm : {"sliding-log", "fixed-window", "sliding-window-counter", "gcra"})
        table.add(fmt::format("peaks of 4 windows: {}", algorithm), [&] {
            return std::uint64_t(Peaks(grouped, windows, algorithmNamed(algorithm).keeps).of(0, 3));
        });
    const Peaks peaks(grouped, windows);
    const std::vector<TokenId> marked{0};
    Units limit = 0;
    table.add("who is denied, other limits each time", [&] {
        std::vector<Rule> rules = candidate("sliding-log").policy.rules;
        rules[1].limit = 55 + ++limit;
        return effectOf(peaks, rules, marked).hurt;
    });
    table.add("the bands that stop one token and nobody else",
              [&] { return std::uint64_t(propose(peaks, marked).size()); });
    const std::vector<Micros> spans = spansBetween(10ms, 6h, 64);
    table.add("envelope of all others, 64 spans",
              [&] { return std::uint64_t(highestEnvelope(grouped, spans, marked).back().units); });
}
