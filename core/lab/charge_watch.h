// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ratewarden {

/// What one token was charged between two readings of its state.
struct Charged {
    Instant from{};                ///< the earlier reading
    Instant to{};                  ///< the later one
    std::vector<LogEntry> entries; ///< of a log: each once, with its own time
    // What is known by the difference of the readings alone:
    std::uint64_t requests =
        0;                     ///< that were allowed, beside the entries; where only units are counted, those
    Units units = 0;           ///< that these cost together
    std::uint64_t refused = 0; ///< that were denied, where the state counts them

    std::uint64_t trimmed = 0; ///< entries that came and went between the readings, at most so many
    /// A window ended or a bucket drained in between, so that requests may be missing.
    bool uncertain = false;
    bool unreadable = false; ///< the state says nothing without rules, or could not be read
};

/// Follows one token from reading to reading. Keeps at most a few KB, however long its log is.
class ChargeWatch {
public:
    /// What was charged since the reading before. Of a first reading: nothing but the entries of a log that
    /// are newer than `begin`; with `isNew`, of a token that had no state at `begin`, all of it.
    Charged next(const TokenDetail& detail, Instant begin, bool isNew);

private:
    /// The units of one window on the clock.
    struct CountedWindow {
        Micros length{};
        std::int64_t number = 0;
        Units units = 0;
        Units refused = 0; ///< of those
    };
    /// A bucket, or what acts like one: units are freed one by one until it is empty.
    struct Bucket {
        double perUnit = 0; ///< µs
        std::int64_t emptyAt = 0;
    };
    /// A count whose window began with a request.
    struct Count {
        double used = 0;
        double limit = 0;    ///< from where on what is counted was denied; 0: not known, or it counts none
        bool isLeft = false; ///< what is left is known alone; `used` is below zero
        std::optional<Instant> end;
        std::optional<Micros> window;
    };
    struct Snapshot {
        Instant at{};
        std::vector<CountedWindow> windows;
        std::vector<Bucket> buckets;
        std::optional<Count> count;
        std::optional<std::vector<RequestCount>> counts;
        std::vector<std::pair<Instant, std::uint32_t>> newest; ///< times of a log, how many entries each
        bool hasAllTimes = true;                               ///< `newest` are all that were read
    };

    static Snapshot snapshotOf(const TokenDetail& detail);
    static void addOurs(const TokenDetail& detail, Snapshot& snapshot);
    static void addForeign(const TokenDetail& detail, Snapshot& snapshot);
    static void addWindows(const Snapshot& before, const Snapshot& after, Charged& charged);
    static void addBuckets(const Snapshot& before, const Snapshot& after, Charged& charged);
    static void addCount(const Snapshot& before, const Snapshot& after, Charged& charged);
    static void addCounts(const Snapshot& before, const Snapshot& after, Charged& charged);
    static void addEntries(const TokenDetail& detail, const Snapshot& before, Instant newerThan,
                           Charged& charged);

    std::optional<Snapshot> m_last;
};

} // namespace ratewarden
