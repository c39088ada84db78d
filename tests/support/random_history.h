// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/model/decision.h"
#include "core/model/rule.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace ratewarden::test {

using namespace std::chrono_literals;

struct Step {
    Instant now;
    Units cost;
    Mode mode;
};

/// How long the windows of the rules that replace these may be. They may only become shorter: what a log
/// holds for longer than its rules ask for is not agreed upon, because the script forgets by the server's
/// clock, and the clock of these histories is handed in.
inline Micros longestNextTime(const std::vector<Rule>& rules)
{
    const Micros counted = longestWindow(rules);
    return counted > Micros::zero() ? counted : rules.front().window;
}

/// Rules and requests such that limits are met often: a handful of units, times that dwell around the
/// windows.
class RandomHistory {
public:
    /// Without `both` the clock goes back in some histories, and units are given back in the others: what was
    /// charged last is not the same for all, when the clock has gone back since.
    RandomHistory(std::uint32_t seed, const Algorithm& algorithm, bool both)
        : m_random(seed)
        , m_algorithm(algorithm)
        , m_clockGoesBack(pick(0, 1) == 0)
        , m_givesBack(both || !m_clockGoesBack)
    {
        m_clockGoesBack |= both;
        if (pick(0, 9) == 0) // a clock of a simulation, or of a machine without a battery
            m_now = Instant(Micros(pick(1, 5'000'000)));
    }

    std::vector<Rule> rules(Micros longest = Micros::max())
    {
        std::vector<Rule> rules(pick(1, 4));
        for (Rule& rule : rules) {
            rule.limit = pick(0, 20) == 0 ? 0 : pick(1, pick(0, 3) == 0 ? 1000 : 12);
            rule.window = Micros(pick(0, 1) == 0 ? pick(1, 50) * 1000LL : pick(1000, 20'000'000));
            rule.window = std::min(rule.window, longest);
            if (m_algorithm.takesBurst() && pick(0, 2) == 0)
                rule.burst = pick(1, 20);
        }
        if (m_algorithm.takesSlots && pick(0, 3) > 0) {
            Rule& slots = rules[std::size_t(pick(0, int(rules.size()) - 1))];
            slots.atOnce = true;
            slots.limit = pick(0, 5);
        }
        m_longest = std::ranges::max(rules, {}, &Rule::window).window;
        m_windows = rules;
        return rules;
    }

    Step step()
    {
        const Rule& rule = m_windows[std::size_t(pick(0, int(m_windows.size()) - 1))];
        switch (pick(0, 12)) {
        case 0: // the same microsecond
            break;
        case 1:
            m_now += rule.window; // exactly the edge
            break;
        case 2:
            m_now += rule.window - 1us;
            break;
        case 3:
            m_now += 1us;
            break;
        case 4:
            m_now += m_longest + Micros(pick(0, 1000));
            break;
        case 5:
            if (m_clockGoesBack)
                m_now = std::max(m_now - Micros(pick(1, int(rule.window.count()))), Instant(1us));
            break;
        case 6:
            if (m_clockGoesBack)
                m_now = std::max(m_now + std::chrono::days(365 * pick(-10, 10)), Instant(1us));
            break;
        default:
            m_now += Micros(pick(0, int(rule.window.count() / std::max<Units>(1, rule.limit)) * 2));
        }
        const Units cost = pick(0, 3) > 0 ? 1 : pick(0, 14);
        const int kind = pick(0, 9);
        return {m_now, cost,
                kind < 2                  ? Mode::Peek
                : kind < 4 && m_givesBack ? Mode::GiveBack
                                          : Mode::Acquire};
    }

    bool clockGoesBack() const { return m_clockGoesBack; }

private:
    int pick(int low, int high) { return std::uniform_int_distribution(low, high)(m_random); }

    std::mt19937 m_random;
    const Algorithm& m_algorithm;
    bool m_clockGoesBack;
    bool m_givesBack;
    Instant m_now{Micros(1'795'000'000'000'000)};
    Micros m_longest{};
    std::vector<Rule> m_windows;
};

} // namespace ratewarden::test
