// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/emission.h"
#include "core/algorithms/sliding_counts.h"
#include "core/model/rule.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

/// How each algorithm answers with a wait alone. Private to core/algorithms.
///
/// The rules of records answer wait(cell, now, cost, charged): microseconds until the cost, which is 1 or
/// more and at most the capacity, fits under this rule alone; zero or less if it does, and then `charged` is
/// the cell after it was charged. Tokens' states answer admit(now, cost) under all rules: zero when the cost
/// was charged, or the longest of the waits.
namespace ratewarden::kernels {

inline constexpr std::int64_t longAgo = std::numeric_limits<std::int64_t>::min();

inline std::int64_t micros(Instant moment)
{
    return moment.time_since_epoch().count();
}

/// GCRA and the buckets.
struct BucketRule {
    struct Cell {
        double whole = -std::numeric_limits<double>::infinity(); // the theoretical arrival time
        double numerator = 0;
    };

    explicit BucketRule(const Rule& rule)
        : emission(double(rule.limit), double(rule.window.count()))
        , latest(rule.capacity() == rule.limit ? SubMicros{double(rule.window.count()), 0}
                                               : emission.after({}, double(rule.capacity())))
    {
    }

    std::int64_t wait(const Cell& cell, std::int64_t now, std::uint32_t cost, Cell& charged) const
    {
        const auto clock = double(now);
        const bool passed = cell.whole < clock;
        const SubMicros next =
            emission.after({passed ? clock : cell.whole, passed ? 0 : cell.numerator}, double(cost));
        charged = {next.whole, next.numerator};
        return std::int64_t(SubMicros::ceilOfDifference(next, {clock + latest.whole, latest.numerator}));
    }

    Emission emission;
    SubMicros latest; // how far ahead the TAT may lie
};

struct FixedWindowRule {
    struct Cell {
        std::int64_t ends = longAgo;
        std::int64_t count = 0;
    };

    explicit FixedWindowRule(const Rule& rule) : limit(rule.limit), window(rule.window.count()) {}

    std::int64_t wait(const Cell& cell, std::int64_t now, std::uint32_t cost, Cell& charged) const
    {
        const bool over = cell.ends <= now;
        charged = {over ? now - now % window + window : cell.ends, (over ? 0 : cell.count) + cost};
        return charged.count <= limit ? 0 : charged.ends - now;
    }

    std::int64_t limit;
    std::int64_t window;
};

struct SlidingCounterRule {
    struct Cell {
        double ends = -std::numeric_limits<double>::infinity(); // of the window after the current one
        double count = 0;
        double before = 0;
    };

    explicit SlidingCounterRule(const Rule& rule)
        : limit(double(rule.limit)), window(double(rule.window.count()))
    {
    }

    std::int64_t wait(const Cell& cell, std::int64_t now, std::uint32_t cost, Cell& charged) const
    {
        const SlidingCounts counts = countsOf(cell, now);
        charged = {counts.start + 2 * window, counts.count + cost, counts.before};
        return std::int64_t(counts.wait(double(now), window, limit, cost));
    }

    /// Charges whatever the limit is, and returns what is then used.
    double charge(Cell& cell, std::int64_t now, std::uint32_t cost) const
    {
        const SlidingCounts counts = countsOf(cell, now);
        cell = {counts.start + 2 * window, counts.count + cost, counts.before};
        return cell.count + counts.sliding;
    }

    SlidingCounts countsOf(const Cell& cell, std::int64_t now) const
    {
        return SlidingCounts::at(double(now), window, cell.ends, cell.count, cell.before);
    }

    double limit;
    double window;
};

constexpr std::size_t roomFor(std::size_t fixedCount)
{
    return fixedCount > 0 ? fixedCount : maxRules;
}

/// All rules of an algorithm that keeps records. `fixedCount` is how many they are, or 0 for any number.
template <class OneRule, std::size_t fixedCount>
class RecordRules {
public:
    using Cell = typename OneRule::Cell;

    explicit RecordRules(const std::vector<Rule>& rules) : m_rules(rules.begin(), rules.end()) {}

    std::size_t size() const { return fixedCount > 0 ? fixedCount : m_rules.size(); }

