// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about the denials of some time, of a million decisions: benchmark_difference [decisions]
// Half of them are denied; 50,000 clients of 5,000 networks, and columns for rule, version, node and format,
// so that ten dimensions are compared.
#include "core/explain/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

const Instant start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 26)};
constexpr Micros length = 20min;

DecisionLog madeUp(std::int64_t decisions)
{
    std::mt19937 random(1);
    const auto pick = [&](std::uint32_t most) {
        return std::uniform_int_distribution<std::uint32_t>(1, most)(random);
    };
    DecisionLog log;
    const std::array<std::pair<const char*, std::uint32_t>, 4> columns{
        {{"rule", 40}, {"version", 6}, {"node", 12}, {"format", 5}}};
    for (const auto& [name, count] : columns) {
        DecisionColumn& column = log.columns.emplace_back();
        column.name = name;
        for (std::uint32_t i = 1; i <= count; ++i)
            column.texts.push_back(fmt::format("{} {}", name, i));
    }
    TraceBuilder trace;
    for (std::int64_t i = 0; i < decisions; ++i) {
        const std::uint32_t client = pick(50'000);
        trace.add(start + length * i / decisions,
                  fmt::format("ip:10.{}.{}.{}", client % 20, client / 20 % 250, client / 5000), pick(3));
        log.denied.push_back(pick(2) == 1 ? 1 : 0);
        for (std::size_t column = 0; column < columns.size(); ++column)
            log.columns[column].values.push_back(pick(columns[column].second));
    }
    log.trace = trace.take();
    return log;
}

} // namespace

int main(int argc, char** argv)
{
    const std::int64_t decisions = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
    const DecisionLog log = madeUp(decisions);
    const DifferenceQuestion question{
        {start + 15min, start + length}, {start, start + 15min}, {{start + 15min, "api v7 published"}}, 1min};
    double shortest = 1e9;
    std::size_t dimensions = 0;
    for (int i = 0; i < 5; ++i) {
        const Clock::time_point began = Clock::now();
        dimensions = differenceOf(log, question).dimensions.size();
        shortest = std::min(shortest, std::chrono::duration<double>(Clock::now() - began).count());
    }
    fmt::print("{} decisions by {} dimensions: {:.0f} ms\n", decisions, dimensions, 1000 * shortest);
}
