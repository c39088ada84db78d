// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/trace.h"

#include <cstdint>
#include <random>
#include <string>

namespace ratewarden::test {

/// Requests of some tokens, the first ones far busier than the last, often at the same time and in bursts. In
/// half of the traces all times are multiples of 250 ms, so that many are exactly a window apart.
inline Trace randomTrace(std::uint32_t seed, int requests, int tokens, bool withCosts)
{
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
        return std::uniform_int_distribution(low, high)(random);
    };
    const bool isCoarse = pick(0, 1) == 0;
    TraceBuilder builder;
    Instant now{Micros(1'795'000'000'000'000)};
    for (int i = 0; i < requests; ++i) {
        if (pick(0, 3) > 0)
            now += Micros(pick(0, 5) == 0 ? pick(1, 20) * 500'000
                          : isCoarse      ? pick(0, 1) * 250'000
                                          : pick(1, 300'000));
        const int token = pick(0, pick(0, tokens - 1));
        const TraceCost cost = !withCosts || pick(0, 1) == 0 ? 1 : TraceCost(pick(0, 9));
        builder.add(now, "token " + std::to_string(token), cost);
    }
    return builder.take();
}

} // namespace ratewarden::test
