// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/algorithms/admission.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace ratewarden::test {

/// Requests of one token in order of time, and rules whose limits they meet often: equal times, gaps of
/// exactly a window and of a microsecond more and less, and costs of 0, of 1, and above the capacity.
class RandomRequests {
public:
    explicit RandomRequests(std::uint32_t seed) : m_random(seed)
    {
        std::set<std::int64_t> tags; // two windows of one must not stand in one policy: RecordState
        for (Rule& rule : m_rules) {
            rule.limit = pick(0, 30) == 0 ? 0 : pick(1, pick(0, 3) == 0 ? 300 : 12);
            if (pick(0, 40) == 0)
                rule.limit = maxUnits - pick(0, 2);
            do
                rule.window = Micros(pick(0, 1) == 0 ? pick(1, 50) * 1000LL : pick(1000, 20'000'000));
            while (!tags.insert(rule.window.count() % 32749).second);
        }
        m_rules.resize(std::size_t(pick(1, pick(0, 5) == 0 ? 6 : 4)));
        Instant now{Micros(pick(0, 9) == 0 ? pick(1, 5'000'000) : 1'795'000'000'000'000)};
        const bool ofCostOne = pick(0, 1) == 0;
        const int dearest = pick(0, 9) == 0 ? 2'000'000'000 : 14;
        for (int i = pick(1, 300); i > 0; --i) {
            now += gap();
            times.push_back(now);
            if (!ofCostOne)
                costs.push_back(pick(0, 3) > 0 ? 1 : std::uint32_t(pick(0, dearest)));
        }
    }

    Policy policy(const Algorithm& algorithm)
    {
        Policy policy{"test", std::string(algorithm.name), m_rules};
        if (algorithm.takesBurst())
            for (Rule& rule : policy.rules)
                if (pick(0, 2) == 0 && rule.limit < 1000)
                    rule.burst = pick(1, 20);
        return policy;
    }

    TimedRequests requests() const { return {times, costs}; }
    std::uint32_t cost(std::size_t i) const { return requests().cost(i); }

    std::vector<Instant> times;
    std::vector<std::uint32_t> costs;

private:
    Micros gap()
    {
        const Rule& rule = m_rules[std::size_t(pick(0, int(m_rules.size()) - 1))];
        const Micros perUnit(rule.window.count() / std::max<Units>(1, rule.limit));
        switch (pick(0, 13)) {
        case 0:
        case 1:
            return Micros(0);
        case 2:
            return rule.window;
        case 3:
            return rule.window - Micros(1);
        case 4:
            return Micros(1);
        case 5:
            return 2 * rule.window + Micros(pick(0, 1000));
        case 6:
        case 7: // a fraction of a microsecond too early
            return perUnit;
        default:
            return Micros(pick(0, int(perUnit.count()) * 2));
        }
    }

    int pick(int low, int high) { return std::uniform_int_distribution(low, high)(m_random); }

    std::mt19937 m_random;
    std::vector<Rule> m_rules = std::vector<Rule>(6);
};

} // namespace ratewarden::test
