// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

#include <array>
#include <optional>
#include <vector>

namespace ratewarden {

/// A window state of constant size: one record for each rule. The twin of lua/shared/records_*.lua, and
/// computing in doubles as that does, because Lua 5.1 has no other numbers: only so do the two agree where a
/// product leaves the 53 bits. Private to core/algorithms.
class RecordWindow : public Window {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) final;

protected:
    /// What a record holds; the first is the moment from which on it no longer counts.
    using Numbers = std::array<double, 3>;

    /// A request as an algorithm sees it, under one rule.
    struct Question {
        double limit;
        double window;
        double capacity;
        double now;
        double cost;
    };

    struct Look {
        double used = 0;
        double resetAfter = 0;
        double wait = 0;   ///< until the cost fits; zero or less: it does now
        Numbers charged{}; ///< the record when the cost is charged; asked for only if it fits
    };

    /// `record` is empty when the rule has none.
    virtual Look look(const Question& question, const std::optional<Numbers>& record) const = 0;

private:
    struct Record {
        std::int64_t tag; // tells the rule by its window
        Numbers numbers;
    };

    std::optional<Numbers> recordOf(std::size_t rule, std::int64_t tag) const;

    std::vector<Record> m_records;
};

} // namespace ratewarden
