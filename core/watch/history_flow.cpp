// SPDX-License-Identifier: MIT
#include "core/watch/history_flow.h"

#include <cstddef>

namespace ratewarden {

HistoryFlow flowIn(const HistoryReader& history, const TimeRange& range, Micros step)
{
    HistoryFlow flow;
    flow.step = step;
    flow.from = range.from - range.from.time_since_epoch() % step;
    const auto steps = std::size_t((range.to - flow.from + step - Micros(1)) / step);
    flow.denied.resize(steps);
    flow.known.resize(steps);
    std::vector<std::size_t> rounds(steps); // that know requests
    history.visitRounds(flow.from, [&](StoredRound& round) {
        if (round.at() >= range.to)
            return false;
        if (!round.hasSeenTokens())
            return true;
        const auto place = std::size_t((round.at() - flow.from) / step);
        bool isCounted = false;
        for (const auto& [cohort, sums] : round.cohorts()) {
            if (sums.counted == 0)
                continue;
            isCounted = true;
            std::vector<double>& allowed = flow.allowed[history.cohorts()[cohort].policy.value_or("")];
            allowed.resize(steps);
            allowed[place] += sums.allowedRate();
            flow.denied[place] += sums.deniedRate();
        }
        rounds[place] += isCounted ? 1 : 0;
        return true;
    });
    for (std::size_t i = 0; i < steps; ++i) {
        flow.known[i] = rounds[i] > 0;
        if (rounds[i] < 2)
            continue;
        flow.denied[i] /= double(rounds[i]);
        for (auto& [policy, allowed] : flow.allowed)
            allowed[i] /= double(rounds[i]);
    }
    return flow;
}

} // namespace ratewarden
