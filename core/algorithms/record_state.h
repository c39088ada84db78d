// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/model/short_vector.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ratewarden {

/// What tells a rule in a record: its window, in fifteen bits. Two rules of one policy with unlike windows
/// never have the same; see validatedAlgorithm().
constexpr std::int64_t recordTag(Micros window)
{
    constexpr std::int64_t tags = 32749; // the largest prime of fifteen bits
    return window.count() % tags;
}

/// A state of constant size: one record for each rule. The twin of lua/shared/records_*.lua, and
/// computing in doubles as that does, because Lua 5.1 has no other numbers: only so do the two agree where a
/// product leaves the 53 bits. Private to core/algorithms.
class RecordState : public TokenState {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) final;
    int settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) final;
    void load(const StoredState& stored) final;

    /// How a token stands under each of the rules by the records that the script keeps, as
    /// resources/docs/scripts.md tells them; written over `usage`, of which the rules are given. Throws
    /// BadReply for anything else. Thread-safe.
    void report(std::string_view records, Instant now, std::span<RuleUsage> usage) const;

protected:
    /// What a record holds; the first is the moment from which on it no longer counts.
    using Numbers = std::array<double, 3>;

    /// How many numbers a record has, and of how many bytes each is in a narrow one.
    struct Format {
        std::size_t numbers;
        std::array<std::uint8_t, 3> narrow;
    };

    explicit RecordState(Format format) : m_format(format) {}

    /// A request as an algorithm sees it, under one rule.
    struct Question {
        double limit;
        double window;
        double capacity;
        double now;
        double cost; ///< below zero: given back
        /// Of buckets: how far ahead one was when more than its burst was settled; 0: none was, or all is
        /// paid.
        double debt = 0;
    };
    struct Reserved {
        double at;
        double units;
        double actual;
    };
    /// What becomes of a record when a reservation is settled.
    struct Settled {
        bool counts = false;  ///< the rule still counted what was reserved
        Numbers numbers{};    ///< the record, also where it does not
        bool exceeds = false; ///< of buckets: more is used than the burst
    };

    struct Fit {
        double wait = 0;   ///< until the cost fits; zero or less: it does now
        double patience{}; ///< the longest wait that the rule can lead to
        Numbers charged{}; ///< the record when the cost is charged; asked for only if it fits
    };
    struct Use {
        double used = 0;
        double resetAfter = 0;
    };

    /// Whether the cost fits. `record` is empty when the rule has none.
    virtual Fit fit(const Question& question, const std::optional<Numbers>& record) const = 0;
    /// What is used; the question's cost is not asked about.
    virtual Use use(const Question& question, const std::optional<Numbers>& record) const = 0;
    virtual Settled settled(const Question& question, const std::optional<Numbers>& record,
                            const Reserved& reserved) const = 0;

    /// What a count, which has what was reserved, comes to.
    static double settledCount(double count, const Reserved& reserved)
    {
        return std::min(count + (reserved.actual - reserved.units), double(maxUnits));
    }

private:
    struct Record {
        std::int64_t tag; // tells the rule by its window
        Numbers numbers;
    };
    /// A record as its bytes, whose numbers are read only where they are needed.
    struct StoredRecord {
        std::int64_t tag;
        bool wide;
        std::string_view numbers;
    };

    static Question questionOf(const Rule& rule, double now, double cost, double debt);
    double debt(double now) const;
    std::optional<Numbers> recordOf(std::size_t rule, std::int64_t tag) const;
    void forgetIfFree(double now);
    void giveBack(const std::vector<Rule>& rules, double now, double units);
    void replaceRecords(std::span<const Record> ours, double now);
    std::optional<StoredRecord> takeRecord(std::string_view& records) const;
    Numbers numbersOf(const StoredRecord& record) const;
    std::size_t narrowSize() const;
    double debtIn(std::string_view records, double now) const;
    std::optional<Numbers> recordIn(std::string_view records, std::size_t rule, std::int64_t tag) const;

    Format m_format;
    ShortVector<Record, 4> m_records;
};

} // namespace ratewarden
