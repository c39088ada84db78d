// SPDX-License-Identifier: GPL-3.0-or-later
// What a week of a watcher's history takes on the disk, and how long back-tests over it take:
// benchmark_history [policies] [rounds] [file]
// Made-up rounds, ten seconds apart, of 100,000 tokens that are not alike from round to round: each policy
// has tokens that each of two rules limits, near, ok and idle ones, and the most urgent tokens change all the
// time.
#include "core/watch/history.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/watch/back_test.h"
#include "tests/benchmark/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t tokens = 100'000;
constexpr int alertCount = 10;
const Instant weekStart{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};

class Week {
public:
    explicit Week(int policies) : m_policies(policies) {}

    HistoryRound round(Instant at)
    {
        HistoryRound round;
        round.at = at;
        for (int policy = 0; policy < m_policies; ++policy)
            addPolicy(fmt::format("policy {}", policy), round);
        for (std::size_t i = 0; i < HistoryCollector::mostTokens; ++i) {
            // A few for long, the others as they come.
            const int token = i < 5 ? int(i) : pick(0, int(tokens) - 1);
            round.tokens.push_back({"ratewarden/sliding-log", fmt::format("policy {}", token % m_policies),
                                    fmt::format("user:{}", token), TokenStatus::Limited, 0, 1.0,
                                    RequestRates{pick(0, 99) * 0.1, pick(0, 99) * 0.1}});
        }
        for (int i = 0; i < alertCount; ++i) {
            const double figure = pick(0, 99) * 0.1;
            round.figures.push_back({AlertMeasure::DeniedRate,
                                     fmt::format("policy:\"policy {}\"", i),
                                     {figure, figure, FigureDoubt::None, {}}});
        }
        return round;
    }

private:
    int pick(int from, int to) { return std::uniform_int_distribution(from, to)(m_random); }

    void addPolicy(const std::string& name, HistoryRound& round)
    {
        const std::uint64_t ofPolicy = tokens / std::uint64_t(m_policies);
        const auto add = [&](TokenStatus status, std::optional<std::size_t> rule, int percent, bool isUsed) {
            Cohort cohort{"ratewarden/sliding-log", name, status, false, {}, rule};
            TokenSums sums;
            sums.tokens = sums.counted = sums.ruled =
                ofPolicy * std::uint64_t(percent) / 100 + std::uint64_t(pick(0, 9));
            sums.allowed = pick(0, 100'000'000);
            sums.denied = pick(0, status == TokenStatus::Limited ? 10'000'000 : 0);
            sums.mostUsed = isUsed ? pick(1, 1000) / 1000.0 : 0;
            round.cohorts.push_back({std::move(cohort), sums});
        };
        add(TokenStatus::Limited, 0, 2, true);
        add(TokenStatus::Limited, 1, 1, true);
        add(TokenStatus::Near, 0, 5, true);
        add(TokenStatus::Ok, std::nullopt, 40, true);
        add(TokenStatus::Idle, std::nullopt, 52, false);
    }

    int m_policies;
    std::mt19937 m_random{1};
};

std::vector<Alert> alertsNamed(const char* filter)
{
    std::vector<Alert> alerts;
    for (int i = 0; i < alertCount; ++i) {
        Alert& alert = alerts.emplace_back();
        alert.name = fmt::format("{}", i);
        alert.filter = TokenFilter(fmt::format(fmt::runtime(filter), i));
        alert.measure = AlertMeasure::DeniedRate;
        alert.bound = {true, 5, 3};
        alert.wait = 30s;
    }
    return alerts;
}

void printBackTest(const char* what, const std::string& path, const std::vector<Alert>& alerts)
{
    double shortest = 1e9;
    std::size_t fired = 0;
    for (int i = 0; i < 5; ++i) {
        const Clock::time_point start = Clock::now();
        const BackTest test = backTest(HistoryReader(path), alerts, {});
        shortest = std::min(shortest, secondsSince(start));
        fired = 0;
        for (const BackTestedAlert& alert : test.alerts)
            fired += alert.fired;
    }
    fmt::print("back-test of {} alerts, {}: {:.0f} ms, fired {} times\n", alerts.size(), what,
               1000 * shortest, fired);
}

/// What a watcher does for its history beside reading the tokens.
void printCollecting()
{
    std::vector<Reading> readings;
    for (std::uint64_t i = 0; i < tokens; ++i) {
        Reading& reading = readings.emplace_back();
        const std::string policy = fmt::format("policy {}", i % 50);
        reading.subject = stateSubject(fmt::format("user:{}", i), policy, algorithmNamed("sliding-log"));
        reading.policy = Policy{policy, "sliding-log", parseRules("10/s + 100/h"), false, false};
        Decision& decision = reading.decision.emplace();
        for (const Rule& rule : reading.policy->rules)
            decision.usage.push_back({rule, Units(i % 100), 1h});
    }
    const Clock::time_point start = Clock::now();
    HistoryCollector collector;
    for (const Reading& reading : readings)
        collector.take(reading, {});
    collector.finish({}, weekStart);
    fmt::print("collecting a round of {} tokens: {:.0f} ms\n", tokens, 1000 * secondsSince(start));
}

} // namespace

int main(int argc, char** argv)
{
    const int policies = argc > 1 ? std::atoi(argv[1]) : 50;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 7 * 24 * 360;
    const std::string path =
        argc > 3 ? argv[3]
                 : (std::filesystem::temp_directory_path() / "ratewarden-benchmark-history").string();
    printCollecting();
    {
        Week week(policies);
        HistoryWriter writer(path, {std::chrono::days(14), std::int64_t(4) << 30});
        double seconds = 0;
        for (int i = 0; i < rounds; ++i) {
            const HistoryRound round = week.round(weekStart + 10s * i);
            const Clock::time_point start = Clock::now();
            writer.add(round);
            seconds += secondsSince(start);
        }
        fmt::print("{} rounds of {} policies: {:.0f} µs each to write\n", rounds, policies,
                   1e6 * seconds / rounds);
    }
    fmt::print("{:.0f} MB on the disk\n", double(HistoryReader(path).info().bytes) / (1 << 20));
    printBackTest("as they were measured", path, alertsNamed("policy:\"policy {}\""));
    printBackTest("computed", path, alertsNamed("policy:\"policy {}\" -idle"));
    printBackTest("computed, of every policy", path, alertsNamed("limited"));
    for (const char* const part : {"", "-lock"})
        std::filesystem::remove(path + part);
    return 0;
}
