// SPDX-License-Identifier: MIT
#include "core/watch/history_flow.h"

#include "core/watch/history_then.h"

#include <cstddef>
#include <optional>

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
    struct Gap {
        std::size_t from = 0; // the step before it
        std::size_t to = 0;   // the step behind it
    };
    std::vector<Gap> gaps; // without rounds, as they are further apart than steps
    std::optional<Instant> last;
    const auto placeOf = [&flow](Instant at) {
        return std::size_t((at - flow.from) / flow.step);
    };
    history.visitRounds(flow.from, [&](StoredRound& round) {
        if (round.at() >= range.to)
            return false;
        const std::optional<Instant> before = last;
        last = round.hasSeenTokens() ? std::optional(round.at()) : std::nullopt;
        if (!last)
            return true;
        const std::size_t place = placeOf(round.at());
        if (before && round.at() - *before <= historyReach && placeOf(*before) + 1 < place)
            gaps.push_back({placeOf(*before), place});
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
    for (const Gap& gap : gaps)
        for (std::size_t i = gap.from + 1; i < gap.to; ++i) {
            flow.known[i] = bool(flow.known[gap.from]);
            flow.denied[i] = flow.denied[gap.from];
            for (auto& [policy, allowed] : flow.allowed)
                allowed[i] = allowed[gap.from];
        }
    return flow;
}

} // namespace ratewarden
