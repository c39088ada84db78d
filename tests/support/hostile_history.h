// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random_history.h"

#include <bit>

namespace ratewarden::test {

/// Rules and requests of any size that there is: limits and costs up to 2^53 - 1, windows from a millisecond
/// to 366 days. The clock only goes forward.
class HostileHistory {
public:
    /// `largest`: of limits, costs and bursts.
    HostileHistory(std::uint32_t seed, bool withBursts, bool givesBack, Units largest = maxUnits)
        : m_random(seed), m_givesBack(givesBack), m_largest(largest)
    {
        m_rules.resize(std::size_t(pick(1, 4)));
        for (Rule& rule : m_rules) {
            rule.limit = any(m_largest);
            rule.window = std::max(Micros(1000), Micros(any(maxWindow.count())));
            // What comes back within 2^51 microseconds: a cost as large lies as far beyond.
            if (withBursts && pick(0, 2) == 0)
                rule.burst =
                    any(Units(std::min<Wide>(m_largest, (Wide(1) << 51) * rule.limit / rule.window.count())));
        }
    }

    const std::vector<Rule>& rules() const { return m_rules; }

    Step step(const Decision& before)
    {
        const Rule& rule = m_rules[std::size_t(pick(0, int(m_rules.size()) - 1))];
        const Instant last = m_now;
        switch (pick(0, 8)) {
        case 0:
        case 1: // the same microsecond
            break;
        case 2:
            m_now += rule.window;
            break;
        case 3:
            m_now += rule.window - 1us;
            break;
        case 4:
            m_now += 1us;
            break;
        case 5: // when it may pass, or a microsecond before
            m_now += std::max(0us, before.retryAfter.value_or(1us) - Micros(pick(0, 1)));
            break;
        default:
            m_now += Micros(any(rule.window.count()));
        }
        if (m_now >
            Instant(Micros(std::int64_t(1) << 52))) // a TAT may lie as much ahead, and all stays exact
            m_now = last;
        Units cost = any(m_largest);
        if (!before.usage.empty() && pick(0, 3) > 0) { // what fits, or just does not
            const RuleUsage& usage = before.usage[std::size_t(pick(0, int(before.usage.size()) - 1))];
            cost = std::clamp<Units>(usage.remaining() + pick(-1, 1), 0, m_largest);
            if (pick(0, 1) == 0)
                cost = any(cost);
        }
        const int kind = pick(0, 9);
        return {m_now, cost,
                kind < 2                  ? Mode::Peek
                : kind < 3 && m_givesBack ? Mode::GiveBack
                                          : Mode::Acquire};
    }

private:
    using Wide = __int128;

    int pick(int low, int high) { return std::uniform_int_distribution(low, high)(m_random); }

    // Of any length in bits alike; and often the largest there is, or nearly so.
    std::int64_t any(std::int64_t largest)
    {
        if (largest < 2 || pick(0, 5) == 0)
            return std::max<std::int64_t>(largest - pick(0, 2), std::min<std::int64_t>(largest, 1));
        const auto bits = std::bit_width(std::uint64_t(largest));
        const std::int64_t most = std::int64_t(1) << pick(1, int(bits));
        return std::min(largest, std::uniform_int_distribution<std::int64_t>(1, most)(m_random));
    }

    std::mt19937 m_random;
    bool m_givesBack;
    Units m_largest;
    Instant m_now{Micros(1'795'000'000'000'000)};
    std::vector<Rule> m_rules;
};

} // namespace ratewarden::test