    /// Charges under all rules or none.
    std::int64_t admit(Cell* cells, std::int64_t now, std::uint32_t cost) const
    {
        std::array<Cell, roomFor(fixedCount)> next;
        std::int64_t longest = 0;
        for (std::size_t i = 0; i < size(); ++i)
            longest = std::max(longest, m_rules[i].wait(cells[i], now, cost, next[i]));
        if (longest == 0)
            std::copy_n(next.begin(), size(), cells);
        return longest;
    }

private:
    std::vector<OneRule> m_rules;
};

/// One token under an algorithm that keeps records.
template <class OneRule, std::size_t fixedCount>
class OneTokensRecords {
public:
    explicit OneTokensRecords(const std::vector<Rule>& rules) : m_rules(rules) {}

    void begin() { m_cells.fill({}); }
    std::int64_t admit(std::int64_t now, std::uint32_t cost)
    {
        return m_rules.admit(m_cells.data(), now, cost);
    }

private:
    RecordRules<OneRule, fixedCount> m_rules;
    std::array<typename OneRule::Cell, roomFor(fixedCount)> m_cells;
};

/// One token's sliding log, of which every request costs 1: a rule has room when the entry that is `limit`
/// entries back has left its window.
class UnitLog {
public:
    explicit UnitLog(std::vector<Rule> rules) : m_rules(std::move(rules)) {}

    void begin(std::size_t requests)
    {
        if (m_times.size() < requests)
            m_times.resize(requests);
        m_count = 0;
        m_limiting.clear();
        for (const Rule& rule : m_rules)
            if (std::size_t(rule.limit) < requests)
                m_limiting.push_back({std::size_t(rule.limit), rule.window.count()});
    }
    /// No rule can deny any of so many requests.
    bool limitsNothing() const { return m_limiting.empty(); }

    std::int64_t admit(std::int64_t now, std::uint32_t /*of1*/)
    {
        std::int64_t ready = longAgo;
        for (const Limit& limit : m_limiting)
            if (m_count >= limit.units)
                ready = std::max(ready, m_times[m_count - limit.units] + limit.window);
        if (ready > now)
            return ready - now;
        m_times[m_count++] = now;
        return 0;
    }

private:
    struct Limit {
        std::size_t units;
        std::int64_t window;
    };

    std::vector<Rule> m_rules;
    std::vector<Limit> m_limiting;
    std::vector<std::int64_t> m_times; // of what was charged
    std::size_t m_count = 0;
};

/// One token's sliding log of any costs.
class WeightedLog {
public:
    explicit WeightedLog(const std::vector<Rule>& rules)
    {
        for (const Rule& rule : rules)
            m_rules.push_back({rule.limit, rule.window.count(), 0});
    }

    void begin()
    {
        m_times.clear();
        m_totals.assign(1, 0);
        for (Head& rule : m_rules)
            rule.first = 0;
    }

    std::int64_t admit(std::int64_t now, std::uint32_t cost)
    {
        std::int64_t longest = 0;
        const Units total = m_totals.back();
        for (Head& rule : m_rules) {
            while (rule.first < m_times.size() && m_times[rule.first] <= now - rule.window)
                ++rule.first;
            const Units tooMany = total - m_totals[rule.first] + cost - rule.limit;
            if (tooMany <= 0)
                continue;
            // Room comes when the entry falls out with which so many units are gone.
            const auto last = std::lower_bound(m_totals.begin() + std::ptrdiff_t(rule.first) + 1,
                                               m_totals.end(), m_totals[rule.first] + tooMany);
            const std::ptrdiff_t entry = last - m_totals.begin() - 1;
            longest = std::max(longest, m_times[std::size_t(entry)] + rule.window - now);
        }
        if (longest == 0) {
            m_times.push_back(now);
            m_totals.push_back(total + cost);
        }
        return longest;
    }

private:
    struct Head {
        Units limit;
        std::int64_t window;
        std::size_t first; // entry that counts
    };

    std::vector<Head> m_rules;
    std::vector<std::int64_t> m_times;
    std::vector<Units> m_totals; // before each entry; one more than there are entries
};

} // namespace ratewarden::kernels
